// The watch over the folder of a sweep, and how long a look takes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <chrono>
#include <fstream>

#include "app/study_dock/run_lines_view.h"
#include "app/study_dock/study_views.h"
#include "app/study_dock/watch/study_watch.h"
#include "engine/io/output_file.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBoxScene = R"(scree: 1
name: Box
time_step: 5 ms
solver: {sweeps: 20}
materials: {ore: {density: 3700 kg/m3}}
default_pair: {friction: 0.5}
bodies: {floor: {shapes: [{plane: {material: ore}}]}}
particles: [{sphere: {position: [0, 0, 20 mm], diameter: 10 mm, material: ore}}]
bounds: {lower: [-1 m, -1 m, -1 m], upper: [1 m, 1 m, 1 m]}
)";

class StudyWatchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(made_.isValid());
    folder_ = made_.path().toStdString();
    write(folder_ / "box.yaml", kBoxScene);
  }
  static void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  std::shared_ptr<const OpenedStudy> opened(const std::string& more) {
    write(folder_ / "study.yaml",
          "scene: box.yaml\nrun: {until: 0.1 s}\ncollect: [run.steps, counts.particles]\n" + more);
    OpenedStudyResult result = openStudy(folder_ / "study.yaml");
    if (!result.study) {
      throw std::runtime_error(result.errors.front().text());
    }
    return result.study;
  }
  SweepFolder out() const { return {folder_ / "out"}; }
  void finish(const std::string& hash, int steps) const {
    const PointFolder files = out().point(hash);
    write(files.report(), fmt::format(R"({{"run": {{"steps": {}}}, "counts": {{"particles": 1}}}})", steps));
    markDone(files, 0, 1.5);
  }

  QTemporaryDir made_;
  fs::path folder_;
};

TEST_F(StudyWatchTest, TellsEachChangeOnce) {
  const auto study = opened("vary: {solver.sweeps: [10, 20]}\nseeds: 2\n");
  ASSERT_EQ(study->points.size(), 4U);
  StudyWatch watch(study, out().path);
  FolderNews news = watch.look();
  EXPECT_EQ(news.points.size(), 4U);
  EXPECT_FALSE(news.isLocked);
  EXPECT_TRUE(watch.look().points.empty());
  finish(study->points[2].hash, 20);
  const PointFolder begun = out().point(study->points[1].hash);
  write(begun.state(), "state");
  news = watch.look();
  ASSERT_EQ(news.points.size(), 2U);
  EXPECT_EQ(news.points[0].first, 1U);
  EXPECT_EQ(news.points[0].second.status.state, PointState::begun);
  EXPECT_TRUE(news.points[0].second.hasState);
  EXPECT_EQ(news.points[1].second.status.state, PointState::done);
  EXPECT_EQ(news.points[1].second.numbers, (std::vector<double>{20.0, 1.0}));
  EXPECT_TRUE(watch.look().points.empty());
  // A point that is run again is no longer done.
  forgetRun(out().point(study->points[2].hash));
  news = watch.look();
  ASSERT_EQ(news.points.size(), 1U);
  EXPECT_EQ(news.points[0].second.status.state, PointState::waiting);
  EXPECT_TRUE(std::isnan(news.points[0].second.numbers[0]));
}

TEST_F(StudyWatchTest, KnowsASweepByItsLock) {
  const auto study = opened("");
  StudyWatch watch(study, out().path);
  {
    const auto lock = FileLock::take(out().lock());
    ASSERT_TRUE(lock);
    const FolderNews news = watch.look();
    EXPECT_TRUE(news.isLocked);
    EXPECT_EQ(news.owner, ::getpid());
  }
  EXPECT_FALSE(watch.look().isLocked);
}

