#include "app/film/replay_run.h"
#include "engine/snapshot/twin_snapshot.h"
#include "tests/gui/films/film_fixture.h"

namespace scree::testing {
namespace {

/// Share of colourful pixels, as grains have them and ground and plates do not.
double colourfulShare(const QImage& picture, const QRect& part) {
  int count = 0;
  for (int y = part.top(); y <= part.bottom(); ++y) {
    for (int x = part.left(); x <= part.right(); ++x) {
      const QColor colour(picture.pixel(x, y));
      count += colour.saturation() > 90 ? 1 : 0;
    }
  }
  return static_cast<double>(count) / (part.width() * part.height());
}

/// Both halves hold grains, and they differ.
void expectTwoHalves(const QImage& picture) {
  ASSERT_FALSE(picture.isNull());
  const int half = picture.width() / 2;
  // Captions and legend stand above and below.
  const int top = picture.height() / 4;
  const int height = picture.height() / 2;
  const QRect left(2, top, half - 8, height);
  const QRect right(half + 6, top, half - 8, height);
  EXPECT_GT(colourfulShare(picture, left), 0.002);
  EXPECT_GT(colourfulShare(picture, right), 0.002);
  // The same place seen by both: the halves have the same camera, a half of the width apart.
  EXPECT_GT(differingShare(picture.copy(2, top, half - 8, height), picture.copy(half + 2, top, half - 8, height)),
            0.001);
  int bright = 0;
  for (int y = top; y < top + height; ++y) {
    for (int x = half - 2; x <= half + 2; ++x) {
      bright += qGray(picture.pixel(x, y)) > 200 ? 1 : 0;
    }
  }
  EXPECT_GE(bright, height) << "the border between them";
}

/// Sweeps that carry the grains when they start from the last multipliers, and do not when they start from zero: the
/// twin without warm starting sinks in.
constexpr int kFewSweeps = 2;
constexpr TwinChoice kRough{TwinDifference::warmStart};

TEST_F(FilmsTest, TheLastSecondsShowTheTwinThatRuns) {
  open(writeScene("box.yaml", boxScene(5, kFewSweeps)), false);
  simulation().step(20);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 20 && !simulation().isBusy(); }, 60000));
  simulation().post(StartTwin{kRough});
  simulation().step(60);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 80 && !simulation().isBusy(); }, 60000));
  ASSERT_NE(snapshot().twin.snapshot, nullptr);
  ASSERT_EQ(snapshot().twin.snapshot->steps, 60U);
  click("record.twin.side by side");
  ASSERT_EQ(choices().twin, FilmTwin::sideBySide);
  choices().format = FilmFormat::pictures;
  // The film begins after the twin did, which is stepped from its own beginning.
  ASSERT_TRUE(filming().filmLast(0.2)) << viewport().notice();
  ASSERT_TRUE(waitForEnd());
  ASSERT_FALSE(filming().status().lastFailed) << filming().status().last;
  const QString folder = QString::fromStdString(filming().status().file);
  const QImage last(QString("%1/%2.png").arg(folder).arg(filming().status().frames, 5, 10, QChar('0')));
  expectTwoHalves(last);
  if (const char* artifacts = std::getenv("SCREE_ARTIFACTS")) {
    last.save(QString(artifacts) + "/film_twin.png");
  }
  EXPECT_EQ(snapshot().run.step, 80U) << "the run stays where it was";
}

TEST_F(FilmsTest, TheLastSecondsTellWhyTheyAreFewer) {
  open(writeScene("box.yaml", boxScene(3, kFewSweeps)), false);
  simulation().step(100);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 100 && !simulation().isBusy(); }, 60000));
  simulation().post(StartTwin{kRough});
  click("record.twin.side by side");
  ASSERT_EQ(choices().twin, FilmTwin::sideBySide);
  choices().format = FilmFormat::pictures;
  ASSERT_TRUE(waitFor([&] { return snapshot().twin.snapshot != nullptr; }));
  key(Qt::Key_L, Qt::ControlModifier);
  EXPECT_FALSE(filming().isRecording());
  EXPECT_NE(viewport().notice().find("twin has only just begun"), std::string::npos) << viewport().notice();
  simulation().step(40);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 140 && !simulation().isBusy(); }, 60000));
  ASSERT_EQ(snapshot().scene.parameters.timeStep, 5e-3);
  key(Qt::Key_L, Qt::ControlModifier);
  EXPECT_NE(viewport().notice().find("0.2 s, not 10 s: the twin began 0.2 s ago"), std::string::npos)
      << viewport().notice();
  ASSERT_TRUE(waitForEnd());
  EXPECT_NEAR(static_cast<double>(filming().status().frames), 0.2 * 24, 1.5);
  EXPECT_NE(viewport().notice().find("the twin began 0.2 s before its end"), std::string::npos) << viewport().notice();
  // The run alone is filmed from its beginning, and nothing is to be explained.
  choices().twin = FilmTwin::asView;
  key(Qt::Key_L, Qt::ControlModifier);
  ASSERT_TRUE(waitForEnd());
  EXPECT_NEAR(static_cast<double>(filming().status().frames), 0.7 * 24, 1.5);
  EXPECT_EQ(viewport().notice().find("the twin began"), std::string::npos) << viewport().notice();
}

