// The population of granules of a run and the balance beside it, as `ndem run --population` writes them.
#include <cmath>
#include <sstream>

#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

/// Seeds ride 1 m on a belt at 0.5 m/s through fines; by area they grow at 2 k/ρ = 0.1 mm/s.
constexpr std::string_view kSeedBelt = R"(
scree: 1
name: Seeds on a belt
description: Seeds grow on a belt. For tests.
duration: 5 s
time_step: 1 ms
materials:
  seed: {density: 2500}
default_pair: {restitution: 0, friction: 0.5, rolling_resistance: 0.1, stiffness: 10000}
bodies:
  belt:
    shapes:
      - rectangle: {size: [0.6, 3], material: seed}
    motion:
      - belt: {shape: 0, direction: y, speed: 0.5}
emitters:
  seeds:
    position: [0, -0.9, 0.0035]
    size: [0.4, 1 mm, 1 mm]
    diameter: 5 mm
    material: seed
    rate: 40
    velocity: [0, 0.5, 0]
sinks:
  end:
    position: [0, 0.3, 0]
    size: [1, 0.4, 0.2]
granulation:
  fines_density: 2500
  fines:
    bed: {position: [0, 0, 0], size: [2, 4, 1], amount: 1 kg}
  layering: {by: area, uptake: 0.125}
)";

/// Cells of a table by row; the first row is the head.
std::vector<std::vector<std::string>> tableOf(const std::string& table) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream text(table);
  for (std::string line; std::getline(text, line);) {
    std::vector<std::string>& row = rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) {
      row.push_back(cell);
    }
  }
  return rows;
}

double numberAt(const std::vector<std::vector<std::string>>& rows, std::size_t row, std::string_view column) {
  const auto at = std::ranges::find(rows[0], column) - rows[0].begin();
  return std::stod(rows.at(row).at(static_cast<std::size_t>(at)));
}

TEST_F(Ndem, WritesThePopulationAndItsBalance) {
  writeFileAtomically(folder / "seeds.yaml", kSeedBelt);
  const ProcessResult result =
      runNdem({"run", path("seeds.yaml"), "--population", path("out"), "--report", path("report.json")});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto rates = tableOf(readFile(folder / "out/population_rates.csv"));
  ASSERT_EQ(rates.size(), 6U) << "a row a second";
  for (std::size_t row = 1; row < rates.size(); ++row) {
    EXPECT_NEAR(numberAt(rates, row, "growth [m/s]"), 1e-4, 2e-6) << row;
    EXPECT_NEAR(numberAt(rates, row, "came [1/s]"), 40.0, 1.5) << row;
    EXPECT_LT(numberAt(rates, row, "difference"), 0.2) << row;
    EXPECT_NEAR(numberAt(rates, row, "balance mass [kg]"), numberAt(rates, row, "mass [kg]"),
                0.05 * numberAt(rates, row, "mass [kg]"))
        << row;
  }
  // The belt is full after 2 s: as many leave as come, after 2 s each.
  EXPECT_NEAR(numberAt(rates, 5, "left [1/s]"), 40.0, 2.0);
  EXPECT_NEAR(numberAt(rates, 5, "mean age of what left [s]"), 2.0, 0.03);
  EXPECT_NEAR(numberAt(rates, 5, "granules over what left [s]"), 2.0, 0.1);
  const auto ages = tableOf(readFile(folder / "out/residence.csv"));
  double number = 0.0;
  double times = 0.0;
  for (std::size_t row = 1; row < ages.size(); ++row) {
    const double granules = numberAt(ages, row, "granules");
    number += granules;
    times += granules * 0.5 * (numberAt(ages, row, "from [s]") + numberAt(ages, row, "to [s]"));
  }
  EXPECT_NEAR(number, 120.0, 3.0);
  EXPECT_NEAR(times / number, 2.0, 0.1);
  EXPECT_NEAR(numberAt(ages, ages.size() - 1, "share below"), 1.0, 1e-5);
  const auto sizes = tableOf(readFile(folder / "out/population.csv"));
  double mass = 0.0;
  double balance = 0.0;
  for (std::size_t row = 1; row < sizes.size(); ++row) {
    if (sizes[row][0] == "5") {
      mass += numberAt(sizes, row, "mass [kg]");
      balance += numberAt(sizes, row, "balance mass [kg]");
    }
  }
  EXPECT_NEAR(mass, numberAt(rates, 5, "mass [kg]"), 1e-4 * mass);
  EXPECT_NEAR(balance, numberAt(rates, 5, "balance mass [kg]"), 1e-4 * balance);
  EXPECT_NE(result.out.find("population"), std::string::npos) << result.out;
  const auto report = json("report.json").at("population");
  EXPECT_EQ(report.at("windows"), 5);
  EXPECT_NEAR(report.at("growth_m_s").get<double>(), 1e-4, 2e-6);
  EXPECT_NEAR(report.at("residence_s").get<double>(), 2.0, 0.03);
  // To count changes nothing.
  ASSERT_EQ(runNdem({"run", path("seeds.yaml"), "--report", path("plain.json")}).code, 0);
  EXPECT_EQ(json("report.json").at("state_hash"), json("plain.json").at("state_hash"));
}

/// A balance from 3 s on has no numbers before, and then foretells the steady belt.
TEST_F(Ndem, ABalanceBeginsWhereItIsAskedTo) {
  writeFileAtomically(folder / "seeds.yaml", kSeedBelt);
  const ProcessResult result = runNdem({"run", path("seeds.yaml"), "--population", path("out"), "--population-window",
                                        "500 ms", "--balance-from", "3 s"});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto rates = tableOf(readFile(folder / "out/population_rates.csv"));
  ASSERT_EQ(rates.size(), 11U);
  const auto column = static_cast<std::size_t>(std::ranges::find(rates[0], "balance granules") - rates[0].begin());
  EXPECT_TRUE(rates[5].size() <= column || rates[5][column].empty());
  EXPECT_NEAR(numberAt(rates, 6, "balance granules"), numberAt(rates, 6, "granules"), 1.0);
  EXPECT_GT(numberAt(rates, 10, "balance granules"), 40.0);
}

TEST_F(Ndem, RefusesPopulationsThatDoNotChange) {
  const ProcessResult none = runNdem({"run", scene, "--population", path("out")});
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("nothing changes the grains of the scene"), std::string::npos) << none.err;
  EXPECT_EQ(runNdem({"run", scene, "--balance-from", "1"}).code, 1) << "--balance-from is of --population";
}

}  // namespace
}  // namespace scree
