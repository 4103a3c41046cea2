#include <gtest/gtest.h>

#include <cmath>
#include <thread>
#include <vector>

#include "engine/session/session.h"
#include "engine/state/state.h"
#include "tests/support/busy_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

World fallingForFilm(double timeStep) {
  World world = testing::emptyWorld();
  testing::addFloor(world);
  testing::addSphere(world, Vec3(0, 0, 0.1));
  world.parameters.timeStep = timeStep;
  return world;
}

struct FilmFrame {
  std::uint64_t number = 0;
  double time = 0.0;
};

/// Takes frames as a film does, each as often as it is due, until there are `count`.
std::vector<FilmFrame> film(Session& session, double interval, std::size_t count) {
  session.post(CaptureFrames{interval});
  std::vector<FilmFrame> frames;
  for (int calls = 0; frames.size() < count && calls < 100000; ++calls) {
    session.advance();
    if (session.captures().pending()) {
      const std::shared_ptr<const Snapshot> shown = session.captures().latest();
      for (std::uint64_t number = frames.size(); number < shown->run.filmFrames && number < count; ++number) {
        frames.push_back({number, shown->run.time});
      }
      session.acknowledgeCapture(shown->run.filmFrames);
    }
  }
  return frames;
}

/// Frame k shows the first state at or after k intervals, whatever the ratio of interval and step is.
TEST(Capture, FramesShowTheFirstStateThatReachesTheirTime) {
  for (const double interval : {0.005, 1.0 / 30, 0.1 / 60, 0.0123}) {
    Session session(fallingForFilm(5e-3), true);
    session.post(SetTargetRate{0.0});
    const std::vector<FilmFrame> frames = film(session, interval, 60);
    ASSERT_EQ(frames.size(), 60U) << interval;
    for (const FilmFrame& frame : frames) {
      const double wanted = static_cast<double>(frame.number) * interval;
      EXPECT_GE(frame.time, wanted - 1e-6 * interval) << "frame " << frame.number << " of " << interval;
      EXPECT_LT(frame.time, wanted + 5e-3) << "frame " << frame.number << " of " << interval;
    }
  }
}

TEST(Capture, TheSimulationWaitsUntilTheFrameWasTaken) {
  Session session(fallingForFilm(5e-3), true);
  session.post(SetTargetRate{0.0});
  session.post(CaptureFrames{0.02});
  for (int i = 0; i < 20; ++i) {
    session.advance();
  }
  EXPECT_EQ(session.world().step, 0U) << "frame 0 was not taken";
  session.acknowledgeCapture(1);
  for (int i = 0; i < 20; ++i) {
    session.advance();
  }
  EXPECT_EQ(session.world().step, 4U) << "20 ms are four steps, then frame 1 waits";
  // It answers commands meanwhile, and a step asked for is taken when the frame is.
  const std::uint64_t sequence = session.post(StepOnce{1});
  session.advance();
  EXPECT_EQ(session.snapshots().latest()->run.lastCommand, sequence);
  EXPECT_EQ(session.world().step, 4U);
  session.acknowledgeCapture(2);
  session.advance();
  EXPECT_EQ(session.world().step, 5U);
  // Without a film it runs on.
  session.post(Play{});
  session.post(CaptureFrames{0.0});
  for (int i = 0; i < 10; ++i) {
    session.advance();
  }
  EXPECT_GE(session.world().step, 14U);
  EXPECT_EQ(session.snapshots().latest()->run.filmFrames, 0U);
}

TEST(Capture, WhilePausedNoFrameIsDue) {
  Session session(fallingForFilm(5e-3), false);
  session.post(CaptureFrames{0.01});
  session.advance();
  ASSERT_TRUE(session.captures().pending());
  EXPECT_EQ(session.captures().latest()->run.filmFrames, 1U);
  session.acknowledgeCapture(1);
  for (int i = 0; i < 5; ++i) {
    session.advance();
  }
  EXPECT_FALSE(session.captures().pending());
}

/// A restart or another scene does not stop the film: it goes on there with the next frame.
TEST(Capture, GoesOnAfterARestartAndAnotherWorld) {
  Session session(fallingForFilm(5e-3), true);
  session.post(SetTargetRate{0.0});
  ASSERT_EQ(film(session, 0.01, 10).size(), 10U);
  for (const Command& command :
       {Command(Restart{}), Command(ReplaceWorld{std::make_shared<const World>(testing::busyWorld())})}) {
    const std::uint64_t before = session.snapshots().latest()->run.filmFrames;
    session.post(command);
    session.advance();
    const std::shared_ptr<const Snapshot> shown = session.captures().latest();
    EXPECT_EQ(shown->run.filmFrames, before + 1);
    EXPECT_EQ(shown->run.time, 0.0);
    for (int i = 0; i < 50; ++i) {
      session.acknowledgeCapture(session.captures().latest()->run.filmFrames);
      session.advance();
    }
    EXPECT_GT(session.captures().latest()->run.filmFrames, before + 10);
  }
}

TEST(Capture, RefusesIntervalsThatAreNone) {
  Session session(fallingForFilm(5e-3), false);
  for (const double bad : {-1.0, 1e-12, std::nan(""), HUGE_VAL}) {
    session.post(CaptureFrames{bad});
    session.advance();
    EXPECT_NE(session.snapshots().latest()->run.message, "") << bad;
    EXPECT_EQ(session.snapshots().latest()->run.filmFrames, 0U) << bad;
  }
}

TEST(Capture, AFilmChangesNoBitOfTheRun) {
  constexpr std::uint64_t kSteps = 80;
  Session plain(testing::busyWorld(), true);
  plain.post(SetTargetRate{0.0});
  while (plain.world().step < kSteps) {
    plain.advance();
  }
  Session filmed(testing::busyWorld(), true);
  filmed.post(SetTargetRate{0.0});
  const double interval = 1.7 * filmed.world().parameters.timeStep;
  film(filmed, interval, 20);
  filmed.post(CaptureFrames{0.0});
  while (filmed.world().step < kSteps) {
    filmed.advance();
  }
  EXPECT_EQ(stateHash(filmed.world()), stateHash(plain.world()));
}

}  // namespace
}  // namespace scree
