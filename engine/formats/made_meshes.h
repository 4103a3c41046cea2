#pragma once

#include <variant>

#include "engine/geometry/mesh.h"

// Meshes made from a few numbers: parts of machines that no primitive shape has. All lengths in metres.
namespace scree {

/// Funnel: a round bin about z over a cone that ends in a round outlet at z = 0. Open at both ends.
struct HopperMesh {
  double diameter = 0.0;              ///< of the bin
  double height = 0.0;                ///< of the bin above the cone
  double outlet = 0.0;                ///< diameter
  double angle = 1.0471975511965976;  ///< of the cone's wall above the horizontal [rad]
  int sides = 48;
};

/// Drum about z with plates along its wall that lift the material, or bumps that do; its ends are at ± length/2.
struct DrumMesh {
  double diameter = 0.0;
  double length = 0.0;
  int sides = 96;  ///< more where the bumps need more
  int lifters = 0;
  double lifterHeight = 0.0;
  double bumpHeight = 0.0;   ///< of the highest bump; each is between a quarter of it and all of it, at random
  double bumpWidth = 0.0;    ///< across its foot
  double bumpDensity = 0.0;  ///< bumps a square metre of wall
  int bumpSeed = 1;          ///< of their places and heights
  bool closedLow = true;
  bool closedHigh = true;
};

/// Shaft about z with thin blades that are inclined like those of a propeller; from z = 0 to its height.
struct RotorMesh {
  double diameter = 0.0;  ///< over the blades
  double height = 0.0;    ///< of the shaft
  double shaft = 0.0;     ///< diameter
  int blades = 4;
  double bladeHeight = 0.0;           ///< along the slope
  double pitch = 0.7853981633974483;  ///< of the blades against the horizontal [rad]
};

/// Tube about z with spiral gaps in its wall, through which material leaves a drum bit by bit. Published outlets
/// are designed by alpha and beta; that they look just so is an assumption: each gap begins at z = 0 as wide
/// as `beta` and opens along the tube by `alpha` on either side; it runs round the tube at the angle `spiral` to the
/// axis.
struct OutletMesh {
  double diameter = 0.0;
  double length = 0.0;
  int gaps = 3;
  double beta = 0.0;                   ///< width of a gap where it begins, along the circumference [m]
  double alpha = 0.0;                  ///< rad
  double spiral = 0.5235987755982988;  ///< rad
  double rim = 0.0;                    ///< length of closed wall at either end [m]
  int sides = 96;                      ///< around the tube
};

/// Box about the origin, each face as a grid of squares cut in two; open on top if wanted.
struct BoxMesh {
  Vec3 size = Vec3::Zero();
  int cuts = 1;  ///< squares along an edge
  bool open = false;
};

using MadeMesh = std::variant<HopperMesh, DrumMesh, RotorMesh, OutletMesh, BoxMesh>;

/// What numbers cannot be made into a mesh; empty when all is well.
std::string problemOf(const MadeMesh& made);
/// Points may be there several times: see mend().
Triangles trianglesOf(const MadeMesh& made);

}  // namespace scree
