#include <sys/resource.h>

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QImage>
#include <QLineEdit>
#include <QMimeData>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <algorithm>
#include <cmath>
#include <csignal>

#include "app/film/filming.h"
#include "app/film/option_pages.h"
#include "app/window/files/settings.h"
#include "engine/io/output_file.h"
#include "tests/gui/films/film_fixture.h"
#include "tests/video/film_reader.h"

namespace scree::testing {
namespace {

class FilmTest : public FilmsTest {
 protected:
  void SetUp() override {
    FilmsTest::SetUp();
    choices().sizePreset = 0;
  }
  void pressRecord() { key(Qt::Key_R, Qt::ControlModifier); }
  /// Films one frame of the scene as it stands, as a picture.
  QImage oneFrame(FilmContent content) {
    choices().content = content;
    return FilmsTest::oneFrame();
  }
};

/// Two seconds of film last two seconds, whether the run is slower or faster than real time.
TEST_F(FilmTest, TheClockOfTheSimulationKeepsItsTimeAtAnyRate) {
  struct Case {
    int side, sweeps;
    const char* speed;
    double targetRate;
  };
  // Slow: at a tenth of real time. Fast: five simulated seconds per second of film, as fast as may be.
  for (const Case& one : {Case{3, 20, "1", 0.1}, Case{2, 5, "5", 0.0}}) {
    open(writeScene("box.yaml", boxScene(one.side, one.sweeps)), false);
    typeInto("record.speed", one.speed);
    typeInto("record.stop_after", one.targetRate > 0.0 ? "0.5" : "2");
    const double seconds = choices().stopAfter;
    simulation().setTargetRate(one.targetRate);
    QElapsedTimer wall;
    wall.start();
    pressRecord();
    ASSERT_TRUE(filming().isRecording()) << viewport().notice();
    EXPECT_TRUE(probeOf("hud.record")) << "it says that it records";
    key(Qt::Key_Space);
    ASSERT_TRUE(waitForEnd());
    const double elapsed = 1e-3 * static_cast<double>(wall.elapsed());
    EXPECT_FALSE(filming().status().lastFailed) << filming().status().last;
    const ReadFilm film = readFilm(filming().status().file);
    EXPECT_EQ(film.frames, static_cast<std::size_t>(std::lround(seconds * 24)));
    EXPECT_NEAR(film.seconds, seconds, 1e-3);
    EXPECT_NEAR(film.firstTime, 0.0, 1e-9);
    EXPECT_EQ(film.codec, "h264");
    EXPECT_EQ(film.pixelFormat, "yuv420p");
    EXPECT_EQ(film.first.width, viewport().width() & ~1);
    EXPECT_EQ(film.first.height, viewport().height() & ~1);
    if (one.targetRate > 0.0) {
      EXPECT_GT(elapsed, 5.0 * seconds) << "this run was to be slow";
    }
    EXPECT_GE(snapshot().run.time, (seconds - 1.0 / 24) * choices().speed - 1e-6);
    EXPECT_TRUE(waitFor([&] { return !probeOf("hud.record"); }));
    key(Qt::Key_Space);
    EXPECT_TRUE(waitFor([&] { return simulation().runState() == RunState::paused; }));
  }
}

TEST_F(FilmTest, TheClockOfTheScreenKeepsWallTime) {
  open(writeScene("box.yaml", boxScene(3, 20)), true);
  click("record.clock.screen");
  ASSERT_EQ(choices().clock, FilmClock::screen);
  EXPECT_FALSE(probeOf("record.speed")) << "its speed is that of the run";
  QElapsedTimer all;
  all.start();
  pressRecord();
  ASSERT_TRUE(waitFor([&] { return filming().status().frames > 0; }, 30000));
  QElapsedTimer some;
  some.start();
  ASSERT_TRUE(waitFor([&] { return some.elapsed() > 1500; }));
  const double shortest = 1e-3 * static_cast<double>(some.elapsed());
  pressRecord();
  const double longest = 1e-3 * static_cast<double>(all.elapsed());
  EXPECT_FALSE(filming().isRecording());
  ASSERT_TRUE(waitForEnd());
  // Its clock starts before `some` and stops between the two last measurements, however slow drawing is.
  const ReadFilm film = readFilm(filming().status().file);
  EXPECT_GE(film.seconds, shortest - 1.0 / 24);
  EXPECT_LE(film.seconds, longest + 1.0 / 24);
  EXPECT_NEAR(film.seconds, static_cast<double>(film.frames) / 24.0, 1e-3);
}

/// A film that nobody had planned: from the history, by one action.
TEST_F(FilmTest, TheLastSecondsAreFilmedAfterwards) {
  open(writeScene("box.yaml", boxScene(2, 5)), false);
  EXPECT_FALSE(filming().filmLast(10.0)) << "nothing has run yet";
  EXPECT_NE(viewport().notice().find("play the scene first"), std::string::npos);
  simulation().step(200);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 200 && !simulation().isBusy(); }, 60000));
  ASSERT_NEAR(snapshot().run.time, 1.0, 1e-9);
  ASSERT_TRUE(filming().filmLast(0.5)) << viewport().notice();
  ASSERT_TRUE(waitForEnd());
  EXPECT_FALSE(filming().status().lastFailed) << filming().status().last;
  const ReadFilm film = readFilm(filming().status().file);
  EXPECT_NEAR(film.seconds, 0.5, 1.5 / 24.0);
  EXPECT_EQ(snapshot().run.step, 200U) << "the run stays where it was";
  window().findChild<QAction*>("copy_film")->trigger();
  ASSERT_EQ(QApplication::clipboard()->mimeData()->urls().size(), 1);
  EXPECT_EQ(QApplication::clipboard()->mimeData()->urls()[0].toLocalFile().toStdString(), filming().status().file);
  QApplication::clipboard()->clear();
  // Ten seconds are more than there are: all of the run.
  window().trigger("record_last");
  ASSERT_TRUE(waitFor([&] { return filming().isRecording(); }));
  ASSERT_TRUE(waitForEnd());
  EXPECT_NEAR(readFilm(filming().status().file).seconds, 1.0, 1.5 / 24.0);
}

