#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/types.h"

namespace scree {

/// Grains that fall onto a fixed layer in hexagonal packing, periodic across gravity: the last test of Ray, Kempe and
/// Fröhlich (2015). Their text gives 100 grains, 195 fixed ones and 5000 steps; all other numbers are of this study.
struct SedimentationCase {
  double restitution = 1.0;
  double duration = 1e-2;      ///< of collisions, T [s]
  double end = 5.0;            ///< s
  std::uint32_t grains = 100;  ///< that fall
  std::uint64_t seed = 1;      ///< of their places
  double shifted = 0.0;        ///< all of them by this along each axis at the start [m]
};

/// Choice of stiffness and dashpot of each collision.
enum class SedimentationWay : std::uint8_t {
  engine,    ///< the method smooth, by its formulas
  formulas,  ///< substeps of this study, by the same formulas
  iteration  ///< the same substeps, by iteratedChoice()
};

/// Energies at one instant [J]; the potential one is zero at the height of the layer.
struct SedimentationEnergy {
  double time = 0.0;  ///< s
  double potential = 0.0;
  double kinetic = 0.0;
  double elastic = 0.0;

  double total() const { return potential + kinetic + elastic; }
};

struct SedimentationRun {
  std::vector<SedimentationEnergy> energies;  ///< at equal times, from the start on
  double seconds = 0.0;                       ///< processor time of all
  double choiceSeconds = 0.0;                 ///< processor time of the choices; not told of the engine
  std::uint64_t choices = 0;                  ///< collisions that a choice was made for
};

/// Two runs apart, as parts of the energy at the start.
struct SedimentationDifference {
  double potential = 0.0;  ///< root mean square over time
  double kinetic = 0.0;
  double elastic = 0.0;
  double total = 0.0;
};

/// Number of fixed grains.
std::uint32_t layerGrains();
/// Diameter of all grains [m].
double layerDiameter();

SedimentationRun sedimentationRun(const SedimentationCase& setup, SedimentationWay way);
/// Both have the same times.
SedimentationDifference differenceOf(const SedimentationRun& a, const SedimentationRun& b);

}  // namespace scree
