#include "engine/step/match.h"

namespace scree {

namespace {

Multipliers projected(const Multipliers& old, const Vec3& normal) {
  Multipliers result = old;
  result.tangential -= normal.dot(old.tangential) * normal;
  result.rolling -= normal.dot(old.rolling) * normal;
  return result;
}

}  // namespace

void matchContacts(const World& world, StepData& data) {
  data.warm.assign(data.contacts.size(), Multipliers{});
  data.matched = 0;
  const std::vector<ContactKey>& old = world.history.keys;
  std::size_t at = 0;
  // Both lists ascend by key, so one pass over them finds every match.
  for (std::size_t i = 0; i < data.contacts.size(); ++i) {
    const ContactKey& key = data.contacts[i].key;
    while (at < old.size() && old[at] < key) {
      ++at;
    }
    if (at < old.size() && old[at] == key) {
      data.warm[i] = projected(world.history.multipliers[at], data.contacts[i].normal);
      ++data.matched;
    }
  }
}

}  // namespace scree