TEST_F(FilmTest, ThePanelSetsWhatTheFilmIsLike) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  keepPicture("record_panel");
  click("record.content");
  click("record.content.scene");
  click("record.size");
  click("record.size.square 1080");
  EXPECT_TRUE(probeOf("film_edges")) << "the view shows what the film will see";
  click("record.format");
  click("record.format.WebM");
  click("record.rate");
  click("record.rate.60");
  click("record.quality.small");
  EXPECT_EQ(choices().content, FilmContent::scene);
  EXPECT_EQ(choices().quality, FilmQuality::small);
  typeInto("record.stop_after", "0.1");
  keepPicture("record_chosen");
  click("record");
  ASSERT_TRUE(waitFor([&] { return filming().isRecording(); }));
  key(Qt::Key_Space);
  ASSERT_TRUE(waitForEnd());
  ASSERT_FALSE(filming().status().lastFailed) << filming().status().last;
  EXPECT_EQ(filming().status().file, (films() / "box-001.webm").string());
  const ReadFilm film = readFilm(filming().status().file);
  EXPECT_EQ(film.codec, "vp9");
  EXPECT_EQ(film.frames, 6U);
  EXPECT_EQ(film.first.width, 1080);
  EXPECT_EQ(film.first.height, 1080);
  EXPECT_NE(viewport().notice().find("box-001.webm"), std::string::npos);
  // GIFs of 60 frames a second play too slowly everywhere: the rate goes down with the format.
  click("record.format");
  click("record.format.GIF");
  EXPECT_EQ(choices().framesPerSecond, 50);
  click("record.rate");
  EXPECT_FALSE(probeOf("record.rate.60"));
  click("record.rate.25");
  EXPECT_EQ(choices().framesPerSecond, 25);
}

TEST_F(FilmTest, ThePanelsChoicesAreRemembered) {
  RecordChoices chosen;
  chosen.format = FilmFormat::gif;
  chosen.clock = FilmClock::screen;
  chosen.content = FilmContent::window;
  chosen.quality = FilmQuality::best;
  chosen.framesPerSecond = 25;
  chosen.sizePreset = 5;
  chosen.speed = 0.25;
  chosen.stopAfter = 7.5;
  chosen.folder = films().string();
  chosen.pictureSize = 3;
  chosen.smoothing = 4;
  chosen.ownSize = {640, 360};
  chosen.ownPictureSize = {5000, 4000};
  choices() = chosen;
  window().close();
  RecordChoices restored;
  settings::restoreRecord(restored);
  EXPECT_EQ(restored.format, chosen.format);
  EXPECT_EQ(restored.clock, chosen.clock);
  EXPECT_EQ(restored.content, chosen.content);
  EXPECT_EQ(restored.quality, chosen.quality);
  EXPECT_EQ(restored.framesPerSecond, chosen.framesPerSecond);
  EXPECT_EQ(restored.sizePreset, chosen.sizePreset);
  EXPECT_EQ(restored.speed, chosen.speed);
  EXPECT_EQ(restored.stopAfter, chosen.stopAfter);
  EXPECT_EQ(restored.folder, chosen.folder);
  EXPECT_EQ(restored.pictureSize, chosen.pictureSize);
  EXPECT_EQ(restored.smoothing, chosen.smoothing);
  EXPECT_EQ(restored.ownSize, chosen.ownSize);
  EXPECT_EQ(restored.ownPictureSize, chosen.ownPictureSize);
}

