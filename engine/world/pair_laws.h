#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/world/materials.h"

// Values of contact laws by name, for scenes, commands and panels.
namespace scree {

/// Values of a pair law that can be set. Rolling resistance has two: a number and a length; the one set last holds.
enum class PairLawKey : std::uint8_t {
  friction,
  rollingResistance,
  rollingLength,
  twisting,
  restitution,
  stiffness,
  dampingTime,
  surfaceTension,
  contactAngle,
  bridgeVolume,
  pullOff,
  adhesionEnergy
};

struct PairLawInfo {
  PairLawKey key;
  std::string_view name;      ///< name in recordings
  std::string_view sceneKey;  ///< key in scene files
  std::string_view label;     ///< in panels
  std::string_view unit;      ///< SI, empty for a number
  std::string_view meaning;   ///< one sentence
  double minimum;
  double maximum;
};

std::span<const PairLawInfo> pairLawTable();
const PairLawInfo& infoOf(PairLawKey key);

/// Whether a value is one of cohesion.
inline bool isOfCohesion(PairLawKey key) { return key >= PairLawKey::surfaceTension; }
/// Whether a law has this value: those of cohesion where it has any, one of the two kinds of rolling resistance, and a
/// stiffness unless Young's moduli give it.
bool hasValue(const PairLaw& law, PairLawKey key);
double valueOf(const PairLaw& law, PairLawKey key);
/// Whether `after` has a value that `before` has not: what a change from one to the other sets.
bool isChanged(const PairLaw& before, const PairLaw& after, PairLawKey key);
/// Sets one value. Returns an empty string, or the reason of a refusal (not finite, out of range, a stiffness that
/// Young's moduli give), which leaves the law unchanged.
std::string setValue(PairLaw& law, PairLawKey key, double value);

/// Name of Young's modulus in files, and its range in a Hertz law [Pa].
constexpr std::string_view kModulusName = "youngs_modulus";
constexpr double kLeastModulus = 1e-6;
constexpr double kLargestModulus = 1e15;

/// Whether the stiffness of any pair of a material follows from its Young's modulus.
bool usesModulus(const Materials& materials, MaterialIndex material);
/// Sets Young's modulus of a material [Pa], and the effective moduli of its pairs with a Hertz law. Returns an empty
/// string, or the reason of a refusal.
std::string setYoungsModulus(Materials& materials, MaterialIndex material, double value);

/// True if a contact at rest under `before` may move under `after`: a limit is lower, or the stiffness differs.
bool mayMove(const PairLaw& before, const PairLaw& after);

/// Name of a pair for messages: "ore on steel".
std::string pairName(const Materials& materials, MaterialIndex a, MaterialIndex b);

}  // namespace scree
