// Studies whose points follow from results: more seeds until errors are small, and searches.
#include <fmt/format.h>

#include <QProcess>
#include <QTabWidget>
#include <cmath>
#include <fstream>

#include "app/study_dock/run_lines_view.h"
#include "app/study_dock/shipped_studies.h"
#include "app/study_dock/value_map_view.h"
#include "app/study_dock/watch/study_watch.h"
#include "app/sweep/wanted_points.h"
#include "engine/io/output_file.h"
#include "tests/gui/studies/studies_fixture.h"

namespace scree::testing {
namespace {

/// Marks a run as done, with a number of particles in its report.
void finishRun(const SweepFolder& folder, const std::string& hash, double particles) {
  const PointFolder files = folder.point(hash);
  fs::create_directories(files.path);
  std::ofstream(files.report()) << fmt::format(R"({{"run": {{"steps": 20}}, "counts": {{"particles": {}}}}})",
                                               particles);
  markDone(files, 0, 1.5);
}

std::shared_ptr<const OpenedStudy> openedFrom(const fs::path& folder, const std::string& text) {
  std::ofstream(folder / "box.yaml") << boxScene(2, 10);
  std::ofstream(folder / "study.yaml") << text;
  OpenedStudyResult read = openStudy(folder / "study.yaml");
  if (!read.study) {
    throw std::runtime_error(read.errors.front().text());
  }
  return read.study;
}

/// Points that are needed only if results ask for them are no points that wait.
TEST(StudyGrowth, SeedsThatAreNotWantedYetDoNotWait) {
  const QTemporaryDir made;
  const fs::path here = made.path().toStdString();
  const auto study = openedFrom(here,
                                "scene: box.yaml\nvary: {solver.sweeps: [10, 20]}\nrun: {until: 0.1 s}\n"
                                "seeds: {first: 2, most: 6, error: {counts.particles: 0.5}}\n"
                                "collect: [counts.particles]\n");
  ASSERT_EQ(study->points.size(), 12U);
  const SweepFolder folder{here / "out"};
  StudyWatch watch(study, folder.path);
  StudyModel model;
  model.show(study);
  const auto look = [&] {
    FolderNews news = watch.look();
    model.take(std::move(news.points));
    if (news.wanted) {
      model.setWanted(std::move(*news.wanted));
    }
    EXPECT_EQ(model.counts().all, wantedPoints(study->study, study->points, folder).size());
  };
  look();
  EXPECT_EQ(model.counts().text(), "0 of 4 done, 4 waiting, 8 more perhaps");
  EXPECT_EQ(model.data(model.index(1, 2), Qt::DisplayRole).toString(), "waiting");
  EXPECT_EQ(model.data(model.index(2, 2), Qt::DisplayRole).toString(), "perhaps");
  EXPECT_EQ(model.data(model.index(2, 2), StudyModel::kStateRole).toInt(), StudyModel::kPerhaps);
  EXPECT_NE(model.data(model.index(2, 0), Qt::ForegroundRole), model.data(model.index(1, 0), Qt::ForegroundRole));
  EXPECT_TRUE(model.textOf(2).contains("only if results ask for it"));
  // The numbers of the first setting scatter with an error of 1, those of the second do not: two seeds more.
  for (const std::size_t place : {0U, 1U, 6U, 7U}) {
    finishRun(folder, study->points[place].hash, place == 0 ? 1.0 : 3.0);
  }
  look();
  EXPECT_EQ(model.counts().text(), "4 of 6 done, 2 waiting, 6 more perhaps");
  EXPECT_EQ(model.data(model.index(2, 2), Qt::DisplayRole).toString(), "waiting");
  EXPECT_EQ(model.data(model.index(8, 2), Qt::DisplayRole).toString(), "perhaps");
  finishRun(folder, study->points[2].hash, 2.0);
  finishRun(folder, study->points[3].hash, 2.0);
  look();
  EXPECT_EQ(model.counts().text(), "6 of 6 done, 6 more perhaps");
}

constexpr const char* kSearch =
    "name: Find\n"
    "scene: box.yaml\n"
    "vary: {default_pair.friction: {from: 0.2, to: 0.8}, default_pair.stiffness: {from: 1 kN/m, to: 5 kN/m}}\n"
    "minimise: counts.particles\n"
    "seeds: 2\n"
    "run: {until: 0.1 s}\n"
    "search: {points: 8, stages: 2}\n";

/// A search shows the stages that its results reach, and the optimum after each.
TEST(StudyGrowth, ASearchGrowsByItsStages) {
  const QTemporaryDir made;
  const fs::path here = made.path().toStdString();
  std::shared_ptr<const OpenedStudy> study = openedFrom(here, kSearch);
  ASSERT_NE(study->search, nullptr);
  EXPECT_EQ(study->points.size(), 16U);
  EXPECT_EQ(study->study.keys, (std::vector<std::string>{"default_pair.friction", "default_pair.stiffness", "stage"}));
  const SweepFolder folder{here / "out"};
  StudyWatch watch(study, folder.path);
  FolderNews news = watch.look();
  EXPECT_EQ(news.study, nullptr);
  EXPECT_EQ(news.points.size(), 16U);
  const auto finishAll = [&] {
    for (std::size_t i = 0; i < study->points.size(); ++i) {
      if (statusOf(folder.point(study->points[i].hash)).state != PointState::done) {
        const std::string& text = study->study.rows[study->points[i].row][0];
        const double friction = std::stod(text);
        finishRun(folder, study->points[i].hash,
                  5.0 + 100.0 * (friction - 0.4) * (friction - 0.4) + (i % 2 == 0 ? 0.0 : 0.01));
      }
    }
  };
  finishAll();
  news = watch.look();
  ASSERT_NE(news.study, nullptr);
  study = news.study;
  EXPECT_EQ(study->search->stages, 2U);
  EXPECT_FALSE(study->search->isOver);
  EXPECT_EQ(study->points.size(), 32U);
  EXPECT_EQ(news.points.size(), 32U) << "all are told anew";
  EXPECT_EQ(study->study.rows[study->points.back().row].back(), "2");
  EXPECT_TRUE(study->search->best.starts_with("Best after stage 1: default_pair.friction 0.4")) << study->search->best;
  EXPECT_EQ(watch.look().study, nullptr);
  finishAll();
  news = watch.look();
  ASSERT_NE(news.study, nullptr);
  EXPECT_TRUE(news.study->search->isOver);
  EXPECT_NE(news.study->search->end, "");
  EXPECT_TRUE(news.study->search->best.starts_with("Best after stage 2: ")) << news.study->search->best;
  // A run that begins anew takes the search back.
  forgetRun(folder.point(study->points[3].hash));
  news = watch.look();
  ASSERT_NE(news.study, nullptr);
  EXPECT_EQ(news.study->search->stages, 1U);
  EXPECT_EQ(news.study->search->best, "");
}

/// Runs of a search are those of its scenes, with the numbers of each.
TEST(StudyGrowth, ASearchOverScenesKeepsThemApart) {
  const QTemporaryDir made;
  const fs::path here = made.path().toStdString();
  const auto study =
      openedFrom(here,
                 "scenes:\n"
                 "  wet: {scene: box.yaml, run: {until: 0.1 s}}\n"
                 "  dry: {scene: box.yaml, run: {until: 0.2 s, set: {default_pair.friction: 0.7}}}\n"
                 "vary: {default_pair.restitution: {from: 0.1, to: 0.5}}\n"
                 "match: {wet.counts.particles: {value: 8, error: 1}, dry.run.steps: {value: 40, error: 1}}\n"
                 "seeds: 1\n"
                 "search: {points: 4, stages: 1}\n");
  ASSERT_EQ(study->points.size(), 8U);
  EXPECT_EQ(study->study.rows[study->points[1].row].back(), "dry");
  const SweepFolder folder{here / "out"};
  EXPECT_EQ(*placeOf(*study, 0, folder).task.run.until, 0.1);
  EXPECT_EQ(*placeOf(*study, 1, folder).task.run.until, 0.2);
  const std::string report = R"({"run": {"steps": 20}, "counts": {"particles": 8}})";
  const std::vector<double> wet = numbersIn(*study, 0, report);
  const std::vector<double> dry = numbersIn(*study, 1, report);
  EXPECT_EQ(wet[0], 8.0);
  EXPECT_TRUE(std::isnan(wet[1]));
  EXPECT_TRUE(std::isnan(dry[0]));
  EXPECT_EQ(dry[1], 20.0);
}

class SearchInTheDock : public StudiesTest {};

TEST_F(SearchInTheDock, IsRunToItsEnd) {
  window().resize(1280, 800);
  show(
      study("name: Least loss\n"
            "scene: box.yaml\n"
            "vary: {default_pair.friction: {from: 0.1, to: 0.9}, default_pair.stiffness: {from: 1 kN/m, to: 9 kN/m}}\n"
            "minimise: budget.dissipation_J\n"
            "seeds: 2\n"
            "run: {until: 0.2 s}\n"
            "search: {points: 8, stages: 2}\n",
            3));
  EXPECT_EQ(views().model().rowCount(), 16);
  const auto text = [&](const char* name) { return window().findChild<QLabel*>(name)->text(); };
  EXPECT_EQ(text("study_summary"), "Stage 1 of at most 2: 0 of 16 done, 16 waiting");
  press("study_start");
  ASSERT_TRUE(waitFor([&] { return in(PointState::done) == 32 && dock().state() == SweepState::idle; }, 120000));
  EXPECT_EQ(text("study_summary"), "Stage 2 of at most 2: 32 of 32 done");
  EXPECT_TRUE(text("study_best").startsWith("Best after stage 2: default_pair.friction "))
      << text("study_best").toStdString();
  EXPECT_TRUE(text("study_message").startsWith("The search is over: ")) << text("study_message").toStdString();
  EXPECT_FALSE(button("study_start")->isEnabled());
  // The same points as ndem tells.
  QProcess status;
  status.start(NDEM_PROGRAM, {"sweep", folder_.filePath("heap.yaml"), "--out",
                              QString::fromStdString(dock().folder().string()), "--status"});
  ASSERT_TRUE(status.waitForFinished());
  const QString told = status.readAllStandardOutput();
  for (const StudyPoint& point : views().model().runs().study->points) {
    EXPECT_TRUE(told.contains(QString::fromStdString(point.hash))) << point.hash;
  }
  ASSERT_TRUE(waitFor([&] { return views().lines().picture().lines.size() == 32; }));
  settle();
  keepPicture("studies_search_lines");
  window().findChild<QTabWidget*>("study_pictures")->setCurrentIndex(1);
  ASSERT_TRUE(views().map().map());
  EXPECT_EQ(views().map().map()->samples.size(), 16U);
  settle();
  keepPicture("studies_search_map");
  choose(3);
  press("study_open_point");
  ASSERT_TRUE(waitFor([&] { return simulation().isCurrentWorld() && snapshot().particles() == 27; }));
  EXPECT_NEAR(snapshot().run.time, 0.2, 1e-9);
}

TEST_F(SearchInTheDock, AllShippedStudiesOpen) {
  showDock();
  const QMenu* menu = button("study_more")->menu();
  int opened = 0;
  for (const fs::path& file : shippedStudies()) {
    dock().open(file);
    ASSERT_TRUE(waitFor([&] { return !dock().isReading(); }, 30000));
    EXPECT_EQ(dock().errors().toStdString(), "") << file;
    EXPECT_GT(views().model().counts().all, 0U) << file;
    keepPicture(QString("studies_shipped_%1").arg(QString::fromStdString(file.stem().string())));
    ++opened;
  }
  EXPECT_GE(opened, 4);
  EXPECT_GT(menu->actions().size(), opened);
}

}  // namespace
}  // namespace scree::testing
