#include "engine/formats/made_meshes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "engine/base/random.h"
#include "engine/formats/gap_widths.h"
#include "engine/formats/mesh_health.h"

namespace scree {

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr double kMostBumpCells = 1e6;

/// Wall of squares with bumps, whose corners stand inwards.
struct BumpyWall {
  int sides = 0;
  int slices = 0;
  std::vector<double> heights;  ///< heights of the inner corners, slice by slice

  double heightAt(int side, int slice) const {
    return slice == 0 || slice == slices ? 0.0 : heights[static_cast<std::size_t>((slice - 1) * sides + side % sides)];
  }
};

int sidesOf(const WallBumps& bumps, double diameter, int least) {
  return std::max(least, static_cast<int>(std::lround(std::numbers::pi * diameter / (0.5 * bumps.width))));
}

double bumpCells(const WallBumps& bumps, double diameter, double length) {
  return std::numbers::pi * diameter * length / (0.25 * bumps.width * bumps.width);
}

/// Heights of the tops of bumps at `count` corners on a wall of this area [m²]; 0 where there is no bump.
std::vector<double> bumpTops(const WallBumps& bumps, std::size_t count, double area) {
  std::vector<double> heights(count, 0.0);
  // There are no more places than inner corners.
  const double share = std::min(1.0, bumps.density * area / static_cast<double>(count));
  const double lowest = bumps.lowest ? *bumps.lowest / bumps.height : 0.25;
  Random random(static_cast<std::uint64_t>(bumps.seed));
  for (double& height : heights) {
    const bool isBump = random.uniform(0.0, 1.0) < share;
    const double tall = random.uniform(lowest, 1.0) * bumps.height;
    height = isBump ? tall : 0.0;
  }
  return heights;
}

/// Row of corners on a wall that is rolled out.
struct CornerRow {
  double along = 0.0;  ///< place along the axis [m]
  double first = 0.0;  ///< place of the first corner around it [m]
  double step = 0.0;   ///< distance of the corners [m]
};

/// Corners of a wall, row by row.
struct CornerGrid {
  std::vector<CornerRow> rows;
  int columns = 0;
  bool isRound = false;  ///< the last column is beside the first
};

/// Heights of the corners of a grid with Gaussian bumps over those that have a top, `width` wide at half their height
/// [m]. Bumps that overlap add up, to no more than `most` [m]. Without such feet two bumps would leave a notch in which
/// friction wedges grains for good.
void spreadBumps(const CornerGrid& grid, double width, double most, std::span<double> heights) {
  const std::vector<double> tops(heights.begin(), heights.end());
  std::ranges::fill(heights, 0.0);
  const double half = 0.5 * width;
  const int rows = static_cast<int>(grid.rows.size());
  const auto placeIn = [&](int row, int column) { return static_cast<std::size_t>(row * grid.columns + column); };
  const auto raiseRow = [&](int row, double along, double around, double top) {
    const CornerRow& of = grid.rows[static_cast<std::size_t>(row)];
    const int from = static_cast<int>(std::ceil((around - width - of.first) / of.step));
    const int to = static_cast<int>(std::floor((around + width - of.first) / of.step));
    for (int column = from; column <= to; ++column) {
      const double distance = std::hypot(of.along - along, of.first + column * of.step - around) / half;
      const int place = grid.isRound ? (column + grid.columns) % grid.columns : column;
      if (place >= 0 && place < grid.columns) {
        heights[placeIn(row, place)] += top * std::exp2(-distance * distance);
      }
    }
  };
  for (int row = 0; row < rows; ++row) {
    const CornerRow& of = grid.rows[static_cast<std::size_t>(row)];
    for (int column = 0; column < grid.columns; ++column) {
      const double top = tops[placeIn(row, column)];
      const double around = of.first + column * of.step;
      for (int i = row; top > 0.0 && i >= 0 && of.along - grid.rows[static_cast<std::size_t>(i)].along <= width; --i) {
        raiseRow(i, of.along, around, top);
      }
      for (int i = row + 1; top > 0.0 && i < rows && grid.rows[static_cast<std::size_t>(i)].along - of.along <= width;
           ++i) {
        raiseRow(i, of.along, around, top);
      }
    }
  }
  for (double& height : heights) {
    height = std::min(height, most);
  }
}

BumpyWall bumpyWallOf(const DrumMesh& m) {
  BumpyWall wall;
  wall.sides = sidesOf(m.bumps, m.diameter, m.sides);
  wall.slices = std::max(2, static_cast<int>(std::lround(m.length / (0.5 * m.bumps.width))));
  wall.heights = bumpTops(m.bumps, static_cast<std::size_t>(wall.sides * (wall.slices - 1)),
                          std::numbers::pi * m.diameter * m.length);
  CornerGrid corners{.rows = {}, .columns = wall.sides, .isRound = true};
  for (int slice = 1; slice < wall.slices; ++slice) {
    corners.rows.push_back(
        {.along = m.length * slice / wall.slices, .step = std::numbers::pi * m.diameter / wall.sides});
  }
  spreadBumps(corners, m.bumps.width, m.bumps.height, wall.heights);
  return wall;
}

Vec3 onCircle(double radius, double angle, double z) { return {radius * std::cos(angle), radius * std::sin(angle), z}; }

/// Squares of the wall between an outlet's gaps, and how far their corners stand inwards.
struct GapGrid {
  double slotted = 0.0;  ///< length of the gaps along the axis [m]
  int sides = 0;
  int slices = 0;
  int across = 0;               ///< squares from one gap to the next
  std::vector<double> heights;  ///< of the inner corners: gap by gap, slice by slice; empty without bumps

