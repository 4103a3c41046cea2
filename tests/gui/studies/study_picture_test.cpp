// Pictures and names of a study as numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "app/study_dock/number_names.h"
#include "app/study_dock/study_model.h"
#include "app/study_dock/study_picture.h"
#include "app/study_dock/sweep_questions.h"

namespace scree {
namespace {

/// Runs of `rows` settings of two keys with seeds, all done; the number of each is given.
StudyRuns madeRuns(const std::vector<std::vector<std::string>>& rows, std::size_t seeds,
                   const std::function<double(std::size_t row, std::size_t seed)>& number) {
  auto opened = std::make_shared<OpenedStudy>();
  opened->study.keys = {"default_pair.friction", "solver.sweeps"};
  opened->study.rows = rows;
  opened->study.collect = {"angle.mean_deg"};
  for (std::size_t seed = 0; seed < seeds; ++seed) {
    opened->study.seeds.push_back(std::to_string(seed + 1));
  }
  StudyRuns runs;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t seed = 0; seed < seeds; ++seed) {
      opened->points.push_back({.row = row, .seed = seed, .hash = {}, .start = {}});
      PointReading reading;
      reading.status = {.state = PointState::done, .code = 0, .reason = {}, .seconds = 2.0};
      reading.numbers = {number(row, seed)};
      runs.readings.push_back(std::move(reading));
    }
  }
  runs.study = std::move(opened);
  return runs;
}

std::vector<std::vector<std::string>> gridRows(int across, int up) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < across; ++i) {
    for (int j = 0; j < up; ++j) {
      rows.push_back({std::to_string(0.2 + 0.1 * i), std::to_string(8 + 2 * j)});
    }
  }
  return rows;
}

TEST(NumberNames, TellUnitsAndLeaveOutWhatAllKeysHave) {
  EXPECT_EQ(nameOfNumber("angle.mean_deg").withUnit(), "angle.mean [deg]");
  EXPECT_EQ(nameOfNumber("belt.speed_m_s").withUnit(), "belt.speed [m/s]");
  EXPECT_EQ(nameOfNumber("counts.particles").withUnit(), "counts.particles");
  EXPECT_EQ(shortNames({"default_pair.friction", "solver.sweeps"}), (std::vector<std::string>{"friction", "sweeps"}));
  EXPECT_EQ(shortNames({"materials.a.density", "materials.b.density", "seed"}),
            (std::vector<std::string>{"a.density", "b.density", "seed"}));
  EXPECT_DOUBLE_EQ(numberOf("10 mm").value, 0.01);
  EXPECT_EQ(numberOf("10 mm").unit, "m");
  EXPECT_TRUE(std::isnan(numberOf("off").value));
}

TEST(ValueAxis, IsLogarithmicOverDecadesAndHasRoundTicks) {
  const KeyAxis decades = axisOfTexts("dt", {"0.01", "0.1", "1"});
  EXPECT_TRUE(decades.axis.isLog);
  EXPECT_NEAR(decades.axis.shareOf(0.1), 0.5, 1e-12);
  EXPECT_NEAR(decades.axis.numberAt(0.5), 0.1, 1e-12);
  EXPECT_EQ(decades.axis.ticks(5).size(), 3U);
  const KeyAxis lengths = axisOfTexts("size", {"10 mm", "2 cm"});
  EXPECT_EQ(lengths.axis.title(), "size [m]");
  EXPECT_DOUBLE_EQ(lengths.axis.high, 0.02);
  const KeyAxis words = axisOfTexts("merging", {"off", "on", "off"});
  EXPECT_EQ(words.axis.words, (std::vector<std::string>{"off", "on"}));
  EXPECT_EQ(words.numbers, (std::vector<double>{0.0, 1.0, 0.0}));
  // A single value lies in the middle.
  EXPECT_DOUBLE_EQ(axisOfTexts("one", {"3"}).axis.shareOf(3.0), 0.5);
  EXPECT_EQ(roundLevels(0.13, 0.52, 4), (std::vector<double>{0.2, 0.30000000000000004, 0.4, 0.5}));
  EXPECT_TRUE(roundLevels(1.0, 1.0, 4).empty());
}

