#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/io/dem/dem_surfaces.h"
#include "engine/world/world.h"

// Contact laws of a world as materials with Young's moduli, which other programs have.
namespace scree {

/// Partner of a grain in a contact.
enum class DemPartner : unsigned char { grain, plane, mesh };

/// Effective radius that a program takes, over r*, by partner of a grain.
using DemCurvature = std::array<double, 3>;

/// Pair of materials that can touch.
struct DemPair {
  MaterialIndex grain = 0;
  MaterialIndex other = 0;
  DemPartner partner = DemPartner::grain;
};

/// Contacts of a world: pairs that can occur, mean grains, and Young's moduli that give the stiffness of the laws.
/// A linear law of stiffness k is as stiff as Hertz's law of modulus E* at one speed V: both have the same largest
/// overlap in an impact of two mean grains. From 15/16 m* V²/(E* √r*) = δ^(5/2) and δ = V √(m*/k)
///     E* = 15/16 k^(5/4)/(√r* (m* V²)^(1/4))                                     [Pa]
/// The model hooke of LIGGGHTS has the stiffness k for this E* and the characteristic velocity V.
class DemContacts {
 public:
  /// `world` has grains and must outlive this.
  DemContacts(const World& world, const std::vector<DemSurface>& surfaces, const DemCurvature& curvature);

  const std::vector<DemPair>& pairs() const { return pairs_; }
  /// True if a pair that can occur has Hertz's law.
  bool isHertz() const { return isHertz_; }
  /// Speed V at which stiffnesses are equal: √(g d) of the mean diameter, with 9.81 m/s² where there is no gravity.
  double speed() const { return speed_; }
  /// Materials of grains, the most frequent first.
  const std::vector<MaterialIndex>& grains() const { return grains_; }
  /// True if a pair that can occur has rolling resistance.
  bool hasRolling() const;
  double smallestRadius() const { return smallest_; }

  /// Poisson's ratio in the range that is allowed there.
  double poisson(MaterialIndex material) const;
  /// Young's modulus [Pa] of a material of grains, or of a surface of this kind.
  double modulus(MaterialIndex material, DemPartner role) const;
  double restitution(MaterialIndex a, MaterialIndex b) const;
  /// Rolling resistance as a number, times r*.
  double rolling(MaterialIndex a, MaterialIndex b) const;
  /// r* of the mean grains of a pair [m].
  double effectiveRadius(const DemPair& pair) const;
  /// Stiffness k of a pair at the speed V [N/m].
  double stiffness(const DemPair& pair) const;
  /// Longest time step [s] by the Rayleigh times of grains, and, with the linear law, by the durations of collisions.
  double timeStep(bool isLinear) const;
  /// Remarks on what is done otherwise there.
  std::vector<std::string> remarks(bool isLinear) const;

 private:
  /// Mean grain of a material.
  struct MeanGrain {
    double radius = 0.0;  ///< m
    double mass = 0.0;    ///< kg
    std::size_t count = 0;
  };
  double effectiveMass(const DemPair& pair) const;
  /// E* that a pair's law wants [Pa].
  double wantedModulus(const DemPair& pair) const;

  const World& world_;
  DemCurvature curvature_;
  std::vector<MeanGrain> means_;
  std::vector<MaterialIndex> grains_;
  std::vector<DemPair> pairs_;
  double speed_ = 0.0;
  double smallest_ = 0.0;
  double largest_ = 0.0;
  bool isHertz_ = false;
};

}  // namespace scree
