#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>
#include <cstdlib>

#include "engine/session/session.h"
#include "tests/gui/films/film_fixture.h"

namespace scree::testing {
namespace {

/// Grains at random places in a bin so wide that their law carries them, so many that placing them takes seconds.
std::string siloScene(int grains) {
  // Height for the grains at a third of the volume, above the lower end and with room for one more at the upper one.
  const double height = 0.03 + 1.2 * grains * 3.0 * 1.15e-6 / (1.0 * 1.0);
  return "scree: 1\nname: Silo\nmaterials:\n  ore: {density: 3700 kg/m3}\n"
         "default_pair: {restitution: 0.18, friction: 0.91, stiffness: 3 kN/m, damping_time: 1 ms}\n"
         "bodies:\n  floor: {shapes: [{plane: {material: ore}}]}\n"
         "particles:\n  - fill:\n      region: {box: {lower: [0, 0, 10 mm], upper: [1000 mm, 1000 mm, " +
         std::to_string(height) + "]}}\n      count: " + std::to_string(grains) +
         "\n      layout: random\n      diameter: 13 mm\n      material: ore\n";
}

class LongWorkTest : public FilmsTest {
 protected:
  void SetUp() override {
    FilmsTest::SetUp();
    // Longest time for which the window handles no event, while somebody asks.
    gaps_.setInterval(0);
    QObject::connect(&gaps_, &QTimer::timeout, [this] { longestGap_ = std::max(longestGap_, sinceEvent_.restart()); });
  }
  void TearDown() override {
    gaps_.stop();
    FilmsTest::TearDown();
  }
  void measureGaps() {
    longestGap_ = 0;
    sinceEvent_.start();
    gaps_.start();
  }
  /// Keeps a picture, the time for which is none of the window's.
  void keepPictureAside(const QString& name) {
    gaps_.stop();
    keepPicture(name);
    sinceEvent_.start();
    gaps_.start();
  }
  /// Longest gap between events since measureGaps() [ms].
  qint64 longestGap() {
    gaps_.stop();
    return longestGap_;
  }
  /// A gap that drawing a frame on this machine may take, as it does with nothing else to do.
  qint64 usualGap() {
    measureGaps();
    for (int i = 0; i < 20; ++i) {
      viewport().requestFrame();
      const std::uint64_t frames = viewport().frames().count();
      waitFor([&] { return viewport().frames().count() > frames; }, 2000);
    }
    return longestGap();
  }
  bool isListed(std::string_view beginning) {
    const std::optional<std::string> text = textOf("work.0");
    return probeOf("work.0") && text && text->starts_with(beginning);
  }
  std::vector<Eigen::Vector4f> places() { return snapshot().grains.positionRadius; }
  /// Places of the grains of a scene after some steps, in a session of its own.
  static std::vector<Eigen::Vector4f> placesAfter(const std::filesystem::path& file, std::uint64_t steps) {
    Session session(loadScene(file).scene->world, false);
    session.post(StepOnce{static_cast<int>(steps)});
    while (session.world().step < steps) {
      session.advance();
    }
    session.advance();
    return session.snapshots().latest()->grains.positionRadius;
  }

 private:
  QTimer gaps_;
  QElapsedTimer sinceEvent_;
  qint64 longestGap_ = 0;
};

TEST_F(LongWorkTest, LoadingTellsItsProgressAndCanBeCancelled) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  simulation().step(5);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 5 && !simulation().isBusy(); }));
  const auto before = places();
  const qint64 usual = usualGap();
  const auto silo = writeScene("silo.yaml", siloScene(200000));
  measureGaps();
  window().openScene(silo);
  ASSERT_TRUE(waitFor([&] { return isListed("Loading silo.yaml: placing grains"); }, 20000));
  ASSERT_TRUE(waitFor([&] { return textOf("work.0.bar").value_or("").find('%') != std::string::npos; }));
  keepPictureAside("work_loading");
  click("work.0.cancel");
  QElapsedTimer clock;
  clock.start();
  ASSERT_TRUE(waitFor([&] { return !simulation().isLoading(); }, 20000));
  EXPECT_LT(clock.elapsed(), 1500) << "it ends soon";
  EXPECT_LE(longestGap(), std::max<qint64>(150, 3 * usual)) << "usual " << usual;
  EXPECT_NE(viewport().notice().find("silo.yaml was not opened"), std::string::npos) << viewport().notice();
  EXPECT_EQ(snapshot().run.step, 5U);
  EXPECT_EQ(places(), before);
  settle();
  EXPECT_FALSE(probeOf("work.0"));
  simulation().step(1);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step == 6; })) << "the run goes on";
  EXPECT_EQ(simulation().scene().name, "Test box");
  // The same scene can be opened after all.
  open(writeScene("small.yaml", siloScene(500)), false);
  EXPECT_EQ(snapshot().particles(), 500U);
}

