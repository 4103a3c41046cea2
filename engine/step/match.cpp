#include "engine/step/match.h"

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

void matchContacts(const World& world, StepData& data) {
  data.warm.assign(data.contacts.size(), Multipliers{});
  data.matched = 0;
  const double last = world.history.timeStep;
  const double scale = last > 0.0 ? data.substepTime / last : 1.0;
  const std::vector<ContactKey>& old = world.history.keys;
  std::size_t at = 0;
  // Both lists ascend by key, so one pass over them finds every match.
  for (std::size_t i = 0; i < data.contacts.size(); ++i) {
    const ContactKey& key = data.contacts[i].key;
    while (at < old.size() && old[at] < key) {
      ++at;
    }
    if (at < old.size() && old[at] == key) {
      data.warm[i] = carried(world.history.multipliers[at], data.contacts[i].normal, scale);
      ++data.matched;
    }
  }
}

void carryMultipliers(StepData& data) {
  for (std::size_t i = 0; i < data.contacts.size(); ++i) {
    data.warm[i] = data.rebounds[i] != 0 ? Multipliers{} : carried(data.multipliers[i], data.contacts[i].normal, 1.0);
  }
}

void keepHistory(World& world, const StepData& data) {
  world.history.timeStep = data.substepTime;
  world.history.keys.resize(data.contacts.size());
  world.history.multipliers = data.multipliers;
  for (std::size_t i = 0; i < data.contacts.size(); ++i) {
    world.history.keys[i] = data.contacts[i].key;
    if (data.rebounds[i] != 0) {
      world.history.multipliers[i] = Multipliers{};
    }
  }
}

}  // namespace scree
