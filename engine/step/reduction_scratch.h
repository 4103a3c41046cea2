#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/world/aggregates.h"
#include "engine/world/contacts.h"

// What the stages of splitting and merging use again from step to step, as memory of its own would cost more than what
// is done with it.
namespace scree {

/// A member that is to be split off, and why.
struct Release {
  std::uint32_t slot = 0;
  SplitCause cause = SplitCause::none;
  Measured what = Measured::nothing;
  double measured = 0.0;
  double limit = 0.0;
  std::uint64_t partner = UINT64_MAX;
};

/// A kept contact of a member that was split off.
struct FreedContact {
  KeptContact contact;
  Quat turn = Quat::Identity();  ///< of the aggregate's frame
};

/// An entry to be put into the history.
struct HistoryEntry {
  Multipliers multipliers;
  ContactKey key;
  std::uint32_t quietSteps = 0;
  std::optional<ContactMotion> motion;
};

/// Where an entry goes in the history.
struct HistoryPlace {
  ContactKey key;
  std::uint32_t entry = 0;
  std::uint32_t place = 0;
};

/// Entries of the history that move together.
struct HistoryPiece {
  std::size_t from = 0;
  std::size_t count = 0;
  std::ptrdiff_t shift = 0;
};

/// A member that free particles push.
struct PressedMember {
  std::uint32_t slot = 0;
  ParticleId strongest = 0;  ///< who pushes most
  double most = 0.0;         ///< square of that force [N²]
  Vec3 sum = Vec3::Zero();   ///< weight and pushes [N]
};

/// Free particles of a contact, of one with something prescribed twice the same.
struct ContactSides {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

/// How a particle moves.
struct GrainMotion {
  Vec3 velocity = Vec3::Zero();         ///< m/s
  Vec3 angularVelocity = Vec3::Zero();  ///< rad/s
};

/// A place of a contact that pushes a particle against a body.
struct Pusher {
  std::uint32_t slot = 0;
  std::uint32_t contact = 0;
};

struct SplitScratch {
  std::vector<char> marked;            ///< by slot; all 0 between steps
  std::vector<std::uint32_t> pressed;  ///< by slot: place in `pressedMembers`; all UINT32_MAX between steps
  std::vector<Release> releases;
  std::vector<PressedMember> pressedMembers;
  std::vector<std::uint32_t> slots;
  std::vector<std::array<std::uint32_t, 2>> places;  ///< of kept contacts
  std::vector<FreedContact> freed;
  std::vector<Contact> newContacts;  ///< with members, of those split off
  std::vector<Contact> allContacts;  ///< the other buffer of those with members
  std::vector<std::uint32_t> allActive;
};

struct MergeScratch {
  std::vector<char> busy;               ///< by slot: Standing
  std::vector<char> held;               ///< by slot: a contact keeps it from merging
  std::vector<double> pushes;           ///< by contact: along the normal [N s]
  std::vector<std::uint8_t> verdicts;   ///< by contact: Verdict
  std::vector<ContactSides> sides;      ///< by contact
  std::vector<std::uint16_t> touching;  ///< by slot
  std::vector<std::uint32_t> ties;      ///< by slot
  std::vector<std::uint32_t> sizes;     ///< by slot that is the root of a tree: candidates in it
  std::vector<std::uint32_t> forest;    ///< by slot
  std::vector<std::uint32_t> carriers;  ///< by slot
  std::vector<std::uint32_t> trees;     ///< slots in the forest
  std::vector<std::uint32_t> quiet;     ///< places of contacts
  std::vector<std::uint32_t> near;      ///< places of contacts of candidates
  std::vector<std::uint32_t> joined;    ///< slots: first of candidates
  std::vector<GrainMotion> before;      ///< of those that joined: how they moved until then
  std::vector<std::size_t> gone;        ///< places of contacts of those that joined
  std::vector<double> gaps;             ///< of those of these with bodies: at the end of the step [m]
  std::vector<Pusher> pushers;
};

/// Of what changes the history, used by splits and merges.
struct HistoryScratch {
  std::vector<HistoryEntry> entries;
  std::vector<HistoryPlace> places;
  std::vector<HistoryPiece> pieces;
};

}  // namespace scree