TEST_F(StudyWatchTest, ForgetsWhatIsBegunAndNothingElse) {
  const auto study = opened("seeds: 3\n");
  finish(study->points[0].hash, 20);
  write(out().point(study->points[0].hash).state(), "end");
  write(out().point(study->points[1].hash).state(), "begun");
  write(out().point(study->points[2].hash).state(), "runs");
  const auto runs = FileLock::take(out().point(study->points[2].hash).lock());
  EXPECT_EQ(forgetBegun(*study, out()), 1U);
  EXPECT_TRUE(fs::exists(out().point(study->points[0].hash).state()));
  EXPECT_FALSE(fs::exists(out().point(study->points[1].hash).state()));
  EXPECT_TRUE(fs::exists(out().point(study->points[2].hash).state()));
}

TEST_F(StudyWatchTest, SeesThatAFileOfTheStudyChanges) {
  const auto study = opened("seeds: 2\n");
  EXPECT_FALSE(haveChanged(study->files));
  fs::last_write_time(folder_ / "box.yaml", fs::last_write_time(folder_ / "box.yaml") + std::chrono::seconds(2));
  EXPECT_TRUE(haveChanged(study->files));
}

TEST_F(StudyWatchTest, TellsAllMistakesOfAStudy) {
  write(folder_ / "study.yaml",
        "scene: box.yaml\nvary: {solver.sweps: [1, 2]}\nrun: {until: 0.1 s}\ncollect: [run.steps]\n");
  const OpenedStudyResult result = openStudy(folder_ / "study.yaml");
  EXPECT_EQ(result.study, nullptr);
  ASSERT_EQ(result.errors.size(), 1U);
  EXPECT_EQ(result.errors[0].line, 2);
  EXPECT_NE(result.errors[0].remedy, "");
}

TEST_F(StudyWatchTest, FoldersAreBesideTheStudyOrWithTheDocuments) {
  EXPECT_EQ(usualFolder(folder_ / "heap.yaml", false, "/documents"), folder_ / "heap");
  EXPECT_EQ(usualFolder(folder_ / "heap.yaml", true, "/documents"), "/documents/heap");
}

/// A look at a thousand points goes on beside the window, which takes over what has changed.
TEST_F(StudyWatchTest, AThousandPointsDoNotMakeTheWindowStutter) {
  const auto study = opened("vary: {default_pair.friction: {from: 0.1, to: 0.9, count: 500}}\nseeds: 2\n");
  ASSERT_EQ(study->points.size(), 1000U);
  for (std::size_t i = 0; i < 1000; ++i) {
    if (i % 2 == 0) {
      finish(study->points[i].hash, 20);
    }
  }
  using Clock = std::chrono::steady_clock;
  const auto millisecondsOf = [](const auto& work) {
    const Clock::time_point start = Clock::now();
    work();
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  StudyWatch watch(study, out().path);
  FolderNews news;
  const double first = millisecondsOf([&] { news = watch.look(); });
  ASSERT_EQ(news.points.size(), 1000U);
  StudyViews views;
  views.resize(440, 600);
  views.show(study);
  const std::vector<std::pair<std::size_t, PointReading>> one(news.points.begin(), news.points.begin() + 1);
  const double taken = millisecondsOf([&] { views.take(std::move(news.points)); });
  const double takenOne = millisecondsOf([&] { views.take(one); });
  const double counted = millisecondsOf([&] { EXPECT_EQ(views.model().counts().in(PointState::done), 500U); });
  const double painted = millisecondsOf([&] { views.lines().grab(); });
  const double again = millisecondsOf([&] { views.lines().grab(); });
  const double next = millisecondsOf([&] { EXPECT_TRUE(watch.look().points.empty()); });
  fmt::print(
      "1000 points: first look {:.1f} ms, further ones {:.1f} ms; in the window all {:.2f} ms, one {:.2f} ms, count "
      "{:.3f} ms, lines painted in {:.1f} ms, again in {:.1f} ms\n",
      first, next, taken, takenOne, counted, painted, again);
  EXPECT_LT(takenOne + counted, 10.0);
  EXPECT_LT(painted, 50.0);
  EXPECT_LT(next, 200.0);
}

}  // namespace
}  // namespace scree
