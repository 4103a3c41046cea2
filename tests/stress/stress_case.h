#pragma once

#include <cstdint>
#include <string>

// The stress matrix: small scenes of every kind of stiffness, mass, size, step, load and wall, made from a number. Each
// is a scene file as a user would write it, so that one that fails can be run by ndem.
namespace scree::stress {

/// What a scene of the matrix is made from. The same number gives the same case.
struct Case {
  std::uint64_t number = 0;
  bool hertz = false;
  double stiffness = 0.0;  ///< N/m, or Young's modulus [Pa]
  double diameter = 0.0;   ///< of the largest grains [m]
  double sizeRatio = 1.0;  ///< largest to smallest diameter
  double massRatio = 1.0;  ///< heaviest to lightest of what moves freely
  double timeStep = 0.0;   ///< s
  double restitution = 0.0;
  std::string load;    ///< dropped, pressed, sheared, shaken, poured
  std::string wall;    ///< box, drum, mesh
  std::string preset;  ///< fast, accurate, paper-warm
  bool merging = false;
  double bond = 0.0;           ///< attraction of two of the smallest grains over the weight of one; 0: all are dry
  double bridgeVolume = 0.0;   ///< over the cube of the smallest grains' radius; 0: adhesion without liquid
  double contactAngle = 0.0;   ///< degrees
  bool simpleBridges = false;  ///< the law of bridges is the simple form
};

Case caseOf(std::uint64_t number);
/// The same case with grains that attract each other and the wall.
Case wetCaseOf(std::uint64_t number);

/// Inner half extents of the closed wall, which stands on z = 0: x, y, and height; the drum's radius is half the
/// height.
struct Room {
  double halfX = 0.0;
  double halfY = 0.0;
  double height = 0.0;
};
Room roomOf(const Case& c);

/// The scene file. `mesh` is the path of the box mesh that a case with a mesh wall reads (boxMesh()).
std::string sceneOf(const Case& c, const std::string& mesh);
/// A closed box of triangles in the room's size, as an OBJ file.
std::string boxMesh(const Case& c);
/// One line: what the case is made from.
std::string describe(const Case& c);

}  // namespace scree::stress
