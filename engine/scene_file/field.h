#pragma once

#include <limits>
#include <string_view>

namespace scree {

struct Field {
  std::string_view key;
  std::string_view meaning;
  bool required = false;
};
constexpr bool kRequired = true;

/// Range of allowed values, in SI units, borders included.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};
constexpr Range kAny = {};
constexpr Range kNotNegative = {0.0};
constexpr Range kShare = {0.0, 1.0};
/// Sizes of particles and bodies, from a micrometre to a kilometre: their masses and inertias stay far from overflow.
constexpr Range kExtent = {1e-6, 1e3};
constexpr Range kDensity = {1e-3, 1e6};
constexpr Range kBodyMass = {1e-9, 1e9};
constexpr Range kMostParticles = {1.0, 5e6};

/// Key and meaning of an alternative in a `kind: {...}` section.
struct AlternativeInfo {
  std::string_view key;
  std::string_view meaning;
};
template <class T>
inline constexpr AlternativeInfo kAlternative = {};

}  // namespace scree