  double heightAt(int gap, int slice, int column) const {
    if (heights.empty() || slice == 0 || slice == slices || column == 0 || column == across) {
      return 0.0;
    }
    return heights[static_cast<std::size_t>((gap * (slices - 1) + slice - 1) * (across - 1) + column - 1)];
  }
};

GapGrid gapGridOf(const OutletMesh& m) {
  GapGrid grid;
  grid.slotted = m.length - 2.0 * m.rim;
  grid.sides = m.bumps.any() ? sidesOf(m.bumps, m.diameter, m.sides) : m.sides;
  // Where gaps run round the tube, slices are shorter, so that squares do not become long and thin.
  const double slant = std::max(1.0, std::abs(std::tan(m.spiral)));
  const double side = kTurn * (0.5 * m.diameter) / grid.sides;
  grid.slices = std::max(8, static_cast<int>(std::ceil(slant * grid.slotted / side)));
  grid.across = std::max(1, grid.sides / m.gaps);
  const std::size_t inner = static_cast<std::size_t>(m.gaps) * static_cast<std::size_t>(grid.slices - 1) *
                            static_cast<std::size_t>(grid.across - 1);
  if (m.bumps.any() && inner > 0) {
    double area = 0.0;
    for (int slice = 0; slice < grid.slices; ++slice) {
      const double width = gapWidthAt(m, grid.slotted * (slice + 0.5) / grid.slices);
      area += (std::numbers::pi * m.diameter - m.gaps * width) * grid.slotted / grid.slices;
    }
    grid.heights = bumpTops(m.bumps, inner, area);
    CornerGrid corners{.rows = {}, .columns = grid.across - 1};
    for (int slice = 1; slice < grid.slices; ++slice) {
      const double along = grid.slotted * slice / grid.slices;
      const double open = gapWidthAt(m, along);
      const double step = (std::numbers::pi * m.diameter / m.gaps - open) / grid.across;
      corners.rows.push_back({.along = along, .first = along * std::tan(m.spiral) + 0.5 * open + step, .step = step});
    }
    const std::size_t ofOne = inner / static_cast<std::size_t>(m.gaps);
    for (std::size_t gap = 0; gap < static_cast<std::size_t>(m.gaps); ++gap) {
      spreadBumps(corners, m.bumps.width, m.bumps.height, std::span(grid.heights).subspan(gap * ofOne, ofOne));
    }
  }
  return grid;
}

struct Maker {
  Triangles made;

