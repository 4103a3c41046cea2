#include <cmath>

#include "app/ui_state/scale_bar.h"
#include "app/window/files/settings.h"
#include "tests/gui/films/film_fixture.h"

namespace scree::testing {
namespace {

/// Length in the picture of `metres` across the line of sight at the camera's target [px], by the matrices of the
/// camera.
double projectedLength(const Camera& camera, double metres, int width, int height) {
  const Eigen::Matrix4f view = camera.view(Vec3::Zero());
  const Eigen::Matrix4f clip = camera.projection(static_cast<float>(width) / static_cast<float>(height), 1.0f) * view;
  const Vec3 right = camera.axes().row(0).transpose();
  const auto column = [&](const Vec3& point) {
    const Eigen::Vector4f at = clip * point.cast<float>().homogeneous();
    return 0.5 * static_cast<double>(at.x() / at.w()) * width;
  };
  return column(camera.target + metres * right) - column(camera.target);
}

/// Longest run of bright pixels in a row of the picture within `part` [px].
int longestBrightRun(const QImage& picture, const QRect& part) {
  int longest = 0;
  for (int y = part.top(); y <= part.bottom(); ++y) {
    int run = 0;
    for (int x = part.left(); x <= part.right(); ++x) {
      run = qGray(picture.pixel(x, y)) > 140 ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  }
  return longest;
}

TEST_F(FilmsTest, TheScaleBarHasItsLengthInThePicture) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  for (const bool parallel : {false, true}) {
    if (parallel != viewport().camera().now().parallel) {
      key(Qt::Key_5);
      ASSERT_TRUE(waitFor([&] { return viewport().camera().now().parallel == parallel; }));
    }
    choices().marks = PictureMarks{};
    const QImage without = oneFrame();
    click("record.marks.scale bar");
    ASSERT_TRUE(choices().marks.has(PictureMark::scaleBar));
    const QImage with = oneFrame();
    ASSERT_EQ(with.size(), QSize(800, 450));
    const QRect plate = differingRect(without, with);
    EXPECT_GT(plate.left(), 500) << "it stands at the bottom right";
    EXPECT_GT(plate.top(), 350);
    const Camera camera = viewport().camera().now();
    const double perMetre = projectedLength(camera, 1e-3, 800, 450) / 1e-3;
    const ScaleBar bar = scaleBarWithin(0.2 * 800.0 / perMetre);
    const int run = longestBrightRun(with, plate);
    EXPECT_NEAR(run, bar.length * perMetre, 1.6) << bar.text;
    EXPECT_GT(run, 60);
    with.save(QString(std::getenv("SCREE_ARTIFACTS") != nullptr ? std::getenv("SCREE_ARTIFACTS") : ".") +
              (parallel ? "/film_scale_parallel.png" : "/film_scale.png"));
  }
}

TEST_F(FilmsTest, EachMarkHasItsSwitch) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  click("record.title");
  settle();
  type("Falling grains");
  ASSERT_EQ(choices().title, "Falling grains");
  click("record.marks.scale bar");
  settle();
  keepPicture("record_marks");
  const QImage all = oneFrame();
  struct Place {
    const char* mark;
    QRect where;
  };
  for (const Place& place : {Place{"title", {200, 0, 400, 60}}, Place{"legend", {200, 380, 400, 70}},
                             Place{"time", {0, 0, 250, 80}}, Place{"scale bar", {560, 380, 240, 70}}}) {
    click(std::string("record.marks.") + place.mark);
    const QImage without = oneFrame();
    const QRect differs = differingRect(all, without);
    if (std::string(place.mark) != "title") {  // without a title the line with the time moves up
      EXPECT_TRUE(place.where.contains(differs)) << place.mark << ": " << differs.x() << ", " << differs.y() << ", "
                                                 << differs.width() << " x " << differs.height();
    }
    EXPECT_TRUE(differs.intersects(place.where)) << place.mark;
    click(std::string("record.marks.") + place.mark);
  }
  EXPECT_EQ(differingShare(all, oneFrame()), 0.0) << "all are back";
  // Films of the scene alone have no marks, and no switches for them.
  choices().content = FilmContent::scene;
  viewport().requestFrame();
  settle();
  EXPECT_FALSE(canReach("record.marks.time"));
  EXPECT_GT(differingShare(all, oneFrame()), 0.01);
}

TEST_F(FilmsTest, TheLevelIsInTheFilmWhileGrainsAreMerged) {
  open(writeScene("box.yaml", boxScene(2, 20)), false);
  const QImage unmerged = oneFrame();
  simulation().post(SetChoice{ChoiceKey::merging, static_cast<int>(Switch::on)});
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.reduction.merging == Switch::on; }));
  const QImage merged = oneFrame();
  const QRect corner(0, 0, 300, 60);
  EXPECT_TRUE(corner.contains(differingRect(unmerged, merged)));
  click("record.marks.level");
  EXPECT_EQ(differingShare(unmerged, oneFrame()), 0.0);
}

