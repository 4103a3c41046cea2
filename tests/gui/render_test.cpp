// Films without a window: by ndem and scree with no display at all, and of a replay in the window.
#include <QElapsedTimer>
#include <QFileInfo>
#include <QImage>
#include <QTest>
#include <cmath>
#include <csignal>

#include "app/film/filming.h"
#include "app/view/camera_path.h"
#include "app/window/files/camera_path_files.h"
#include "tests/gui/films/render_program.h"
#include "tests/gui/support/gui_fixture.h"
#include "tests/video/film_reader.h"

namespace scree::testing {
namespace {

TEST_F(RenderProgram, ARecordingBecomesAFilmWithoutADisplay) {
  const QString run1 = recording();
  ASSERT_EQ(run(NDEM_PROGRAM, {"render", run1, "--out", "film.mp4", "--size", "320x240", "--fps", "25"}), 0)
      << text_.toStdString();
  const ReadFilm film = readFilm(path("film.mp4").toStdString());
  // From 0 s to 1 s inclusive.
  EXPECT_EQ(film.frames, 26U);
  EXPECT_EQ(film.codec, "h264");
  EXPECT_EQ(film.pixelFormat, "yuv420p");
  EXPECT_EQ(film.first.width, 320);
  EXPECT_EQ(film.first.height, 240);
  // The grains fall: the film moves.
  double moved = 0.0;
  for (std::size_t i = 0; i < film.first.pixels.size(); ++i) {
    moved += std::abs(film.first.pixels[i][1] - film.last.pixels[i][1]);
  }
  EXPECT_GT(moved / static_cast<double>(film.first.pixels.size()), 0.3);
}

TEST_F(RenderProgram, PartsSpeedsAndACameraPathAreFollowed) {
  const QString box = recording();
  CameraPath path2;
  Camera camera;
  camera.target = {0.0, 0.0, 0.1};
  camera.distance = 0.8f;
  path2.add({0.5, camera});
  camera.distance = 3.0f;
  path2.add({0.6, camera});
  write("path.csv", cameraPathText(path2));
  // A tenth of a second in slow motion: a step fills several frames, and yet the camera moves in each.
  ASSERT_EQ(run(SCREE_PROGRAM, {"--render", "film", "--from", "500 ms", "--speed", "0.05", "--seconds", "2 s", "--fps",
                                "10", "--size", "320x200", "--show", "scene", "--camera", "path.csv", box}),
            0)
      << text_.toStdString();
  const auto picture = [&](int number) { return QImage(path(QString("film/%1.png").arg(number, 5, 10, QChar('0')))); };
  ASSERT_FALSE(picture(20).isNull());
  EXPECT_TRUE(picture(21).isNull()) << "two seconds of ten frames";
  for (int i = 3; i < 18; ++i) {
    EXPECT_GT(differingShare(picture(i), picture(i + 1)), 0.001) << "frame " << i;
  }
  EXPECT_GT(differingShare(picture(1), picture(20)), 0.05);
}

TEST_F(RenderProgram, TheSameFilmTwice) {
  const QString box = recording();
  for (const char* name : {"one", "two"}) {
    ASSERT_EQ(run(NDEM_PROGRAM, {"render", box, "--out", name, "--size", "320x200", "--fps", "10"}), 0)
        << text_.toStdString();
  }
  for (const char* picture : {"00001.png", "00006.png", "00011.png"}) {
    const QImage one(path(QString("one/") + picture));
    ASSERT_FALSE(one.isNull()) << picture;
    EXPECT_EQ(one, QImage(path(QString("two/") + picture))) << picture;
  }
}

TEST_F(RenderProgram, AShippedSceneIsFilmedToo) {
  ASSERT_EQ(run(NDEM_PROGRAM, {"render", "column", "--out", "film.webm", "--size", "320x200", "--seconds", "0.5"}), 0)
      << text_.toStdString();
  EXPECT_EQ(readFilm(path("film.webm").toStdString()).frames, 15U);
}

TEST_F(RenderProgram, SaysWhatWentWrong) {
  EXPECT_EQ(run(NDEM_PROGRAM, {"render", "nothing.scree", "--out", "film.mp4"}), 2);
  EXPECT_TRUE(text_.contains("nothing.scree")) << text_.toStdString();
  write("bad.scree", "SCREE");
  EXPECT_EQ(run(NDEM_PROGRAM, {"render", "bad.scree", "--out", "film.mp4"}), 5);
  EXPECT_TRUE(text_.contains("bad.scree")) << text_.toStdString();
  EXPECT_EQ(run(NDEM_PROGRAM, {"render", "column", "--out", "film.avi"}), 1);
  EXPECT_TRUE(text_.contains(".mp4")) << text_.toStdString();
  write("path.csv", "1,2,3\n");
  EXPECT_EQ(run(NDEM_PROGRAM, {"render", "column", "--out", "film.mp4", "--camera", "path.csv"}), 2);
  EXPECT_TRUE(text_.contains("path.csv:1:")) << text_.toStdString();
  EXPECT_EQ(run(NDEM_PROGRAM, {"render", "column", "--out", "/dev/null/film.mp4", "--size", "320x200"}), 4);
  EXPECT_TRUE(text_.contains("/dev/null")) << text_.toStdString();
  EXPECT_EQ(run(SCREE_PROGRAM, {"--render", "film.mp4", "--show", "window", "column"}), 1);
}

TEST_F(RenderProgram, InterruptedItEndsTheFilmAndKilledLeavesOneThatPlays) {
  for (const int signal : {SIGINT, SIGKILL}) {
    const QString name = signal == SIGINT ? "stopped.mp4" : "killed.mp4";
    start(NDEM_PROGRAM, {"render", "column", "--out", name, "--size", "320x200", "--seconds", "1000"});
    ASSERT_TRUE(process_.waitForStarted());
    QElapsedTimer clock;
    clock.start();
    while (QFileInfo(path(name)).size() < 20000 && clock.elapsed() < 60000 &&
           process_.state() != QProcess::NotRunning) {
      process_.waitForFinished(20);
    }
    ASSERT_EQ(process_.state(), QProcess::Running)
        << "It ended by itself with " << process_.exitCode() << ": " << process_.readAll().toStdString();
    ::kill(static_cast<pid_t>(process_.processId()), signal);
    ASSERT_TRUE(process_.waitForFinished(20000));
    text_ = process_.readAll();
    EXPECT_GE(readFilm(path(name).toStdString()).frames, 30U) << text_.toStdString();
    if (signal == SIGINT) {
      EXPECT_EQ(process_.exitCode(), 130) << text_.toStdString();
      EXPECT_TRUE(text_.contains("cut short")) << text_.toStdString();
    }
  }
}

/// The run so far, filmed again in the window.
class ReplayFilm : public GuiTest {
 protected:
  void SetUp() override {
    GuiTest::SetUp();
    window().resize(900, 700);
    viewport().memory().record.folder = folder_.path().toStdString();
    viewport().memory().record.framesPerSecond = 25;
    viewport().memory().record.sizePreset = kOwnSize;
    viewport().memory().record.ownSize = {320, 240};
    for (const char* panel : {"run", "colour", "scene"}) {
      viewport().layout().setFolded(panel, true);
    }
  }
  bool waitForEnd() {
    return waitFor([&] { return window().filming().status().state == RecordStatus::State::idle; }, 120000);
  }
};

TEST_F(ReplayFilm, ShowsTheRunSoFarAtAnySizeWhileTheWindowGoesOn) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  simulation().step(100);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 100; }, 60000));
  key(Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
  click("record.clock.replay");
  ASSERT_EQ(viewport().memory().record.clock, FilmClock::replay);
  keepPicture("record_replay");
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(window().filming().isRecording()) << viewport().notice();
  EXPECT_EQ(snapshot().run.step, 100U) << "the run itself stays where it is";
  ASSERT_TRUE(waitForEnd());
  EXPECT_FALSE(window().filming().status().lastFailed) << window().filming().status().last;
  const ReadFilm film = readFilm(window().filming().status().file);
  EXPECT_EQ(film.frames, 13U) << "0 s to 0.5 s, 25 frames a second";
  EXPECT_EQ(film.first.width, 320);
  EXPECT_EQ(snapshot().run.step, 100U);
  EXPECT_EQ(snapshot().run.timeline.last.step, 100U);
}