  void triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto first = static_cast<std::uint32_t>(made.points.size());
    made.points.insert(made.points.end(), {a, b, c});
    made.corners.push_back({first, first + 1, first + 2});
  }
  void quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    triangle(a, b, c);
    triangle(a, c, d);
  }
  /// Adds a wall round the axis, of straight sides between two circles; it faces outwards.
  void wall(double lowRadius, double low, double highRadius, double high, int sides) {
    for (int i = 0; i < sides; ++i) {
      const double from = kTurn * i / sides;
      const double to = kTurn * ((i + 1) % sides) / sides;
      quad(onCircle(lowRadius, from, low), onCircle(lowRadius, to, low), onCircle(highRadius, to, high),
           onCircle(highRadius, from, high));
    }
  }
  void disc(double radius, double z, int sides, bool up) {
    const Vec3 centre(0.0, 0.0, z);
    for (int i = 0; i < sides; ++i) {
      const Vec3 a = onCircle(radius, kTurn * i / sides, z);
      const Vec3 b = onCircle(radius, kTurn * ((i + 1) % sides) / sides, z);
      triangle(centre, up ? a : b, up ? b : a);
    }
  }

  void operator()(const HopperMesh& m) {
    const double rise = 0.5 * (m.diameter - m.outlet) * std::tan(m.angle);
    wall(0.5 * m.outlet, 0.0, 0.5 * m.diameter, rise, m.sides);
    wall(0.5 * m.diameter, rise, 0.5 * m.diameter, rise + m.height, m.sides);
  }

  void bumpyWall(const BumpyWall& bumps, double radius, double length) {
    const auto place = [&](int side, int slice) {
      return onCircle(radius - bumps.heightAt(side, slice), kTurn * (side % bumps.sides) / bumps.sides,
                      length * (static_cast<double>(slice) / bumps.slices - 0.5));
    };
    for (int slice = 0; slice < bumps.slices; ++slice) {
      for (int side = 0; side < bumps.sides; ++side) {
        quad(place(side, slice), place(side + 1, slice), place(side + 1, slice + 1), place(side, slice + 1));
      }
    }
  }

  void operator()(const DrumMesh& m) {
    const double radius = 0.5 * m.diameter;
    const double half = 0.5 * m.length;
    int sides = m.sides;
    if (m.bumps.any()) {
      const BumpyWall bumps = bumpyWallOf(m);
      sides = bumps.sides;
      bumpyWall(bumps, radius, m.length);
    } else {
      wall(radius, -half, radius, half, sides);
    }
    if (m.closedLow) {
      disc(radius, -half, sides, false);
    }
    if (m.closedHigh) {
      disc(radius, half, sides, true);
    }
    for (int i = 0; i < m.lifters; ++i) {
      // Each plate stands on a corner of the wall, which it meets there.
      const double angle = kTurn * std::floor(double{1} * i * sides / m.lifters) / sides;
      quad(onCircle(radius, angle, -half), onCircle(radius, angle, half),
           onCircle(radius - m.lifterHeight, angle, half), onCircle(radius - m.lifterHeight, angle, -half));
    }
  }

  void operator()(const RotorMesh& m) {
    constexpr int kSides = 24;
    wall(0.5 * m.shaft, 0.0, 0.5 * m.shaft, m.height, kSides);
    disc(0.5 * m.shaft, 0.0, kSides, false);
    disc(0.5 * m.shaft, m.height, kSides, true);
    for (int i = 0; i < m.blades; ++i) {
      const double angle = kTurn * i / m.blades;
      const Vec3 out(std::cos(angle), std::sin(angle), 0.0);
      const Vec3 across(-std::sin(angle), std::cos(angle), 0.0);
      const Vec3 slope = 0.5 * m.bladeHeight * (std::cos(m.pitch) * across + std::sin(m.pitch) * Vec3::UnitZ());
      const Vec3 middle(0.0, 0.0, 0.5 * m.bladeHeight * std::sin(m.pitch));
      // Blades begin inside the shaft, so that no gap is left between both.
      const Vec3 root = 0.25 * m.shaft * out + middle;
      const Vec3 tip = 0.5 * m.diameter * out + middle;
      quad(root - slope, tip - slope, tip + slope, root + slope);
    }
  }

  void operator()(const OutletMesh& m) {
    const double radius = 0.5 * m.diameter;
    const GapGrid grid = gapGridOf(m);
    wall(radius, 0.0, radius, m.rim, grid.sides);
    wall(radius, m.length - m.rim, radius, m.length, grid.sides);
    // Strips of wall between gaps, in slices along the tube; the gaps turn by tan(spiral)/radius per length along it.
    const auto place = [&](int gap, int slice, int column) {
      const double along = grid.slotted * slice / grid.slices;
      const double open = gapWidthAt(m, along) / radius;
      const double middle = kTurn * gap / m.gaps + along * std::tan(m.spiral) / radius;
      const double angle = middle + 0.5 * open + (kTurn / m.gaps - open) * column / grid.across;
      return onCircle(radius - grid.heightAt(gap, slice, column), angle, m.rim + along);
    };
    for (int gap = 0; gap < m.gaps; ++gap) {
      for (int slice = 0; slice < grid.slices; ++slice) {
        for (int column = 0; column < grid.across; ++column) {
          quad(place(gap, slice, column), place(gap, slice, column + 1), place(gap, slice + 1, column + 1),
               place(gap, slice + 1, column));
        }
      }
    }
  }

  void operator()(const BoxMesh& m) {
    const Vec3 half = 0.5 * m.size;
    for (int face = 0; face < (m.open ? 5 : 6); ++face) {
      const int axis = face / 2;
      const double side = face % 2 == 0 ? -1.0 : 1.0;
      const int u = (axis + 1) % 3;
      const int v = (axis + 2) % 3;
      const auto corner = [&](int i, int j) {
        Vec3 p;
        p[axis] = side * half[axis];
        p[u] = half[u] * (2.0 * i / m.cuts - 1.0);
        p[v] = half[v] * (2.0 * j / m.cuts - 1.0);
        return p;
      };
      for (int i = 0; i < m.cuts; ++i) {
        for (int j = 0; j < m.cuts; ++j) {
          const Vec3 a = corner(i, j), b = corner(i + 1, j), c = corner(i + 1, j + 1), d = corner(i, j + 1);
          if (side > 0.0) {
            quad(a, b, c, d);
          } else {
            quad(a, d, c, b);
          }
        }
      }
    }
  }
};

