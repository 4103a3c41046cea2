#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/prefetch.h"
#include "engine/base/types.h"

namespace scree {

/// A contact inside an aggregate, or of one of its members with a surface. It is neither detected nor solved; forces
/// are those of the moment when it was merged, in the frame of the aggregate.
struct KeptContact {
  ContactKey key;  ///< as ContactKey::particles or ContactKey::boundary makes it
  std::uint32_t a = 0;
  std::uint32_t b = kNoParticle;  ///< slots; kNoParticle for a surface
  float normal[3] = {0, 0, 1};    ///< from a to b
  float gap = 0;                  ///< m
  float normalForce = 0;          ///< N, on b: what presses, the reaction to an attraction included
  float attraction = 0;           ///< N: pulls the two together (METHOD.md 3.9)
  float tangentialForce[3] = {0, 0, 0};
  float torque[3] = {0, 0, 0};  ///< N m, rolling and twisting, on b
  float energy = 0;             ///< J, in its overlap
  float cohesive = 0;           ///< energy of its attraction, at most 0 [J]
  float closingForce = 0;       ///< normal force when it was kept [N]
  MaterialIndex material = 0;   ///< of b
  bool holds = false;           ///< it has friction: what it connects moves as one

  std::uint32_t other(std::uint32_t slot) const { return slot == a ? b : a; }
  /// Normal force on b less the attraction [N].
  double netForce() const { return double{normalForce} - double{attraction}; }
};

/// Vector of three floats, as KeptContact has them.
inline Vec3 vectorOf(const float* v) { return {double{v[0]}, double{v[1]}, double{v[2]}}; }

/// What the kept contacts of one particle do to it together.
struct KeptForce {
  Vec3 force = Vec3::Zero();   ///< in the frame of the aggregate [N]
  Vec3 arm = Vec3::Zero();     ///< sum of normal x force [N]: the torque of the forces is -r times that
  Vec3 couple = Vec3::Zero();  ///< sum of the torques of rolling and twisting [N m]
  double borne = 0.0;          ///< sum of the normal forces, reactions to attractions included [N]
};

/// Contacts by their particles: adding, removing and visiting one particle's contacts costs its contacts only. Those of
/// one particle are visited in the order of their keys, whatever the order in which they came: sums over them are part
/// of the state, and a state that was saved and restored has to go on with the same bits.
class KeptContacts {
 public:
  /// Gives every particle up to `slots` a list.
  void fit(std::size_t slots) {
    if (first_.size() < slots) {
      first_.resize(slots, kNone);
    }
  }
  void add(const KeptContact& contact);
  /// Takes out all contacts of a particle, calling use(contact) for each before.
  template <typename Use>
  void removeOf(std::uint32_t slot, Use use) {
    for (std::uint32_t at = firstOf(slot); at != kNone;) {
      const std::uint32_t next = ends_[at].nextOf(slot);
      use(contactAt(at));
      unlink(at);
      at = next;
    }
    if (slot < first_.size()) {
      first_[slot] = kNone;
    }
  }
  template <typename Use>
  void forContactsOf(std::uint32_t slot, Use use) const {
    for (std::uint32_t at = firstOf(slot); at != kNone; at = ends_[at].nextOf(slot)) {
      use(contactAt(at));
    }
  }
  /// Calls use(other, key) for those contacts of a particle that hold it; `other` is kNoParticle for a surface.
  template <typename Use>
  void forHoldersOf(std::uint32_t slot, Use use) const {
    for (std::uint32_t at = firstOf(slot); at != kNone; at = ends_[at].nextOf(slot)) {
      const Ends& ends = ends_[at];
      if (ends.holds) {
        use(slot == ends.a ? ends.b : ends.a, list_[at].key);
      }
    }
  }
  /// Calls use(i, contact) for the contacts of each slots[i]: of one in the order of forContactsOf, of several by
  /// turns, so that memory is asked for the contacts of all at once. `places` is scratch.
  template <typename Use>
  void forContactsOfEach(std::span<const std::uint32_t> slots, std::vector<std::array<std::uint32_t, 2>>& places,
                         Use use) const {
    for (std::size_t begin = 0; begin < slots.size(); begin += kTogether) {
      findPlaces(slots.subspan(begin, std::min(kTogether, slots.size() - begin)), places);
      for (const auto& [i, at] : places) {
        use(begin + i, contactAt(at));
      }
    }
  }
  /// Asks for where a particle's contacts begin, to be read soon.
  void fetchFirst(std::uint32_t slot) const {
    if (slot < first_.size()) {
      fetch(first_[slot]);
    }
  }
  /// Sum over the contacts of a particle, known from last time where these are still the same.
  KeptForce forceOn(std::uint32_t slot);
  /// Number of places of contacts, free ones included.
  std::size_t places() const { return ends_.size(); }
  /// Calls use(place) for the contacts of a particle, in the order of forContactsOf.
  template <typename Use>
  void forPlacesOf(std::uint32_t slot, Use use) const {
    for (std::uint32_t at = firstOf(slot); at != kNone; at = ends_[at].nextOf(slot)) {
      use(at);
    }
  }
  /// Contact at a place.
  KeptContact at(std::uint32_t place) const { return contactAt(place); }
  /// Changes the forces of a contact [N, N, N m].
  void setForces(std::uint32_t place, double normalForce, const Vec3& tangentialForce, const Vec3& torque);
  template <typename Use>
  void forAll(Use use) const {
    for (std::uint32_t at = 0; at < ends_.size(); ++at) {
      if (ends_[at].a != kNoParticle) {
        use(contactAt(at));
      }
    }
  }
  std::size_t size() const { return list_.size() - free_.size(); }
  bool any(std::uint32_t slot) const { return firstOf(slot) != kNone; }
  /// All contacts, ascending by key.
  std::vector<KeptContact> sorted() const;
  /// Replaces everything.
  void assign(const std::vector<KeptContact>& contacts, std::size_t slots);
  /// Gives particles new slots; none of those that go away (kNoParticle) may have contacts left.
  void renumber(const std::vector<std::uint32_t>& newSlot, std::size_t slots);

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::size_t kTogether = 16;  // particles whose contacts are asked for at once