TEST_F(FilmsTest, PicturesOfTheSceneHaveTheirOwnMarks) {
  open(writeScene("box.yaml", boxScene(2, 20)), false);
  choices().pictureSize = kOwnSize;
  choices().ownPictureSize = {800, 450};
  choices().title = "Falling grains";
  const auto picture = [&] {
    viewport().notify("");
    key(Qt::Key_F12, Qt::ShiftModifier);
    EXPECT_TRUE(waitFor([&] { return viewport().notice().find("Picture saved as") == 0; }, 60000));
    return QImage(QString::fromStdString(viewport().notice().substr(std::string("Picture saved as ").size())));
  };
  const QImage before = picture();
  scrollTo("picture.marks.scale bar");
  click("picture.marks.scale bar");
  const QImage with = picture();
  EXPECT_TRUE(QRect(500, 350, 300, 100).contains(differingRect(before, with)));
  click("picture.marks.title");
  EXPECT_TRUE(QRect(200, 0, 400, 60).contains(differingRect(with, picture())));
}

TEST_F(FilmsTest, RowsOfThePanelStayWhereTheyAre) {
  open(writeScene("box.yaml", boxScene(2, 5)), true);
  const auto before = *probeOf("record.content");
  choices().stopAfter = 600.0;
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return filming().status().frames > 2; }, 60000));
  settle();
  EXPECT_EQ(probeOf("record.content")->y0, before.y0) << "while filming";
  click("cancel_film");
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(probeOf("record.content")->y0, before.y0) << "after it";
}

TEST_F(FilmsTest, TitleAndCaptionBelongToTheirScene) {
  const auto first = writeScene("first.yaml", boxScene(2, 5));
  open(first, false);
  const auto title = [this] { return std::pair(choices().title, choices().caption); };
  choices().title = "A title";
  choices().caption = "A caption";
  window().trigger("reload");
  ASSERT_TRUE(waitFor([&] { return viewport().notice().find("read again") != std::string::npos; }));
  EXPECT_EQ(title(), std::pair(std::string("A title"), std::string("A caption"))) << "the same scene";
  open(writeScene("second.yaml", boxScene(2, 5)), false);
  EXPECT_EQ(title(), std::pair(std::string(), std::string())) << "another scene";
}

TEST_F(FilmsTest, MarksAreRemembered) {
  choices().title = "A title";
  choices().caption = "A caption";
  choices().marks = {{false, true, false, true, true}};
  choices().pictureMarks = {{true, false, true, false, true}};
  choices().twin = FilmTwin::sideBySide;
  choices().gifLimit = 12.5;
  const RecordChoices chosen = choices();
  window().close();
  RecordChoices restored;
  settings::restoreRecord(restored);
  EXPECT_EQ(restored.title, "") << "it belongs to its scene";
  EXPECT_EQ(restored.caption, "");
  EXPECT_EQ(restored.marks, chosen.marks);
  EXPECT_EQ(restored.pictureMarks, chosen.pictureMarks);
  EXPECT_EQ(restored.twin, chosen.twin);
  EXPECT_EQ(restored.gifLimit, chosen.gifLimit);
}

}  // namespace
}  // namespace scree::testing
