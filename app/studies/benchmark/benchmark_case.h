#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/types.h"

// The cases of Dosta et al., "Comparing open-source DEM frameworks for simulations of common bulk processes", Comput.
// Phys. Commun. 296 (2024) 109066: a drum with two sizes of grains, and a ball that is shot into a bed.
namespace scree {

enum class BenchmarkCase : unsigned char { drum, penetration };

/// A grain at the start.
struct BenchmarkGrain {
  Vec3 position = Vec3::Zero();
  double radius = 0.0;
};

/// Grains of a start: those of the material M1, and those of M2, which the penetration has none of.
struct BenchmarkStart {
  std::array<std::vector<BenchmarkGrain>, 2> grains;
};

/// Sizes of a case [m].
struct BenchmarkSize {
  double radius = 0.0;                     ///< of the drum
  double length = 0.0;                     ///< of the drum
  Vec3 box = Vec3::Zero();                 ///< of the penetration, without its open side
  double bottom = 0.0;                     ///< height of the box's floor
  std::array<std::size_t, 2> counts = {};  ///< grains of M1 and M2
  std::array<double, 2> radii = {};        ///< of grains of M1 and M2
  double seconds = 0.0;                    ///< simulated time of a run [s]
  double interval = 0.0;                   ///< simulated time between samples [s]
};

/// Sizes as published, or with a sixteenth of the grains.
BenchmarkSize sizeOf(BenchmarkCase which, bool quick);

/// Young's modulus of the grains: as the materials have it, or of the published soft variant, 2 and 1 MPa.
enum class BenchmarkStiffness : unsigned char { hard, soft };

/// Material of a case.
struct BenchmarkMaterial {
  const char* name;
  double youngsModulus;      ///< Pa
  double softYoungsModulus;  ///< Pa
  double poissonRatio;
  double density;  ///< kg/m³

  double modulus(BenchmarkStiffness stiffness) const {
    return stiffness == BenchmarkStiffness::soft ? softYoungsModulus : youngsModulus;
  }
};
/// M1, M2 and steel, which walls and the ball are of.
inline constexpr std::array<BenchmarkMaterial, 3> kBenchmarkMaterials = {{
    {"m1", 1e9, 2e6, 0.2, 2500.0},
    {"m2", 0.5e9, 1e6, 0.2, 2000.0},
    {"steel", 210e9, 210e9, 0.2, 7200.0},
}};
/// Restitution and friction between the materials, in that order.
inline constexpr double kBenchmarkRestitution[3][3] = {{0.5, 0.45, 0.4}, {0.45, 0.4, 0.4}, {0.4, 0.4, 0.6}};
inline constexpr double kBenchmarkFriction[3][3] = {{0.3, 0.2, 0.2}, {0.2, 0.4, 0.2}, {0.2, 0.2, 0.5}};

inline constexpr double kBenchmarkGravity = 9.8;    // m/s²
inline constexpr double kBenchmarkDrumSpeed = 2.0;  // rad/s, about -y
inline constexpr double kBallRadius = 0.01;         // m
inline constexpr double kBallHeight = 0.06;         // m, above the plane z = 0
inline constexpr double kBallSpeed = 5.0;           // m/s, downwards

/// Text of the materials and their pairs, as a part of a scene.
std::string benchmarkMaterialsText(BenchmarkStiffness stiffness);

/// Text of the scene of a case with a start, whose grains are in the tables m1.csv and m2.csv beside the scene. The
/// drum stands if `moves` is false, and the ball of the penetration is not there.
std::string benchmarkScene(BenchmarkCase which, const BenchmarkSize& size, BenchmarkStiffness stiffness, bool moves);

/// Text of a table of grains that a scene reads.
std::string grainTable(const std::vector<BenchmarkGrain>& grains);

}  // namespace scree