TEST(ParallelPicture, HasAnAxisForEachKeySeedAndNumber) {
  StudyRuns runs = madeRuns({{"0.2", "8"}, {"0.6", "16"}}, 2,
                            [](std::size_t row, std::size_t seed) { return 10.0 * static_cast<double>(row + seed); });
  runs.readings[3].status.state = PointState::failed;
  const ParallelPicture picture = parallelPicture(runs, 0);
  ASSERT_EQ(picture.axes.size(), 4U);
  EXPECT_EQ(picture.keys, 3U);
  EXPECT_EQ(picture.coloured, 3U);
  EXPECT_EQ(picture.axes[3].title(), "angle.mean [deg]");
  ASSERT_EQ(picture.lines.size(), 4U);
  EXPECT_EQ(picture.lines[0].shares, (std::vector<double>{0.0, 0.0, 0.0, 0.0}));
  EXPECT_EQ(picture.lines[1].shares, (std::vector<double>{0.0, 0.0, 1.0, 1.0}));
  EXPECT_TRUE(std::isnan(picture.lines[3].shares[3]));
  EXPECT_TRUE(std::isnan(picture.lines[3].colour));
  // From (0, 100) over (100, 100) and (200, 0): half way between the last two only the second line passes.
  EXPECT_EQ(nearestLine(picture, 300.0, 100.0, 150.0, 52.0, 8.0), 1U);
  EXPECT_EQ(nearestLine(picture, 300.0, 100.0, 50.0, 50.0, 8.0), std::nullopt);
  // A line that has no number yet ends before it.
  EXPECT_EQ(nearestLine(picture, 300.0, 100.0, 20.0, 2.0, 8.0), 2U);
}

TEST(Triangulation, CoversTheHullOnceWhateverTheOrder) {
  for (const int side : {2, 3, 7}) {
    std::vector<std::array<double, 2>> points;
    for (int i = 0; i < side * side; ++i) {
      const int k = (i * 5 + 3) % (side * side);  // 5 and the number of points have no common divisor
      points.push_back({(k % side) / (side - 1.0), static_cast<double>(k / side) / (side - 1.0)});
    }
    double area = 0.0;
    for (const auto& [a, b, c] : triangulate(points)) {
      const double one = 0.5 * ((points[b][0] - points[a][0]) * (points[c][1] - points[a][1]) -
                                (points[b][1] - points[a][1]) * (points[c][0] - points[a][0]));
      EXPECT_GT(one, 0.0);
      area += one;
    }
    EXPECT_NEAR(area, 1.0, 1e-12) << side;
    EXPECT_EQ(triangulate(points).size(), static_cast<std::size_t>(2 * (side - 1) * (side - 1)));
  }
  EXPECT_TRUE(triangulate({{0.0, 0.0}, {0.5, 0.5}, {1.0, 1.0}}).empty());
  EXPECT_TRUE(triangulate({{0.0, 0.0}, {1.0, 0.0}}).empty());
  EXPECT_TRUE(triangulate({}).empty());
}

/// Of four points that are no square the shorter diagonal is the side.
TEST(Triangulation, HasNoPointInTheCircleOfATriangle) {
  const std::vector<std::array<double, 2>> points = {{0.0, 0.5}, {1.0, 0.5}, {0.5, 0.4}, {0.5, 0.6}};
  const auto triangles = triangulate(points);
  ASSERT_EQ(triangles.size(), 2U);
  for (const std::array<std::size_t, 3>& triangle : triangles) {
    const std::set<std::size_t> corners(triangle.begin(), triangle.end());
    EXPECT_TRUE(corners.contains(2) && corners.contains(3));
  }
}

TEST(ValueMap, IsLinearBetweenMeansOverSeeds) {
  // The seeds lie 1 above and below a plane over both keys.
  const auto plane = [](double friction, double sweeps) { return 3.0 + 20.0 * friction + 0.5 * sweeps; };
  const StudyRuns runs = madeRuns(gridRows(4, 3), 2, [&](std::size_t row, std::size_t seed) {
    return plane(0.2 + 0.1 * static_cast<double>(row / 3), 8.0 + 2.0 * static_cast<double>(row % 3)) +
           (seed == 0 ? 1.0 : -1.0);
  });
  const ValueMap map = valueMap(runs, 0, 1, 0);
  EXPECT_EQ(map.samples.size(), 12U);
  EXPECT_EQ(map.samples.front().count, 2U);
  EXPECT_EQ(map.triangles.size(), 12U);
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, {0.13, 0.77}, {0.5, 0.5}, {1.0, 1.0}}) {
    ASSERT_TRUE(map.at(x, y));
    EXPECT_NEAR(*map.at(x, y), plane(map.x.numberAt(x), map.y.numberAt(y)), 1e-9);
  }
  EXPECT_EQ(map.at(1.1, 0.5), std::nullopt);
  // A contour of a plane is straight: from one side to another, all its points have the level.
  const auto pieces = contourOf(map, 14.0);
  ASSERT_FALSE(pieces.empty());
  for (const std::array<double, 4>& piece : pieces) {
    EXPECT_NEAR(plane(map.x.numberAt(piece[0]), map.y.numberAt(piece[1])), 14.0, 1e-9);
    EXPECT_NEAR(plane(map.x.numberAt(piece[2]), map.y.numberAt(piece[3])), 14.0, 1e-9);
  }
}