TEST_F(ReplayFilm, KeysMakeAPathThatViewAndFilmFollow) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const Camera first = viewport().camera().now();
  key(Qt::Key_K, Qt::ControlModifier);
  ASSERT_EQ(viewport().options().path.keys().size(), 1U);
  simulation().step(40);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 40; }, 60000));
  wheel(freePoint(), 4);
  settle();
  const float near = viewport().camera().now().distance;
  ASSERT_LT(near, 0.8f * first.distance);
  click("camera_key");
  ASSERT_EQ(viewport().options().path.keys().size(), 2U);
  keepPicture("camera_path");
  window().trigger("camera_follow");
  ASSERT_TRUE(waitFor([&] { return viewport().options().followPath; }));
  simulation().seek(20);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 20 && viewport().camera().now().distance > 1.05f * near; }));
  EXPECT_NEAR(viewport().camera().now().distance, viewport().options().path.at(snapshot().run.time).distance, 1e-6f);
  // A key of the list is gone to, and taken away.
  viewport().camera().setFollowPath(false);
  settle();
  click("camera_path.key_0");
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step == 0; }));
  EXPECT_TRUE(waitFor([&] { return std::abs(viewport().camera().now().distance - first.distance) < 1e-5f; }));
  const auto file = std::filesystem::path(folder_.path().toStdString()) / "path.csv";
  EXPECT_TRUE(window().parts().cameraPaths.saveTo(file));
  settle();
  click("camera_path.remove_0");
  EXPECT_EQ(viewport().options().path.keys().size(), 1U);
  EXPECT_TRUE(window().parts().cameraPaths.openFrom(file));
  EXPECT_EQ(viewport().options().path.keys().size(), 2U);
  EXPECT_FALSE(window().parts().cameraPaths.openFrom(writeScene("bad.csv", "1,2\n")));
  EXPECT_NE(viewport().notice().find("bad.csv:1:"), std::string::npos) << viewport().notice();
}

TEST_F(ReplayFilm, AFilmOfTheWindowCannotBeReplayed) {
  open(writeScene("box.yaml", boxScene(2, 10)), false);
  viewport().memory().record.clock = FilmClock::replay;
  viewport().memory().record.content = FilmContent::window;
  key(Qt::Key_R, Qt::ControlModifier);
  EXPECT_TRUE(waitFor([&] { return viewport().notice().find("replay") != std::string::npos; })) << viewport().notice();
  EXPECT_FALSE(window().filming().isRecording());
}

}  // namespace
}  // namespace scree::testing
