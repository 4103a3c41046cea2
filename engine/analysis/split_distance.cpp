#include "engine/analysis/split_distance.h"

#include <algorithm>

#include "engine/contacts/member_slip.h"
#include "engine/contacts/near_members.h"
#include "engine/settings/speed_scales.h"

namespace scree {

namespace {

double share(double measured, double limit) { return limit > 0.0 ? std::max(0.0, measured) / limit : 0.0; }

/// Largest ratio of a measured value to its limit at a contact.
double largestShare(const World& world, const Contact& contact) {
  const MemberSlip slip = memberSlip(world, contact);
  if (!slip.touching) {
    return 0.0;
  }
  const Parameters& p = world.parameters;
  const ReductionParameters& r = p.reduction;
  const ReductionLimits limits = reductionLimits(world);
  double largest = 0.0;
  if (r.front.split == Switch::on) {
    const std::vector<double>& radius = world.particles.radius;
    largest = std::max(
        share(-slip.normal, impactSpeedAt(p, radius[contact.a] + radius[contact.b])),
        share(feltSlip(world, contact).speed(radius[contact.a]), frontLimitOf(world, limits, contact.b, contact.a)));
  }
  if (r.contact.split == Switch::on) {
    largest = std::max({largest, share(-slip.normal, r.contact.normalIn), share(slip.normal, r.contact.normalOut),
                        share(slip.sliding(contact.normal), r.contact.tangential),
                        share(slip.spin.norm(), r.contact.rolling)});
  }
  return largest;
}

}  // namespace

void splitDistances(const World& world, ThreadPool* threads, std::vector<float>& distances) {
  std::vector<std::uint32_t> free;
  distances.assign(world.particles.size(), 1.0f);
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    if (world.reduction.isFree(slot)) {
      free.push_back(slot);
      distances[slot] = 0.0f;
    }
  }
  std::vector<Contact> contacts;
  findNearMembers(world, free, threads, contacts);
  for (const Contact& contact : contacts) {
    const auto left = static_cast<float>(std::max(0.0, 1.0 - largestShare(world, contact)));
    distances[contact.b] = std::min(distances[contact.b], left);
  }
}

}  // namespace scree