/// The twin of a replay is the twin of the run, bit for bit.
TEST_F(FilmsTest, AReplayStepsTheSameTwin) {
  open(writeScene("box.yaml", boxScene(6, kFewSweeps)), false);
  simulation().step(30);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 30 && !simulation().isBusy(); }, 60000));
  simulation().post(StartTwin{kRough});
  simulation().step(40);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 70 && !simulation().isBusy(); }, 60000));
  const TwinSnapshot& live = *snapshot().twin.snapshot;
  const auto promise = std::make_shared<std::promise<std::shared_ptr<const Recording>>>();
  auto recording = promise->get_future();
  simulation().post(TakeRecording{promise});
  ReplayPlan plan;
  plan.source = recording.get();
  plan.from = snapshot().run.time - 0.05;
  plan.twin = ReplayTwin{live.choice, live.since};
  plan.interval = 0.05;
  ReplayRun replay(plan);
  std::shared_ptr<const Snapshot> newest;
  double share = 0.0;
  int told = 0;
  for (int i = 0; i < 5000 && !(newest != nullptr && newest->run.step == 70); ++i) {
    replay.advance();
    if (const std::optional<ReplayWay> way = replay.way(); way && way->isOfTwin) {
      EXPECT_GE(way->share, share) << "it goes on";
      share = way->share;
      ++told;
    }
    if (replay.captures().pending()) {
      newest = replay.captures().latest();
      replay.acknowledge(newest->run.filmFrames);
    }
  }
  ASSERT_NE(newest, nullptr);
  EXPECT_FALSE(replay.way()) << "frames are made";
  EXPECT_GE(told, 25) << "the twin is stepped over 30 steps before the first frame";
  EXPECT_GT(share, 0.9);
  ASSERT_EQ(newest->run.step, 70U);
  ASSERT_NE(newest->twin.snapshot, nullptr);
  EXPECT_EQ(newest->twin.snapshot->steps, 40U);
  const auto& own = newest->twin.snapshot->other->grains.positionRadius;
  const auto& others = live.other->grains.positionRadius;
  ASSERT_EQ(own.size(), others.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    EXPECT_EQ(own[i], others[i]) << i;
  }
  EXPECT_NE(own, newest->grains.positionRadius) << "the twin was to differ from its run";
}

TEST_F(FilmsTest, ALiveFilmSideBySideNeedsATwin) {
  open(writeScene("box.yaml", boxScene(5, kFewSweeps)), false);
  EXPECT_FALSE(canReach("record.no_twin"));
  click("record.twin.side by side");
  EXPECT_TRUE(canReach("record.no_twin")) << "the panel says so before";
  click("record.clock.replay");
  EXPECT_FALSE(canReach("record.no_twin")) << "a replay steps its own";
  click("record.clock.simulation");
  keepPicture("record_no_twin");
  key(Qt::Key_R, Qt::ControlModifier);
  EXPECT_FALSE(filming().isRecording());
  EXPECT_NE(viewport().notice().find("start one with T"), std::string::npos) << viewport().notice();
  simulation().post(StartTwin{kRough});
  simulation().step(60);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 60 && !simulation().isBusy(); }, 60000));
  EXPECT_FALSE(canReach("record.no_twin"));
  viewport().options().twinMode = TwinMode::first;
  expectTwoHalves(oneFrame());
  choices().twin = FilmTwin::asView;
  const QImage alone = oneFrame();
  EXPECT_GT(colourfulShare(alone, {alone.width() / 4, alone.height() / 4, alone.width() / 2, alone.height() / 2}),
            0.002);
}

}  // namespace
}  // namespace scree::testing