TEST_F(LongWorkTest, SeekingCanBeStoppedAndTheRunIsWhole) {
  const auto file = writeScene("box.yaml", boxScene(7, 400));
  open(file, false);
  simulation().post(SetHistoryBudget{1});  // keeps nearly no states: going back steps from the start
  // As many steps as this machine takes several seconds for: work is listed after 0.4 s, and a click needs time, too.
  constexpr double kSeconds = 4.0;
  constexpr int kTimed = 60;
  QElapsedTimer clock;
  clock.start();
  simulation().step(kTimed);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == kTimed && !simulation().isBusy(); }, 60000));
  const double stepsASecond = kTimed / std::max(1e-3 * static_cast<double>(clock.elapsed()), 1e-3);
  const auto last = static_cast<std::uint64_t>(std::max(2.0 * kTimed, kSeconds * stepsASecond));
  simulation().step(static_cast<int>(last - kTimed));
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == last && !simulation().isBusy(); }, 120000));
  const auto end = places();
  const qint64 usual = usualGap();
  measureGaps();
  simulation().seek(last - 3);
  ASSERT_TRUE(waitFor([&] { return isListed("Going to"); }, 20000)) << snapshot().run.step;
  keepPictureAside("work_seeking");
  click("work.0.cancel");
  ASSERT_TRUE(waitFor([&] { return !snapshot().run.timeline.seekTo && !simulation().isBusy(); }, 20000));
  EXPECT_LE(longestGap(), std::max<qint64>(150, 3 * usual)) << "usual " << usual;
  const std::uint64_t reached = snapshot().run.step;
  EXPECT_GT(reached, 0U);
  ASSERT_LT(reached, last - 3) << "it was to be stopped on the way";
  EXPECT_EQ(places(), placesAfter(file, reached)) << "the state of step " << reached;
  // The rest of the run is still there, as it was.
  EXPECT_EQ(snapshot().run.timeline.last.step, last);
  simulation().seek(last);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == last && !simulation().isBusy(); }, 120000));
  EXPECT_EQ(places(), end);
}

TEST_F(LongWorkTest, AComparisonCanBeCancelledAndChangesNothing) {
  const auto file = writeScene("box.yaml", boxScene(5, 50));
  open(file, false);
  simulation().step(40);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 40 && !simulation().isBusy(); }, 60000));
  measureGaps();
  simulation().post(CompareMethods{100000});
  ASSERT_TRUE(waitFor([&] { return isListed("Comparing methods"); }, 10000));
  keepPicture("work_comparing");
  click("work.0.cancel");
  ASSERT_TRUE(waitFor([&] { return !simulation().compared() && !simulation().isBusy(); }, 5000));
  longestGap();
  EXPECT_EQ(snapshot().solver.comparison, nullptr);
  simulation().step(1);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 41 && !simulation().isBusy(); }));
  EXPECT_EQ(places(), placesAfter(file, 41));
  // One that is given up before its turn is not begun.
  simulation().post(CompareMethods{100000});
  simulation().post(StopComparing{});
  ASSERT_TRUE(waitFor([&] { return !simulation().isBusy(); }, 3000));
  EXPECT_EQ(snapshot().solver.comparison, nullptr);
  simulation().post(CompareMethods{5});
  EXPECT_TRUE(waitFor([&] { return snapshot().solver.comparison != nullptr; })) << "a later one is made";
}

TEST_F(LongWorkTest, AFilmTellsItsProgressAndCancelledLeavesNoFile) {
  open(writeScene("box.yaml", boxScene(3, 20)), true);
  for (const FilmFormat format : {FilmFormat::mp4, FilmFormat::gif, FilmFormat::pictures}) {
    choices().format = format;
    choices().stopAfter = 600.0;
    key(Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return filming().status().frames > 3 && isListed("Filming"); }, 60000));
    ASSERT_NE(filesOfFilms(), 0U);
    if (format == FilmFormat::mp4) {
      keepPicture("work_filming");
      click("work.0.cancel");
    } else {
      click("cancel_film");
    }
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(filesOfFilms(), 0U) << static_cast<int>(format);
    EXPECT_FALSE(filming().status().lastFailed);
    EXPECT_NE(filming().status().last.find("cancelled"), std::string::npos) << filming().status().last;
  }
  const std::uint64_t step = snapshot().run.step;
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step > step + 3; })) << "the run waits for no film";
  // The next film is not given up.
  choices().format = FilmFormat::mp4;
  choices().stopAfter = 0.2;
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(waitForEnd());
  EXPECT_EQ(filesOfFilms(), 1U);
}

/// Cancelling where there is nothing to cancel says so.
TEST_F(LongWorkTest, GivingUpNothingSaysSo) {
  open(writeScene("box.yaml", boxScene(2, 5)), false);
  window().trigger("cancel_film");
  EXPECT_TRUE(waitFor([&] { return viewport().notice() == "No film is being made"; })) << viewport().notice();
  window().trigger("cancel_loading");
  EXPECT_TRUE(waitFor([&] { return viewport().notice() == "Nothing is being loaded"; })) << viewport().notice();
}

}  // namespace
}  // namespace scree::testing
