// Outlets made from numbers: widths of their gaps as measured on the mesh, its health, and numbers that make none.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <numbers>

#include "engine/formats/made_meshes.h"
#include "engine/formats/mesh_health.h"

namespace scree {
namespace {

constexpr double kPellet = 0.0127;
constexpr double kTurn = 2.0 * std::numbers::pi;

/// The plant's outlet (III table 3) with gaps from `first` to `last` pellets wide.
OutletMesh plantOutlet(double first, double last) {
  OutletMesh outlet{.diameter = 3.7, .length = 2.3, .spiral = 15.0 * std::numbers::pi / 180.0, .rim = 0.05};
  outlet.widths.first = first * kPellet;
  outlet.widths.last = last * kPellet;
  return outlet;
}

/// Widths of all gaps [m] at each distance along the gaps [m], from the open edges of the mended mesh alone: at one
/// height, edges of strips follow each other around the tube, and the gaps are between pairs of them.
std::map<double, std::vector<double>> measuredWidths(const OutletMesh& outlet) {
  Triangles triangles = trianglesOf(outlet);
  mend(triangles);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
  for (const Corners& c : triangles.corners) {
    for (int i = 0; i < 3; ++i) {
      const auto a = c[static_cast<std::size_t>(i)], b = c[static_cast<std::size_t>((i + 1) % 3)];
      ++uses[{std::min(a, b), std::max(a, b)}];
    }
  }
  std::map<double, std::vector<double>> angles;
  for (const auto& [edge, count] : uses) {
    const Vec3 &a = triangles.points[edge.first], &b = triangles.points[edge.second];
    if (count != 1 || std::abs(a.z() - b.z()) < 1e-9) {
      continue;  // inside a strip, or a rim
    }
    const Vec3& low = a.z() < b.z() ? a : b;
    const double along = std::round((low.z() - outlet.rim) * 1e9) * 1e-9;
    angles[along].push_back(std::atan2(low.y(), low.x()));
  }
  std::map<double, std::vector<double>> widths;
  for (auto& [along, around] : angles) {
    std::ranges::sort(around);
    // Six edges of three gaps: the narrow ones of the six spaces are gaps, as gaps are less than half of each pitch.
    std::vector<double> spaces;
    for (std::size_t i = 0; i < around.size(); ++i) {
      const double next = i + 1 < around.size() ? around[i + 1] : around[0] + kTurn;
      spaces.push_back(0.5 * outlet.diameter * (next - around[i]));
    }
    std::ranges::sort(spaces);
    spaces.resize(spaces.size() / 2);
    widths[along] = spaces;
  }
  return widths;
}

/// Checks the widths on the mesh against those asked for, to the tolerance at which mend() joins points.
void expectWidths(const OutletMesh& outlet, const std::function<double(double)>& asked) {
  ASSERT_EQ(problemOf(outlet), "");
  const auto widths = measuredWidths(outlet);
  ASSERT_GE(widths.size(), 8U);
  for (const auto& [along, gaps] : widths) {
    ASSERT_EQ(gaps.size(), static_cast<std::size_t>(outlet.gaps)) << along;
    for (const double gap : gaps) {
      EXPECT_NEAR(gap, asked(along), 1e-6) << along;
    }
  }
}

TEST(OutletMesh, GapsOfThePlantHaveTheirPublishedWidths) {
  for (const auto& [first, last] : {std::pair(11.8, 39.4), std::pair(4.7, 7.9), std::pair(3.1, 6.3)}) {
    const double begin = first * kPellet, end = last * kPellet;
    expectWidths(plantOutlet(first, last), [&](double along) { return begin + (end - begin) * along / 2.2; });
  }
}

TEST(OutletMesh, GapsByAlphaAndBetaOpenOnEitherSide) {
  expectWidths({.diameter = 0.75, .length = 0.75, .beta = 0.048, .alpha = 0.2 * std::numbers::pi / 180.0, .rim = 0.02},
               [](double along) { return 0.048 + 2.0 * along * std::tan(0.2 * std::numbers::pi / 180.0); });
}

TEST(OutletMesh, GapsFollowATable) {
  OutletMesh outlet{.diameter = 3.7, .length = 2.3, .rim = 0.05};
  outlet.widths.widths = {0.04, 0.02, 0.08};
  // Equal steps from the beginning to the end: straight lines, with the corner in the middle.
  expectWidths(
      outlet, [](double along) { return along < 1.1 ? 0.04 - 0.02 * along / 1.1 : 0.02 + 0.06 * (along - 1.1) / 1.1; });
  // At places; before the first and behind the last the width stays.
  outlet.widths.at = {0.5, 1.0, 1.5};
  expectWidths(outlet, [](double along) {
    return along < 0.5   ? 0.04
           : along < 1.0 ? 0.04 - 0.02 * (along - 0.5) / 0.5
           : along < 1.5 ? 0.02 + 0.06 * (along - 1.0) / 0.5
                         : 0.08;
  });
}

TEST(OutletMesh, GapsFollowATableInAFile) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / ("outlet_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "coat.csv") << "# coated\nz,width\n0,0.05\n2.2,0.09\n";
  std::ofstream(folder / "back.csv") << "z,width\n1,0.05\n0.5,0.09\n";
  OutletMesh outlet{.diameter = 3.7, .length = 2.3, .rim = 0.05};
  outlet.widths.file = "coat.csv";
  MadeMesh made = outlet;
  EXPECT_EQ(tableFileOf(made), "coat.csv");
  EXPECT_EQ(readTables(made, folder).what, "");
  EXPECT_EQ(tableFileOf(made), "");
  expectWidths(std::get<OutletMesh>(made), [](double along) { return 0.05 + 0.04 * along / 2.2; });
  outlet.widths.file = "back.csv";
  made = outlet;
  const TableProblem problem = readTables(made, folder);
  EXPECT_NE(problem.what.find("back.csv, line 3: the z 0.5 m is not after 1 m"), std::string::npos) << problem.what;
  outlet.widths.file = "none.csv";
  made = outlet;
  EXPECT_NE(readTables(made, folder).what.find("there is no such file"), std::string::npos);
  std::filesystem::remove_all(folder);
}

/// Gaps along the axis, and round the tube, where slices are shorter.
TEST(OutletMesh, IsSoundWithAndWithoutBumps) {
  for (const double spiral : {15.0, 75.0}) {
    for (const bool rough : {false, true}) {
      OutletMesh outlet = plantOutlet(4.7, 7.9);
      outlet.spiral = spiral * std::numbers::pi / 180.0;
      if (rough) {
        outlet.bumps = {.height = 0.05, .lowest = 0.03, .width = 0.05, .density = 20.0};
      }
      Triangles triangles = trianglesOf(outlet);
      const std::size_t made = triangles.corners.size();
      const MeshHealth health = mend(triangles);
      EXPECT_EQ(health.pieces, 5U) << "two rims and the three strips between gaps, which share no corners";
      EXPECT_EQ(health.collapsed + health.doubled + health.crowdedEdges + health.turned, 0U);
      EXPECT_EQ(triangles.corners.size(), made);
      double sum = 0.0;
      double count = 0.0;
      for (const Vec3& p : triangles.points) {
        const double in = 1.85 - std::hypot(p.x(), p.y());
        EXPECT_LT(in, 0.05 + 1e-9);
        const bool isOfStrip = p.z() > outlet.rim + 1e-9 && p.z() < outlet.length - outlet.rim - 1e-9;
        sum += isOfStrip ? in : 0.0;
        count += isOfStrip ? 1.0 : 0.0;
      }
      // 20 bumps of 40 mm on average a square metre, each the integral of a Gaussian. The strips' edges cut some 4 %
      // off; 500 tosses of a coin scatter by 4.5 %.
      const double mean = rough ? 20.0 * 0.04 * std::numbers::pi * 0.025 * 0.025 / std::numbers::ln2 : 0.0;
      EXPECT_NEAR(sum / count, 0.97 * mean, 0.2 * mean + 1e-12) << spiral;
    }
  }
}

/// Scenes with outlets by alpha and beta give the same bits as ever: their points by the formula they always had.
TEST(OutletMesh, PointsByAlphaAndBetaStayToTheBit) {
  const OutletMesh m{
      .diameter = 0.375, .length = 0.375, .beta = 0.024, .alpha = 0.0035, .spiral = 0.26, .rim = 0.01, .sides = 48};
  const double radius = 0.5 * m.diameter, slotted = m.length - 2.0 * m.rim;
  const int slices = std::max(8, static_cast<int>(std::ceil(slotted / (kTurn * radius / m.sides))));
  const auto place = [&](int gap, int slice, int column) {
    const double along = slotted * slice / slices;
    const double open = (m.beta + 2.0 * along * std::tan(m.alpha)) / radius;
    const double middle = kTurn * gap / m.gaps + along * std::tan(m.spiral) / radius;
    const double angle = middle + 0.5 * open + (kTurn / m.gaps - open) * column / 16;
    return Vec3(radius * std::cos(angle), radius * std::sin(angle), m.rim + along);
  };
  const Triangles made = trianglesOf(m);
  std::size_t next = std::size_t{2} * 48 * 6;  // points of both rims
  for (int gap = 0; gap < 3; ++gap) {
    for (int slice = 0; slice < slices; ++slice) {
      for (int column = 0; column < 16; ++column, next += 6) {
        ASSERT_EQ(made.points.at(next), place(gap, slice, column));
        ASSERT_EQ(made.points.at(next + 2), place(gap, slice + 1, column + 1));
        ASSERT_EQ(made.points.at(next + 5), place(gap, slice + 1, column));
      }
    }
  }
  EXPECT_EQ(next, made.points.size());
}

TEST(OutletMesh, WidthsThatMakeNoneAreNamed) {
  const OutletMesh plain{.diameter = 3.7, .length = 2.3, .rim = 0.05};
  const auto remedy = [&](const GapWidths& widths, double beta = 0.0) {
    OutletMesh outlet = plain;
    outlet.widths = widths;
    outlet.beta = beta;
    return problemOf(outlet);
  };
  const auto names = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  GapWidths line;
  line.first = 0.05;
  GapWidths table;
  table.widths = {0.05, 0.06};
  names(remedy({}), "give the gaps a width");
  names(remedy(line), "give 'last_width', too");
  line.last = 0.1;
  EXPECT_EQ(remedy(line), "");
  names(remedy(line, 0.05), "in one way");
  line.last = 4.0;
  names(remedy(line), "narrower than 3.875 m");
  EXPECT_EQ(remedy(table), "");
  table.at = {0.0};
  names(remedy(table), "as many places in 'widths_at'");
  table.at = {1.0, 1.0};
  names(remedy(table), "in order");
  table.at = {0.0, 2.3};
  names(remedy(table), "to 2.2 m");
  table.at = {0.0, 2.2};
  EXPECT_EQ(remedy(table), "");
  OutletMesh closing = plain;
  closing.beta = 0.05;
  closing.alpha = -0.05;
  names(problemOf(closing), "close before they end");
}

}  // namespace
}  // namespace scree
