#include <QElapsedTimer>
#include <QTest>
#include <algorithm>
#include <ctime>

#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

double processSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// A bed in a small window, so that software drawing is fast, and a step of many seconds.
class LongStepTest : public GuiTest {
 protected:
  void startLongStep() {
    window().resize(760, 480);
    open(writeScene("box.yaml", boxScene(6, 30)), true);
    ASSERT_TRUE(waitFor([&] { return snapshot().run.time > 0.5; }, 60000));
    simulation().setPlaying(false);
    ASSERT_TRUE(waitFor([&] { return simulation().runState() == RunState::paused; }));
    simulation().post(SetParameter{ParameterKey::substeps, 16});
    simulation().post(SetParameter{ParameterKey::sweeps, 1e6});
    ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.sweeps == 1000000; }));
    simulation().setPlaying(true);
    ASSERT_TRUE(waitFor([&] { return simulation().longStep().has_value(); }));
  }

  /// Milliseconds from a click to the end of the first frame that shows its effect, for clicks over some time; sorted.
  std::vector<qint64> answerTimes(int milliseconds) {
    std::vector<qint64> answers;
    QElapsedTimer all;
    all.start();
    while (all.elapsed() < milliseconds) {
      const bool before = viewport().memory().showLegend;
      const std::uint64_t frames = viewport().frames().count();
      QElapsedTimer clock;
      clock.start();
      mouseClick(Qt::LeftButton, Qt::NoModifier, at("legend"));
      EXPECT_TRUE(waitFor(
          [&] { return viewport().memory().showLegend != before && viewport().frames().count() > frames; }, 5000));
      answers.push_back(clock.elapsed());
      QTest::qWait(40);
    }
    std::sort(answers.begin(), answers.end());
    return answers;
  }
};

TEST_F(LongStepTest, EveryClickIsAnsweredWithin100Milliseconds) {
  // The same clicks while nothing is computed tell what this machine needs by itself: where others load it, the long
  // step must still not add to that.
  window().resize(760, 480);
  for (const std::string_view id : {"scene", "layers", "clip", "inspector", "sensors", "record", "history"}) {
    viewport().layout().setFolded(id, true);  // so that the clicked box is in sight in so small a window
  }
  settle();
  const std::vector<qint64> idle = answerTimes(1500);
  startLongStep();
  const std::vector<qint64> answers = answerTimes(5000);
  ASSERT_TRUE(simulation().longStep().has_value()) << "the step must still be under way";
  EXPECT_GT(simulation().longStep()->seconds, 5.0);
  EXPECT_TRUE(probeOf("hud.computing").has_value());
  keepPicture("long_step");
  RecordProperty("clicks", static_cast<int>(answers.size()));
  RecordProperty("slowest_ms", static_cast<int>(answers.back()));
  RecordProperty("median_ms", static_cast<int>(answers[answers.size() / 2]));
  EXPECT_GE(answers.size(), 20U);
  // One click of the fifty may fall into a moment in which the machine itself stood still.
  EXPECT_LE(answers[answers.size() - 2], std::max<qint64>(100, 2 * idle.back()))
      << "worst " << answers.back() << " ms, median " << answers[answers.size() / 2] << " ms of " << answers.size()
      << ", idle " << idle[idle.size() / 2] << " to " << idle.back() << " ms, a frame "
      << viewport().frames().times().milliseconds << " ms";
}

TEST_F(LongStepTest, PausingShowsAtOnceAndRestartInterrupts) {
  startLongStep();
  key(Qt::Key_Space);
  EXPECT_EQ(simulation().runState(), RunState::pausing);
  EXPECT_TRUE(probeOf("hud.state").has_value());
  QElapsedTimer clock;
  clock.start();
  key(Qt::Key_Backspace);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step == 0 && simulation().runState() == RunState::paused; }, 3000));
  EXPECT_LT(clock.elapsed(), 2000);
}

TEST_F(LongStepTest, OpeningAnotherSceneDoesNotWait) {
  startLongStep();
  QElapsedTimer clock;
  clock.start();
  open(writeScene("other.yaml", boxScene(2, 20)), true);
  EXPECT_EQ(snapshot().particles(), 8U);
  EXPECT_LT(clock.elapsed(), 3000);
}

TEST_F(LongStepTest, QuittingDoesNotWait) {
  startLongStep();
  QElapsedTimer clock;
  clock.start();
  TearDown();
  EXPECT_LT(clock.elapsed(), 1000);
}

TEST_F(GuiTest, APausedWindowCostsAlmostNothing) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  QTest::qWait(600);
  settle();
  const std::uint64_t frames = viewport().frames().count();
  const double before = processSeconds();
  QTest::qWait(2000);
  EXPECT_LE(viewport().frames().count() - frames, 1U) << "nothing changes, nothing is drawn";
  EXPECT_LT(processSeconds() - before, 0.06) << "3 % of a core";
}

}  // namespace
}  // namespace scree::testing
