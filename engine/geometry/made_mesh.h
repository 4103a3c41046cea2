#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/types.h"

// Numbers from which meshes of machine parts without a primitive shape are made: see formats/made_meshes.h. All lengths
// in metres.
namespace scree {

/// Funnel: a round bin about z over a cone that ends in a round outlet at z = 0. Open at both ends.
struct HopperMesh {
  double diameter = 0.0;              ///< diameter of the bin
  double height = 0.0;                ///< height of the bin above the cone
  double outlet = 0.0;                ///< diameter of the outlet
  double angle = 1.0471975511965976;  ///< angle of the cone's wall above the horizontal [rad]
  int sides = 48;

  bool operator==(const HopperMesh&) const = default;
};

/// Bumps of an uneven wall at random places, for the fines that stick to it: Gaussian, as those of papers II and III,
/// on squares of half their width. Where they overlap they add up, to the height of the highest. A wall without bumps
/// has height, width and density 0.
struct WallBumps {
  double height = 0.0;           ///< height of the highest bump
  std::optional<double> lowest;  ///< height of the lowest bump; a quarter of the highest when not given
  double width = 0.0;            ///< width of a bump at half its height
  double density = 0.0;          ///< number of bumps a square metre of wall
  int seed = 1;                  ///< seed of the places and heights

  bool any() const { return height > 0.0; }

  bool operator==(const WallBumps&) const = default;
};

/// Drum about z with plates along its wall that lift the material, or with bumps for that; its ends are at ± length/2.
struct DrumMesh {
  double diameter = 0.0;
  double length = 0.0;
  int sides = 96;  ///< sides of the wall; more where the bumps need more
  int lifters = 0;
  double lifterHeight = 0.0;
  WallBumps bumps;
  bool closedLow = true;
  bool closedHigh = true;

  bool operator==(const DrumMesh&) const = default;
};

/// Shaft about z with thin blades that are inclined like those of a propeller; from z = 0 to its height.
struct RotorMesh {
  double diameter = 0.0;  ///< diameter over the blades
  double height = 0.0;    ///< height of the shaft
  double shaft = 0.0;     ///< diameter of the shaft
  int blades = 4;
  double bladeHeight = 0.0;           ///< height of a blade along its slope
  double pitch = 0.7853981633974483;  ///< angle of the blades against the horizontal [rad]

  bool operator==(const RotorMesh&) const = default;
};

/// Widths of an outlet's gaps along the tube, where alpha and beta do not give them: from `first` to `last` in a
/// straight line (III table 3), or by a table. All are lengths along the circumference [m].
struct GapWidths {
  std::optional<double> first;
  std::optional<double> last;
  std::vector<double> widths;  ///< table of widths
  std::vector<double> at;      ///< distance of each from the beginning of the gaps [m]; at equal distances when empty
  std::string file;            ///< file of the table, until readTables() has read it

  bool any() const { return first || last || !widths.empty() || !at.empty() || !file.empty(); }

  bool operator==(const GapWidths&) const = default;
};

/// Tube about z with spiral gaps in its wall, through which material leaves a drum bit by bit. Outlets of paper II are
/// designed by alpha and beta, those of paper III by their first and last width; their exact form here is an
/// assumption: each gap begins at z = `rim` as wide as `beta` and opens along the tube by `alpha` on either side, or
/// has the widths of `widths`; it runs round the tube at the angle `spiral` to the axis.
struct OutletMesh {
  double diameter = 0.0;
  double length = 0.0;
  int gaps = 3;
  double beta = 0.0;                   ///< width of a gap at its beginning, along the circumference [m]
  double alpha = 0.0;                  ///< angle by which a gap opens on either side [rad]
  GapWidths widths;                    ///< instead of beta and alpha
  double spiral = 0.5235987755982988;  ///< angle of the gaps to the axis [rad]
  double rim = 0.0;                    ///< length of the closed wall at either end [m]
  int sides = 96;                      ///< sides around the tube; more where the bumps need more
  WallBumps bumps;                     ///< bumps of the wall between gaps; none on their edges and on the rims

  bool operator==(const OutletMesh&) const = default;
};

/// Box about the origin, each face as a grid of squares cut in two; open on top with `open`.
struct BoxMesh {
  Vec3 size = Vec3::Zero();
  int cuts = 1;  ///< squares along an edge
  bool open = false;

  bool operator==(const BoxMesh&) const = default;
};

using MadeMesh = std::variant<HopperMesh, DrumMesh, RotorMesh, OutletMesh, BoxMesh>;

}  // namespace scree
