#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/types.h"
#include "engine/scene/scene.h"

// Iron ore green pellets of the paper on their parametrisation (METHOD.md 1, III, table 1), and the ways to step them.
namespace scree {

inline constexpr double kPelletDiameter = 0.0127;   // m
inline constexpr double kPelletDensity = 3700.0;    // kg/m³
inline constexpr double kPelletModulus = 6.2e6;     // Pa
inline constexpr double kPelletPoisson = 0.25;      // 1
inline constexpr double kPelletRestitution = 0.18;  // 1
inline constexpr double kPelletFriction = 0.91;     // 1
inline constexpr double kPelletRolling = 0.32;      // 1, times r*
inline constexpr double kPelletGravity = 9.82;      // m/s², as the paper gives it
inline constexpr double kPelletTolerance = 0.02;    // ε, in diameters

/// Stiffness k of a pellet on a plane of its material [N/m^1.5]: 4/3 E* √r (METHOD.md 3.3).
double pelletStiffness();
double pelletMass();  ///< kg
/// Overlap at which the law carries a force [m].
double overlapUnder(double force);

/// One way to step.
struct PelletWay {
  std::string name;
  std::string what;  ///< in words, for the report
  double timeStep = 5e-3;
  std::vector<SceneOverride> settings;
};
/// As published: 150 sweeps from zero, contacts that approach faster than ε d/Δt are impacts, with ε = 2 %: 0.05 m/s at
/// 5 ms (III, eq. 7).
PelletWay paperWay(double timeStep);
/// The preset *fast*.
PelletWay fastWay(double timeStep);
double publishedImpactSpeed(double timeStep);  ///< m/s

/// Law of pellets among themselves and with walls, where a case varies it.
struct PelletLaw {
  double friction = kPelletFriction;
  double rolling = kPelletRolling;
};

/// Head of a scene: step, gravity, materials and laws.
std::string pelletHead(const PelletWay& way, const PelletLaw& law, const Vec3& gravity);
/// World of a scene's text; empty, with the errors printed, if it does not load.
std::optional<World> pelletWorld(const std::string& text, const PelletWay& way);

}  // namespace scree