TEST_F(FilmTest, TheLegendIsInTheFilmWhenAsked) {
  open(writeScene("box.yaml", boxScene(4, 20)), false);
  const QImage bare = oneFrame(FilmContent::scene);
  const QImage withLegend = oneFrame(FilmContent::sceneAndLegend);
  ASSERT_FALSE(bare.isNull());
  ASSERT_EQ(bare.size(), withLegend.size());
  const double share = differingShare(bare, withLegend);
  EXPECT_GT(share, 0.01);
  EXPECT_LT(share, 0.2);
  // The legend stands low in the middle, the caption at the top left; the rest is the same.
  const int width = bare.width();
  const int height = bare.height();
  const QRect low(width / 4, height * 4 / 5, width / 2, height / 5);
  EXPECT_GT(differingShare(bare.copy(low), withLegend.copy(low)), 0.1);
  const QRect corner(0, 0, width / 6, height / 10);
  EXPECT_GT(differingShare(bare.copy(corner), withLegend.copy(corner)), 0.1);
  const QRect middle(0, height / 8, width, height * 5 / 8);
  EXPECT_LT(differingShare(bare.copy(middle), withLegend.copy(middle)), 0.01);
  // Both ends of the colour map are seen in its bar.
  const auto seen = [&](const Eigen::Vector3f& colour) {
    for (int y = low.top(); y <= low.bottom(); ++y) {
      for (int x = low.left(); x <= low.right(); ++x) {
        const QRgb pixel = withLegend.pixel(x, y);
        const Eigen::Vector3f shown(static_cast<float>(qRed(pixel)), static_cast<float>(qGreen(pixel)),
                                    static_cast<float>(qBlue(pixel)));
        if ((shown - 255.0f * colour).norm() < 12.0f) {
          return true;
        }
      }
    }
    return false;
  };
  EXPECT_TRUE(seen(colourOf(viewport().options().colourMap, 0.0f)));
  EXPECT_TRUE(seen(colourOf(viewport().options().colourMap, 1.0f)));
  // Hiding the view's legend is no matter of the film's.
  key(Qt::Key_L);
  EXPECT_LT(differingShare(withLegend, oneFrame(FilmContent::sceneAndLegend)), 0.01);
}

TEST_F(FilmTest, AFilmOfTheWindowShowsItAll) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const QImage film = oneFrame(FilmContent::window);
  const QImage seen = window().grab().toImage();
  ASSERT_EQ(film.size(), QSize(seen.width() & ~1, seen.height() & ~1));
  // The scene is as it is seen; menus and buttons of pages are there; and it tells that it is recorded.
  const QRect view(viewport().mapTo(&window(), QPoint(0, 0)), viewport().size());
  const QRect scene(view.center() - QPoint(view.width() / 4, view.height() / 4), view.size() / 2);
  EXPECT_LT(differingShare(film.copy(scene), seen.copy(scene)), 0.01);
  const auto* rail = window().findChild<QToolBar*>("page_rail");
  EXPECT_LT(differingShare(film.copy(rail->geometry()), seen.copy(rail->geometry())), 0.01);
  const auto redPixels = [&view](const QImage& image) {
    int count = 0;
    for (int y = view.top(); y < view.top() + 30; ++y) {
      for (int x = view.left(); x <= view.right(); ++x) {
        count += qRed(image.pixel(x, y)) > 180 && qGreen(image.pixel(x, y)) < 130 ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_GT(redPixels(film), 50);
  EXPECT_EQ(redPixels(seen), 0);
}

/// The simulation goes on, the message tells what to do, and the next film gets a name of its own.
TEST_F(FilmTest, AFullDiskEndsTheFilmOnly) {
  open(writeScene("box.yaml", boxScene(4, 20)), true);
  const auto heightOfStatus = [&] {
    at("record.last");
    const ProbeRect status = probeOf("record.last").value();
    return status.y1 - status.y0;
  };
  const float line = heightOfStatus();
  choices().quality = FilmQuality::best;
  choices().sizePreset = 1;
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto signalBefore = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{200'000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  pressRecord();
  const bool ended = waitForEnd();
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, signalBefore);
  ASSERT_TRUE(ended);
  EXPECT_TRUE(filming().status().lastFailed);
  EXPECT_NE(viewport().notice().find("File too large"), std::string::npos) << viewport().notice();
  EXPECT_NE(viewport().notice().find("box-001.mp4"), std::string::npos) << viewport().notice();
  EXPECT_NE(viewport().notice().find("Free some space"), std::string::npos) << viewport().notice();
  settle();
  EXPECT_GT(heightOfStatus(), 2.5f * line) << "the reason is broken into lines, not cut";
  keepPicture("record_failed");
  const std::uint64_t step = snapshot().run.step;
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step > step + 5; })) << "the simulation goes on";
  choices().sizePreset = 0;
  choices().stopAfter = 0.1;
  pressRecord();
  ASSERT_TRUE(waitForEnd());
  EXPECT_FALSE(filming().status().lastFailed) << filming().status().last;
  EXPECT_EQ(filming().status().file, (films() / "box-002.mp4").string());
}

