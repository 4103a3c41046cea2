#include "engine/members/kept_contacts.h"

#include <algorithm>

namespace scree {

namespace {

constexpr std::size_t kFetchAhead = 6;  // contacts

}  // namespace

void KeptContacts::add(const KeptContact& contact) {
  fit(std::size_t{1} + std::max(contact.a, contact.b == kNoParticle ? 0 : contact.b));
  std::uint32_t at = static_cast<std::uint32_t>(list_.size());
  if (free_.size() > kFetchAhead) {
    fetchForWriting(list_[free_[free_.size() - kFetchAhead]]);
    fetchForWriting(ends_[free_[free_.size() - kFetchAhead]]);
  }
  if (free_.empty()) {
    list_.emplace_back();
    ends_.emplace_back();
  } else {
    at = free_.back();
    free_.pop_back();
  }
  list_[at] = contact;
  Ends& ends = ends_[at];
  ends = {.a = contact.a, .b = contact.b, .holds = contact.holds};
  linkInto(contact.a, at);
  if (contact.b != kNoParticle) {
    linkInto(contact.b, at);
  }
}

bool KeptContacts::isBefore(std::uint32_t slot, std::uint32_t at, std::uint32_t other) const {
  // Slots are in the order of ids, and surfaces come after all particles, in slots and in keys. Only where both are
  // surfaces the keys have to be read.
  const std::uint32_t one = ends_[at].other(slot);
  const std::uint32_t two = ends_[other].other(slot);
  return one != two ? one < two : list_[at].key < list_[other].key;
}

void KeptContacts::linkInto(std::uint32_t slot, std::uint32_t at) {
  std::uint32_t* link = &first_[slot];
  while (*link != kNone && isBefore(slot, *link, at)) {
    link = &ends_[*link].nextOf(slot);
  }
  ends_[at].nextOf(slot) = *link;
  *link = at;
  // The sum known is that without it.
  ends_[first_[slot]].isKnown(slot) = false;
}

void KeptContacts::findPlaces(std::span<const std::uint32_t> slots,
                              std::vector<std::array<std::uint32_t, 2>>& places) const {
  places.clear();
  std::array<std::uint32_t, kTogether> next{};
  for (std::size_t i = 0; i < slots.size(); ++i) {
    next[i] = firstOf(slots[i]);
    if (next[i] != kNone) {
      fetch(ends_[next[i]]);
    }
  }
  for (bool any = true; any;) {
    any = false;
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
      const std::uint32_t at = next[i];
      if (at == kNone) {
        continue;
      }
      any = true;
      fetch(list_[at]);
      places.push_back({i, at});
      next[i] = ends_[at].nextOf(slots[i]);
      if (next[i] != kNone) {
        fetch(ends_[next[i]]);
      }
    }
  }
}

void KeptContacts::unlinkFrom(std::uint32_t slot, std::uint32_t at) {
  std::uint32_t* link = &first_[slot];
  while (*link != at) {
    link = &ends_[*link].nextOf(slot);
  }
  *link = ends_[at].nextOf(slot);
  if (first_[slot] != kNone) {
    ends_[first_[slot]].isKnown(slot) = false;
  }
}

KeptForce KeptContacts::forceOn(std::uint32_t slot) {
  const std::uint32_t first = firstOf(slot);
  if (first == kNone) {
    return {};
  }
  forces_.resize(ends_.size());
  KeptForce& sum = forces_[first][ends_[first].sideOf(slot)];
  if (!ends_[first].isKnown(slot)) {
    sum = {};
    for (std::uint32_t at = first; at != kNone; at = ends_[at].nextOf(slot)) {
      const KeptContact& contact = list_[at];
      const Vec3 normal = vectorOf(contact.normal);
      const Vec3 force = contact.netForce() * normal + vectorOf(contact.tangentialForce);
      const double sign = ends_[at].sideOf(slot) == 1 ? 1.0 : -1.0;
      sum.force += sign * force;
      sum.arm += normal.cross(force);
      sum.couple += sign * vectorOf(contact.torque);
      sum.borne += double{contact.normalForce};
    }
    ends_[first].isKnown(slot) = true;
  }
  return sum;
}

void KeptContacts::setForces(std::uint32_t place, double normalForce, const Vec3& tangentialForce, const Vec3& torque) {
  KeptContact& contact = list_[place];
  contact.normalForce = static_cast<float>(normalForce);
  for (int axis = 0; axis < 3; ++axis) {
    contact.tangentialForce[axis] = static_cast<float>(tangentialForce[axis]);
    contact.torque[axis] = static_cast<float>(torque[axis]);
  }
  const Ends& ends = ends_[place];
  ends_[first_[ends.a]].isKnown(ends.a) = false;
  if (ends.b != kNoParticle) {
    ends_[first_[ends.b]].isKnown(ends.b) = false;
  }
}

void KeptContacts::unlink(std::uint32_t at) {
  Ends& ends = ends_[at];
  unlinkFrom(ends.a, at);
  if (ends.b != kNoParticle) {
    unlinkFrom(ends.b, at);
  }
  ends.a = kNoParticle;
  free_.push_back(at);
}

std::vector<KeptContact> KeptContacts::sorted() const {
  std::vector<KeptContact> result;
  result.reserve(size());
  forAll([&](const KeptContact& contact) { result.push_back(contact); });
  std::sort(result.begin(), result.end(), [](const KeptContact& x, const KeptContact& y) { return x.key < y.key; });
  return result;
}

void KeptContacts::assign(const std::vector<KeptContact>& contacts, std::size_t slots) {
  list_.clear();
  ends_.clear();
  free_.clear();
  first_.assign(slots, kNone);
  for (const KeptContact& contact : contacts) {
    add(contact);
  }
}

void KeptContacts::renumber(const std::vector<std::uint32_t>& newSlot, std::size_t slots) {
  // In place: a list as long as all particles would be new memory in each step in which one goes away.
  std::size_t known = 0;
  for (std::size_t slot = 0; slot < std::min(first_.size(), newSlot.size()); ++slot) {
    if (newSlot[slot] != kNoParticle) {
      first_[newSlot[slot]] = first_[slot];
      ++known;
    }
  }
  first_.resize(known);
  first_.resize(slots, kNone);
  for (Ends& ends : ends_) {
    if (ends.a != kNoParticle) {
      ends.a = newSlot[ends.a];
      ends.b = ends.b == kNoParticle ? kNoParticle : newSlot[ends.b];
    }
  }
}

}  // namespace scree
