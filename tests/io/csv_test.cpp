#include <gtest/gtest.h>

#include <charconv>

#include "engine/io/csv_writer.h"
#include "engine/step/step.h"
#include "tests/io/sample_world.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

// Fields of each line, quotes resolved (RFC 4180; no line breaks inside fields here).
std::vector<std::vector<std::string>> table(const std::filesystem::path& file) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row = {""};
  bool inQuotes = false;
  const std::string content = readFile(file);
  for (std::size_t i = 0; i < content.size(); ++i) {
    const char c = content[i];
    if (c == '"') {
      if (inQuotes && content[i + 1] == '"') {
        row.back() += content[++i];
      } else {
        inQuotes = !inQuotes;
      }
    } else if (c == ',' && !inQuotes) {
      row.emplace_back();
    } else if (c == '\n' && !inQuotes) {
      rows.push_back(std::move(row));
      row = {""};
    } else {
      row.back() += c;
    }
  }
  return rows;
}

double number(const std::string& text) {
  double value = -1e99;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  EXPECT_TRUE(result.ec == std::errc() && result.ptr == text.data() + text.size()) << text;
  return value;
}

double at(const std::vector<std::vector<std::string>>& rows, std::size_t row, const std::string& column) {
  const auto found = std::find(rows[0].begin(), rows[0].end(), column);
  EXPECT_NE(found, rows[0].end()) << column;
  return number(rows[row].at(static_cast<std::size_t>(found - rows[0].begin())));
}

TEST(Csv, RowsHoldTheStepExactly) {
  const TestFolder folder;
  World world = sampleWorld();
  StepData data;
  CsvSeries csv(folder.path(), world);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(step(world, data));
    csv.writeDepartures(world);
    csv.writeRow(world, data);
  }
  csv.close();
  const auto rows = table(folder / "timeseries.csv");
  ASSERT_EQ(rows.size(), 4U);
  for (const auto& row : rows) {
    EXPECT_EQ(row.size(), rows[0].size());
  }
  EXPECT_EQ(at(rows, 1, "step"), 1.0);
  EXPECT_EQ(at(rows, 3, "time_s"), world.time);
  EXPECT_EQ(at(rows, 3, "particles"), 2.0);
  EXPECT_EQ(at(rows, 3, "contacts"), static_cast<double>(data.list.contacts.size()));
  EXPECT_EQ(at(rows, 3, "kinetic_J"), world.budget.kinetic);
  EXPECT_EQ(at(rows, 3, "residual_normal_m_s"), data.report.residuals.back().rms[0]);
  EXPECT_EQ(at(rows, 3, "sweeps"), 150.0);
  EXPECT_EQ(at(rows, 3, "floor, flat.force_z_N"), world.bodies[0].reaction.force.z());
  EXPECT_LT(at(rows, 3, "floor, flat.force_z_N"), 0.0);  // grains press down

  const auto departures = table(folder / "departures.csv");
  ASSERT_EQ(departures.size(), 2U);
  EXPECT_EQ(departures[1][0], "hole, left");
  EXPECT_EQ(at(departures, 1, "id"), 2.0);
  EXPECT_EQ(at(departures, 1, "diameter_m"), 0.04);
  EXPECT_EQ(at(departures, 1, "x_m"), 0.5);
}

TEST(Csv, AResumedRunKeepsTheRowsUpToItsStart) {
  const TestFolder folder;
  World world = sampleWorld();
  StepData data;
  World saved;
  {
    CsvSeries csv(folder.path(), world);
    for (int i = 0; i < 6; ++i) {
      ASSERT_TRUE(step(world, data));
      csv.writeRow(world, data);
      if (i == 2) {
        saved = world;
      }
    }
    csv.writeDepartures(world);
    csv.close();
  }
  const std::string whole = readFile(folder / "timeseries.csv");
  const std::string departures = readFile(folder / "departures.csv");
  CsvSeries csv(folder.path(), saved, saved.time + 0.5 * saved.parameters.timeStep);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(step(saved, data));
    csv.writeRow(saved, data);
  }
  csv.writeDepartures(saved);
  csv.close();
  EXPECT_EQ(readFile(folder / "timeseries.csv"), whole);
  EXPECT_EQ(readFile(folder / "departures.csv"), departures);
}

}  // namespace
}  // namespace scree