std::string problemOfBumps(const WallBumps& bumps, double diameter, double length) {
  if (bumps.any() != (bumps.width > 0.0) || bumps.any() != (bumps.density > 0.0)) {
    return "give 'bump_height', 'bump_width' and 'bump_density', or none of them";
  }
  if (bumps.lowest && (!bumps.any() || *bumps.lowest > bumps.height)) {
    return "make 'bump_lowest' no more than 'bump_height', the height of the highest bump";
  }
  if (bumps.any() && (bumps.height >= 0.25 * diameter || bumps.width > 0.5 * length)) {
    return "make 'bump_height' less than a quarter of the diameter, and 'bump_width' no more than half the length";
  }
  if (bumps.any() && bumpCells(bumps, diameter, length) > kMostBumpCells) {
    return "make 'bump_width' larger: so narrow bumps need more than two million triangles";
  }
  return {};
}

struct Checker {
  std::string operator()(const HopperMesh& m) const {
    if (m.outlet >= m.diameter) {
      return "make 'outlet' smaller than 'diameter'";
    }
    return m.angle > 0.0 && m.angle < 0.5 * std::numbers::pi ? "" : "make 'angle' more than 0 and less than 90 deg";
  }
  std::string operator()(const DrumMesh& m) const {
    if (m.lifters > m.sides) {
      return "make 'lifters' no more than 'sides'";
    }
    if (std::string remedy = problemOfBumps(m.bumps, m.diameter, m.length); !remedy.empty()) {
      return remedy;
    }
    return m.lifters == 0 || (m.lifterHeight > 0.0 && m.lifterHeight < 0.5 * m.diameter)
               ? ""
               : "give 'lifter_height', less than half the diameter";
  }
  std::string operator()(const RotorMesh& m) const {
    if (m.shaft >= m.diameter) {
      return "make 'shaft' smaller than 'diameter'";
    }
    return m.bladeHeight * std::sin(m.pitch) <= m.height ? "" : "make 'height' more than the blades are high";
  }
  std::string operator()(const OutletMesh& m) const {
    const double slotted = m.length - 2.0 * m.rim;
    if (slotted <= 0.0) {
      return "make 'rim' less than half the length";
    }
    if (std::string remedy = problemOfGaps(m, slotted); !remedy.empty()) {
      return remedy;
    }
    return problemOfBumps(m.bumps, m.diameter, m.length);
  }
  std::string operator()(const BoxMesh&) const { return {}; }
};

}  // namespace

std::string problemOf(const MadeMesh& made) { return std::visit(Checker{}, made); }

Triangles trianglesOf(const MadeMesh& made) {
  Maker maker;
  std::visit(maker, made);
  return std::move(maker.made);
}

std::shared_ptr<const Mesh> meshOf(const MadeMesh& made) {
  Triangles triangles = trianglesOf(made);
  mend(triangles);
  return makeMesh(std::move(triangles));
}

}  // namespace scree
