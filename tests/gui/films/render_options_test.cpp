// Marks, the twin and the limit of the size in films that are made without a window.
#include <QFileInfo>

#include "tests/gui/films/film_fixture.h"
#include "tests/gui/films/render_program.h"
#include "tests/video/film_reader.h"

namespace scree::testing {
namespace {

class RenderOptions : public RenderProgram {
 protected:
  /// Last picture of a film of a recording of one second, with these options.
  QImage lastPicture(const QString& name, const QString& input, const QStringList& options) {
    const QStringList words = {"render", input, "--out", name, "--size", "640x360", "--fps", "5"};
    EXPECT_EQ(run(NDEM_PROGRAM, words + options), 0) << text_.toStdString();
    return QImage(path(name + "/00006.png"));
  }
};

TEST_F(RenderOptions, MarksStandWhereTheyBelong) {
  const QString box = recording();
  const QImage none = lastPicture("none", box, {"--marks", "none"});
  ASSERT_FALSE(none.isNull());
  const QImage scene = lastPicture("scene", box, {"--show", "scene"});
  EXPECT_EQ(differingShare(none, scene), 0.0) << "no mark is the scene alone";
  const QRect title = differingRect(none, lastPicture("title", box, {"--marks", "title", "--title", "Falling"}));
  EXPECT_TRUE(QRect(160, 0, 320, 80).contains(title)) << title.y() << " " << title.height();
  const QRect bar = differingRect(none, lastPicture("bar", box, {"--marks", "scale-bar"}));
  EXPECT_TRUE(QRect(320, 270, 320, 90).contains(bar)) << bar.x() << " " << bar.y();
  // A title is a mark that is on when nothing else is said, and shows nothing without a text.
  EXPECT_EQ(differingShare(none, lastPicture("no_text", box, {"--marks", "title"})), 0.0);
  const QImage usual = lastPicture("usual", box, {});
  const QRect named = differingRect(usual, lastPicture("named", box, {"--title", "Falling"}));
  EXPECT_TRUE(QRect(0, 0, 640, 120).contains(named)) << "what stands at the top makes room for it";
  EXPECT_TRUE(named.contains(title));
  // A caption that is too long leaves the time in the picture.
  const QString words = QString("many words ").repeated(30);
  const QRect caption = differingRect(none, lastPicture("long", box, {"--marks", "time", "--caption", words}));
  EXPECT_GT(caption.right(), 560);
  EXPECT_LT(caption.right(), 638);
}

TEST_F(RenderOptions, TheTwinStandsBesideTheRun) {
  // Few sweeps carry the grains from the last multipliers, not from zero: the twin sinks in.
  write("box.yaml", boxScene(5, 2));
  ASSERT_EQ(run(NDEM_PROGRAM, {"run", "box.yaml", "--until", "1 s", "--record", "box.scree"}), 0)
      << text_.toStdString();
  const auto halves = [&](const QString& name, const QString& twin) {
    const QImage last = lastPicture(name, "box.scree", {"--show", "scene", "--twin", twin});
    EXPECT_FALSE(last.isNull());
    return differingShare(last.copy(4, 0, 308, 360), last.copy(324, 0, 308, 360));
  };
  // Without merging in the run the full solve is the same.
  EXPECT_LT(halves("same", "in-full"), 0.0005);
  EXPECT_GT(halves("other", "no-warm-start"), 0.005);
}

TEST_F(RenderOptions, AGifFitsItsLimit) {
  const QString box = recording();
  for (const char* limit : {"0", "0.1"}) {
    ASSERT_EQ(run(NDEM_PROGRAM, {"render", box, "--out", QString("film%1.gif").arg(limit), "--size", "640x360", "--fps",
                                 "25", "--limit", limit}),
              0)
        << text_.toStdString();
  }
  const QFileInfo whole(path("film0.gif"));
  const QFileInfo fitted(path("film0.1.gif"));
  EXPECT_GT(whole.size(), 100000) << "without a limit it is larger";
  EXPECT_LE(fitted.size(), 100000);
  EXPECT_GT(readFilm(fitted.filePath().toStdString()).frames, 3U);
}

TEST_F(RenderOptions, AMistypedValueIsToldWithTheRightOnes) {
  const auto says = [&](const QStringList& options, const char* words) {
    EXPECT_EQ(run(NDEM_PROGRAM, QStringList{"render", "column", "--out", "film.mp4"} + options), 1);
    EXPECT_TRUE(text_.contains(words)) << text_.toStdString();
  };
  says({"--marks", "titel"}, "scale-bar");
  says({"--marks", "title,"}, "scale-bar");
  says({"--twin", "full"}, "in-full");
  says({"--title", ""}, "--title");
  says({"--limit", "-1"}, "--limit");
  says({"--limit", "0.01"}, "too small");
  EXPECT_FALSE(QFileInfo::exists(path("film.mp4")));
}

}  // namespace
}  // namespace scree::testing