  /// Whose contact it is, and the next of each of the two. By themselves, as slots change for all with each particle
  /// that goes away.
  struct Ends {
    std::uint32_t a = kNoParticle;  ///< of nobody: a free place
    std::uint32_t b = kNoParticle;
    std::uint32_t nextOfA = kNone;
    std::uint32_t nextOfB = kNone;
    bool holds = false;  ///< as the contact's: who walks along those that hold reads nothing else
    /// The force on a, or b, of all its contacts is known: of which this one is the first.
    bool isKnownA = false;
    bool isKnownB = false;
    bool& isKnown(std::uint32_t slot) { return slot == a ? isKnownA : isKnownB; }
    std::size_t sideOf(std::uint32_t slot) const { return slot == a ? 0 : 1; }
    std::uint32_t nextOf(std::uint32_t slot) const { return slot == a ? nextOfA : nextOfB; }
    std::uint32_t& nextOf(std::uint32_t slot) { return slot == a ? nextOfA : nextOfB; }
    std::uint32_t other(std::uint32_t slot) const { return slot == a ? b : a; }
  };

  KeptContact contactAt(std::uint32_t at) const {
    KeptContact contact = list_[at];
    contact.a = ends_[at].a;
    contact.b = ends_[at].b;
    return contact;
  }
  std::uint32_t firstOf(std::uint32_t slot) const { return slot < first_.size() ? first_[slot] : kNone; }
  /// Lists the contacts of some particles, each with the particle's place in `slots`.
  void findPlaces(std::span<const std::uint32_t> slots, std::vector<std::array<std::uint32_t, 2>>& places) const;
  /// Whether a contact's place in a particle's list is before that of another one.
  bool isBefore(std::uint32_t slot, std::uint32_t at, std::uint32_t other) const;
  void linkInto(std::uint32_t slot, std::uint32_t at);
  /// Takes the contact out of its other particle's list and frees its place.
  void unlink(std::uint32_t at);
  void unlinkFrom(std::uint32_t slot, std::uint32_t at);

  std::vector<KeptContact> list_;  ///< its slots are out of date
  std::vector<Ends> ends_;         ///< of each
  /// Of each, forces on a and b as far as they are known. By the first contact of a particle, as slots change. Not part
  /// of the state.
  std::vector<std::array<KeptForce, 2>> forces_;
  std::vector<std::uint32_t> free_;   ///< places
  std::vector<std::uint32_t> first_;  ///< by slot
};

}  // namespace scree
