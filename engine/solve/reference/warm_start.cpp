#include "engine/solve/reference/warm_start.h"

#include "engine/contacts/match.h"

namespace scree {

namespace {

/// The old multipliers on the new contact plane, times `scale`.
Multipliers carried(const Multipliers& old, const Vec3& normal, double scale) {
  return {.normal = scale * old.normal,
          .tangential = scale * (old.tangential - normal.dot(old.tangential) * normal),
          .rolling = scale * (old.rolling - normal.dot(old.rolling) * normal),
          .twisting = scale * old.twisting};
}

}  // namespace

void takeMultipliers(const World& world, const StepContext& context, ContactList& list, ReferenceWork& reference) {
  const double scale = historyScale(world, context);
  reference.warm.assign(list.contacts.size(), Multipliers{});
  list.rebounds.assign(list.contacts.size(), 0);
  for (std::size_t i = 0; i < list.contacts.size(); ++i) {
    if (list.matches[i] != kNoMatch) {
      reference.warm[i] = carried(world.history.multipliers[list.matches[i]], list.contacts[i].normal, scale);
    }
  }
}

void carryMultipliers(const ContactList& list, ReferenceWork& reference) {
  for (std::size_t i = 0; i < list.contacts.size(); ++i) {
    reference.warm[i] =
        list.rebounds[i] != 0 ? Multipliers{} : carried(list.multipliers[i], list.contacts[i].normal, 1.0);
  }
}

}  // namespace scree