TEST(ValueMap, LeavesOutWhatIsNotDone) {
  StudyRuns runs = madeRuns(gridRows(2, 2), 1, [](std::size_t row, std::size_t) { return static_cast<double>(row); });
  runs.readings[3].status.state = PointState::running;
  const ValueMap map = valueMap(runs, 0, 1, 0);
  EXPECT_EQ(map.samples.size(), 3U);
  EXPECT_TRUE(map.at(0.2, 0.2));
  EXPECT_FALSE(map.at(0.9, 0.9)) << "beyond the hull";
}

TEST(StudyModel, SortsByNumbersWithUnknownOnesLastAndStartsFirst) {
  StudyRuns runs = madeRuns({{"10", "8"}, {"9", "8"}, {"0.5", "8"}, {"2", "8"}}, 1, [](std::size_t row, std::size_t) {
    return row == 1 ? std::nan("") : 5.0 - static_cast<double>(row);
  });
  auto opened = std::make_shared<OpenedStudy>(*runs.study);
  opened->study.start = StudyStart{};
  opened->points.insert(opened->points.begin(), StudyPoint{.row = kStartRow, .seed = 0, .hash = {}, .start = {}});
  opened->starts = 1;
  StudyModel model;
  model.show(opened);
  std::vector<std::pair<std::size_t, PointReading>> news;
  for (std::size_t i = 0; i < 4; ++i) {
    news.emplace_back(i + 1, runs.readings[i]);
  }
  news[1].second.status = {.state = PointState::failed, .code = 8, .reason = "stopped by the guard", .seconds = 0.0};
  model.take(std::move(news));
  StudyOrder order;
  order.setSourceModel(&model);
  order.setSortRole(StudyModel::kSortRole);
  const auto column = [&](int section) {
    std::vector<std::string> texts;
    for (int row = 0; row < order.rowCount(); ++row) {
      texts.push_back(order.index(row, section).data().toString().toStdString());
    }
    return texts;
  };
  using Texts = std::vector<std::string>;
  order.sort(0, Qt::AscendingOrder);
  EXPECT_EQ(column(0), (Texts{"start", "0.5", "2", "9", "10"}));
  order.sort(0, Qt::DescendingOrder);
  EXPECT_EQ(column(0), (Texts{"start", "10", "9", "2", "0.5"}));
  constexpr int kNumber = 5;
  EXPECT_EQ(model.headerData(kNumber, Qt::Horizontal, Qt::DisplayRole).toString(), "angle.mean [deg]");
  order.sort(kNumber, Qt::AscendingOrder);
  EXPECT_EQ(column(kNumber), (Texts{"", "2", "3", "5", ""}));
  order.sort(kNumber, Qt::DescendingOrder);
  EXPECT_EQ(column(kNumber), (Texts{"", "5", "3", "2", ""}));
  EXPECT_EQ(column(6).back(), "stopped by the guard");
  order.setState(static_cast<int>(PointState::failed));
  EXPECT_EQ(column(0), (Texts{"9"}));
  EXPECT_EQ(model.counts().text(), "3 of 4 done, 1 failed");
}

TEST(SweepQuestions, CountRunsAndSweeps) {
  EXPECT_TRUE(stopQuestion(1).contains("the run that has begun"));
  EXPECT_TRUE(stopQuestion(1).endsWith("what it has computed."));
  EXPECT_TRUE(stopQuestion(3).contains("the 3 runs that have begun"));
  EXPECT_TRUE(stopQuestion(3).endsWith("what they have computed."));
  EXPECT_TRUE(closeQuestion(1).startsWith("A sweep of a study is running."));
  EXPECT_TRUE(closeQuestion(2).startsWith("2 sweeps of studies are running."));
}

TEST(StudyCounts, TellTheTimeLeftWhileSomethingRuns) {
  StudyCounts counts;
  counts.all = 12;
  counts.of = {6, 0, 2, 4, 0};  // waiting, begun, running, done, failed
  counts.meanSeconds = 10.0;
  // Six whole runs and two halves, two at a time.
  ASSERT_TRUE(counts.left());
  EXPECT_DOUBLE_EQ(*counts.left(), 35.0);
  EXPECT_EQ(counts.text(), "4 of 12 done, 2 running, 6 waiting, about 35 s left");
  counts.of = {8, 0, 0, 4, 0};
  EXPECT_FALSE(counts.left());
}

}  // namespace
}  // namespace scree
