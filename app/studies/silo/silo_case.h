#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/studies/benchmark/benchmark_case.h"
#include "engine/scene/scene.h"

// Silo of the benchmark of Dosta et al. 2024: grains of M1 in a cylinder of steel with a flat floor that has a round
// orifice in its middle. Its published places and its diameter were not at hand: it is filled anew to its number of
// grains, in a cylinder so wide that its walls do not change the rate.
namespace scree {

/// Sizes of a silo [m].
struct SiloSize {
  double radius = 0.0;
  double height = 0.0;
  std::size_t grains = 0;
  double grainRadius = 0.002;
  std::vector<double> orifices;  ///< radii
  double settling = 0.0;         ///< simulated time in which it is filled [s]
  double seconds = 0.0;          ///< simulated time of a discharge [s]
  double interval = 0.0;         ///< simulated time between samples [s]
};
SiloSize siloSizeOf(bool quick);

/// Grains at the start, and the density of the bed that they make.
struct SiloStart {
  std::vector<BenchmarkGrain> grains;
  double bulkDensity = 0.0;  ///< mass over the volume up to twice the mean height [kg/m³]
};

/// One way to empty it.
struct SiloWay {
  std::string name;
  std::string what;  ///< in words, for the report
  BenchmarkStiffness stiffness = BenchmarkStiffness::hard;
  std::vector<SceneOverride> settings;
};

/// Mass that has left at one instant.
struct SiloSample {
  double time = 0.0;  ///< s
  double mass = 0.0;  ///< kg
};

/// Result of a discharge.
struct SiloRun {
  std::string way;
  std::string what;
  double orifice = 0.0;  ///< radius [m]
  int seed = 1;
  double bulkDensity = 0.0;  ///< kg/m³
  double grainRadius = 0.0;  ///< m
  std::vector<SiloSample> samples;
  double processor = 0.0;  ///< s
  double seconds = 0.0;    ///< simulated time [s]
  double worstOverlap = 0.0;
  std::uint64_t faults = 0;  ///< grains that were taken out
  std::string failure;       ///< reason of an early end; empty if the run is whole
};

/// Law of Beverloo: W = C ρ_b √g (D - k d)^2.5 [kg/s] with the usual C = 0.58 and k = 1.4 for spheres; D is the
/// diameter of the orifice, d that of the grains [m]. 0 for an orifice that is no wider than k d.
/// Source: Beverloo, Leniger and van de Velde 1961; k of spheres: Nedderman 1992.
double beverlooRate(double bulkDensity, double gravity, double orificeDiameter, double grainDiameter);

/// Rate of discharge [kg/s]: slope of the mass by least squares, over samples in which between a tenth and half of
/// `total` [kg] has left. 0 with fewer than three.
double rateOf(const std::vector<SiloSample>& samples, double total);

/// Text of the scene of a filled silo, from the table m1.csv and the mesh silo.stl beside it; without an orifice it is
/// filled from a lattice, and holds its grains.
std::string siloScene(const SiloSize& size, BenchmarkStiffness stiffness, bool isOpen);
/// STL of the silo with an orifice in its floor; a radius of 0 is a closed floor.
std::string siloMesh(const SiloSize& size, double orifice);

/// Fills the silo. Writes its scene into `folder`. Empty after a signal or if it does not load.
std::optional<SiloStart> siloStart(const SiloSize& size, int seed, const std::filesystem::path& folder);

/// Empties it through an orifice, on one thread. Writes its scene into `folder`.
SiloRun siloRun(const SiloSize& size, const SiloStart& start, double orifice, const SiloWay& way, int seed,
                const std::filesystem::path& folder);

}  // namespace scree
