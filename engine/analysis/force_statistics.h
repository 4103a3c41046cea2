#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/analysis/force_network.h"

namespace scree {

/// Statistics of the contacts that push (METHOD.md 19.2).
struct ForceStatistics {
  static constexpr std::size_t kForceBins = 24;
  static constexpr double kMostForce = 6.0;  ///< upper end of the last bin of forces, in mean forces
  static constexpr std::size_t kMostContacts = 16;
  static constexpr std::size_t kDirections = 18;  ///< bins of directions over half a turn

  std::uint64_t contacts = 0;                      ///< contacts that push
  std::uint64_t kept = 0;                          ///< of them inside aggregates, with the forces at the merge
  double mean = 0.0;                               ///< mean normal force [N]
  double largest = 0.0;                            ///< largest normal force [N]
  std::array<std::uint64_t, kForceBins> forces{};  ///< contacts by force over the mean; the last bin has all above
  std::array<std::uint64_t, kMostContacts + 1> coordination{};  ///< grains by contacts; the last has all above
  double meanCoordination = 0.0;                                ///< contacts a grain
  Mat3 fabric = Mat3::Zero();                                   ///< mean of n n over the contacts
  Vec3 principal = Vec3::Zero();  ///< eigenvalues of the fabric, ascending: a third each without a preferred direction
  /// Contacts by the direction of the normal in the planes x-z, y-z and x-y, from the first axis towards the second;
  /// each counts with the length of the normal's part in the plane.
  std::array<std::array<double, kDirections>, 3> directions{};

  /// Anisotropy of the fabric: the largest eigenvalue less the smallest; 0 for all directions alike, 1 for one.
  double anisotropy() const { return contacts == 0 ? 0.0 : principal[2] - principal[0]; }
};

/// Statistics of the contacts of findForceContacts() among so many particles.
ForceStatistics forceStatistics(std::span<const ForceContact> contacts, std::size_t particles);

}  // namespace scree
