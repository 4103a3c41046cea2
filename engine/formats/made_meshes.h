#pragma once

#include <variant>

#include "engine/geometry/mesh.h"

// Meshes made from a few numbers: machine parts without a primitive shape. All lengths in metres.
namespace scree {

/// Funnel: a round bin about z over a cone that ends in a round outlet at z = 0. Open at both ends.
struct HopperMesh {
  double diameter = 0.0;              ///< diameter of the bin
  double height = 0.0;                ///< height of the bin above the cone
  double outlet = 0.0;                ///< diameter of the outlet
  double angle = 1.0471975511965976;  ///< angle of the cone's wall above the horizontal [rad]
  int sides = 48;
};

/// Drum about z with plates along its wall that lift the material, or with bumps for that; its ends are at ± length/2.
struct DrumMesh {
  double diameter = 0.0;
  double length = 0.0;
  int sides = 96;  ///< sides of the wall; more where the bumps need more
  int lifters = 0;
  double lifterHeight = 0.0;
  double bumpHeight = 0.0;   ///< height of the highest bump; bumps have a quarter of it to all of it, at random
  double bumpWidth = 0.0;    ///< width of a bump at its foot
  double bumpDensity = 0.0;  ///< number of bumps a square metre of wall
  int bumpSeed = 1;          ///< seed of the places and heights of the bumps
  bool closedLow = true;
  bool closedHigh = true;
};

/// Shaft about z with thin blades that are inclined like those of a propeller; from z = 0 to its height.
struct RotorMesh {
  double diameter = 0.0;  ///< diameter over the blades
  double height = 0.0;    ///< height of the shaft
  double shaft = 0.0;     ///< diameter of the shaft
  int blades = 4;
  double bladeHeight = 0.0;           ///< height of a blade along its slope
  double pitch = 0.7853981633974483;  ///< angle of the blades against the horizontal [rad]
};

/// Tube about z with spiral gaps in its wall, through which material leaves a drum bit by bit. Published outlets are
/// designed by alpha and beta; their exact form here is an assumption: each gap begins at z = `rim` as wide as `beta`
/// and opens along the tube by `alpha` on either side; it runs round the tube at the angle `spiral` to the axis.
struct OutletMesh {
  double diameter = 0.0;
  double length = 0.0;
  int gaps = 3;
  double beta = 0.0;                   ///< width of a gap at its beginning, along the circumference [m]
  double alpha = 0.0;                  ///< angle by which a gap opens on either side [rad]
  double spiral = 0.5235987755982988;  ///< angle of the gaps to the axis [rad]
  double rim = 0.0;                    ///< length of the closed wall at either end [m]
  int sides = 96;                      ///< sides around the tube
};

/// Box about the origin, each face as a grid of squares cut in two; open on top with `open`.
struct BoxMesh {
  Vec3 size = Vec3::Zero();
  int cuts = 1;  ///< squares along an edge
  bool open = false;
};

using MadeMesh = std::variant<HopperMesh, DrumMesh, RotorMesh, OutletMesh, BoxMesh>;

/// Remedy for numbers that make no mesh; empty when they make one.
std::string problemOf(const MadeMesh& made);
/// Makes the triangles. Neighbours do not share their points: see mend().
Triangles trianglesOf(const MadeMesh& made);

}  // namespace scree