TEST_F(FilmTest, AFolderThatCannotBeIsNamed) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const auto file = writeScene("no_folder", "x");
  choices().folder = file.string();
  pressRecord();
  ASSERT_TRUE(waitForEnd());
  EXPECT_NE(viewport().notice().find(file.string()), std::string::npos) << viewport().notice();
  // Another one is chosen with the dialog.
  std::filesystem::create_directories(films());
  QTimer::singleShot(300, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    dialog->findChild<QLineEdit*>()->setText(QString::fromStdString(films().string()));
    QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
  });
  click("record_folder");
  EXPECT_TRUE(waitFor([&] { return choices().folder == films().string(); })) << choices().folder;
}

/// Another scene, a restart and a resized window do not end a film.
TEST_F(FilmTest, AFilmSurvivesWhatHappensMeanwhile) {
  open(writeScene("box.yaml", boxScene(3, 20)), true);
  pressRecord();
  ASSERT_TRUE(waitFor([&] { return filming().status().frames > 3; }, 30000));
  key(Qt::Key_Backspace);
  const auto more = [&] {
    const std::uint64_t frames = filming().status().frames;
    return waitFor([&] { return filming().status().frames > frames + 3; }, 30000);
  };
  EXPECT_TRUE(more()) << "after a restart";
  open(writeScene("other.yaml", boxScene(2, 20)), true);
  EXPECT_TRUE(more()) << "in another scene";
  window().resize(700, 500);
  EXPECT_TRUE(more()) << "in a smaller window";
  pressRecord();
  ASSERT_TRUE(waitForEnd());
  const ReadFilm film = readFilm(filming().status().file);
  EXPECT_GT(film.frames, 12U);
  EXPECT_EQ(film.frames, filming().status().frames);
}

TEST_F(FilmTest, ScenePicturesHaveTheSizeAndSmoothnessAskedFor) {
  open(writeScene("box.yaml", boxScene(4, 20)), false);
  click("picture.size");
  click("picture.size.1080p");
  click("picture.smoothing.2 x 2");
  key(Qt::Key_F12, Qt::ShiftModifier);
  ASSERT_TRUE(waitFor([&] { return viewport().notice().find("Picture saved as") == 0; }, 60000)) << viewport().notice();
  const std::string file = viewport().notice().substr(std::string("Picture saved as ").size());
  const QImage smooth(QString::fromStdString(file));
  EXPECT_EQ(smooth.size(), QSize(1920, 1080));
  click("picture.size");
  click("picture.size.own");
  typeInto("picture.size.width", "1001");
  typeInto("picture.size.height", "333");
  viewport().notify("");
  key(Qt::Key_F12, Qt::ShiftModifier);
  ASSERT_TRUE(waitFor([&] { return viewport().notice().find("Picture saved as") == 0; }, 60000)) << viewport().notice();
  EXPECT_EQ(QImage(QString::fromStdString(viewport().notice().substr(std::string("Picture saved as ").size()))).size(),
            QSize(1001, 333));
  click("picture.size");
  click("picture.size.1080p");
  click("picture.smoothing.1");
  viewport().notify("");
  key(Qt::Key_F12, Qt::ShiftModifier);
  ASSERT_TRUE(waitFor([&] { return viewport().notice().find("Picture saved as") == 0; }, 60000)) << viewport().notice();
  const QImage plain(QString::fromStdString(viewport().notice().substr(std::string("Picture saved as ").size())));
  const double share = differingShare(smooth, plain);
  EXPECT_GT(share, 0.0005) << "edges differ";
  EXPECT_LT(share, 0.1) << "the rest does not";
}

}  // namespace
}  // namespace scree::testing
