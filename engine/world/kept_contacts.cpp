#include "engine/world/kept_contacts.h"

#include <algorithm>

namespace scree {

void KeptContacts::add(KeptContact contact) {
  fit(std::size_t{1} + std::max(contact.a, contact.b == kNoParticle ? 0 : contact.b));
  std::uint32_t at = static_cast<std::uint32_t>(list_.size());
  if (free_.empty()) {
    list_.emplace_back();
  } else {
    at = free_.back();
    free_.pop_back();
  }
  contact.nextOfA = first_[contact.a];
  first_[contact.a] = at;
  contact.nextOfB = kNone;
  if (contact.b != kNoParticle) {
    contact.nextOfB = first_[contact.b];
    first_[contact.b] = at;
  }
  list_[at] = contact;
}

void KeptContacts::unlinkFrom(std::uint32_t slot, std::uint32_t at) {
  std::uint32_t* link = &first_[slot];
  while (*link != at) {
    KeptContact& contact = list_[*link];
    link = slot == contact.a ? &contact.nextOfA : &contact.nextOfB;
  }
  const KeptContact& gone = list_[at];
  *link = slot == gone.a ? gone.nextOfA : gone.nextOfB;
}

void KeptContacts::unlink(std::uint32_t at, const KeptContact& contact) {
  unlinkFrom(contact.a, at);
  if (contact.b != kNoParticle) {
    unlinkFrom(contact.b, at);
  }
  list_[at].a = kNoParticle;
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
  free_.clear();
  first_.assign(slots, kNone);
  for (const KeptContact& contact : contacts) {
    add(contact);
  }
}

void KeptContacts::renumber(const std::vector<std::uint32_t>& newSlot, std::size_t slots) {
  std::vector<std::uint32_t> first(slots, kNone);
  for (std::size_t slot = 0; slot < first_.size(); ++slot) {
    if (slot < newSlot.size() && newSlot[slot] != kNoParticle) {
      first[newSlot[slot]] = first_[slot];
    }
  }
  first_.swap(first);
  for (KeptContact& contact : list_) {
    if (contact.a != kNoParticle) {
      contact.a = newSlot[contact.a];
      contact.b = contact.b == kNoParticle ? kNoParticle : newSlot[contact.b];
    }
  }
}

}  // namespace scree
