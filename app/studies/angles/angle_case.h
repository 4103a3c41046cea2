#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/heap_angle.h"
#include "engine/world/world.h"

// Cases in which different ways to step are compared from the same start: a column of grains in a box, a pile that is
// fed from above, a bed that collapses when its gate is gone, and a drum.
namespace scree {

enum class AngleCase : unsigned char { column, pile, collapse, drum };
inline constexpr std::array<AngleCase, 4> kAngleCases = {AngleCase::column, AngleCase::pile, AngleCase::collapse,
                                                         AngleCase::drum};
const char* nameOf(AngleCase which);

/// Material of all grains and walls, that of the published piles: E of 6 MPa and Hertz contacts.
inline constexpr double kAngleDensity = 3700.0;      // kg/m³
inline constexpr double kAngleModulus = 6e6;         // Pa
inline constexpr double kAnglePoisson = 0.25;        // 1
inline constexpr double kAngleRestitution = 0.18;    // 1
inline constexpr double kAngleFriction = 0.91;       // 1
inline constexpr double kAngleRolling = 0.32;        // 1, times r*
inline constexpr double kAngleGravity = 9.81;        // m/s²
inline constexpr double kAngleDiameter = 0.013;      // m, of the larger grains
inline constexpr double kAngleSmallDiameter = 0.01;  // m, of half of the grains in collapse and drum
inline constexpr double kAngleRate = 200.0;          // grains/s into the pile
inline constexpr double kAngleFeedSpeed = 0.5;       // m/s downwards
inline constexpr double kAngleFeedHeight = 0.195;    // m

/// Sizes and times of a case.
struct AngleSize {
  std::size_t grains = 0;
  double width = 0.0;     ///< m: of the box, or of the collapse's bed in x and y
  double radius = 0.0;    ///< m: of the drum
  double length = 0.0;    ///< m: of the drum, or of the collapse's channel
  double speed = 0.0;     ///< rad/s: of the drum about y
  double settling = 0.0;  ///< simulated time in which the start settles [s]
  double seconds = 0.0;   ///< simulated time of a run [s]
  double from = 0.0;      ///< simulated time from which on it is sampled [s]
  double interval = 0.0;  ///< simulated time between samples [s]
};
AngleSize angleSizeOf(AngleCase which, bool quick);

/// Grains of a start, or those that are fed to the pile in turn.
struct AngleGrain {
  double time = 0.0;  ///< s, of the feed
  Vec3 position = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  double radius = 0.0;
};

/// Text of the scene of a case: as it is filled, or as it is run from the table grains.csv beside it. The pile has its
/// emitter in both.
std::string angleScene(AngleCase which, const AngleSize& size, int seed, bool isStart);
std::string angleTable(const std::vector<AngleGrain>& grains);

/// Start of a case: grains placed at random that have settled for size.settling. For the pile: the grains of its
/// emitter as they come, in free fall. Writes its scene into `folder`. Empty after a signal or if it does not load.
std::optional<std::vector<AngleGrain>> angleStart(AngleCase which, const AngleSize& size, int seed,
                                                  const std::filesystem::path& folder);

/// Names of the values of a case, with units.
std::vector<std::string> angleQuantities(AngleCase which);
/// Values of a case from the places of its grains, in that order.
std::vector<double> angleValues(AngleCase which, const AngleSize& size, const Particles& particles);

}  // namespace scree
