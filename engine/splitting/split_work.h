#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/world/aggregates.h"
#include "engine/world/contact.h"

namespace scree {

/// A member to be split off, with the cause and the measured quantity.
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
  Quat turn = Quat::Identity();  ///< orientation of the aggregate's frame
};

/// A member that free particles push.
struct PressedMember {
  std::uint32_t slot = 0;
  ParticleId strongest = 0;  ///< the free particle that pushes most
  double most = 0.0;         ///< square of that force [N²]
  Vec3 sum = Vec3::Zero();   ///< weight and pushes [N]
};

/// Working storage of splitting. Not state.
struct SplitWork {
  std::vector<char> marked;            ///< by slot; all 0 between steps
  std::vector<std::uint32_t> pressed;  ///< by slot: place in `pressedMembers`; all UINT32_MAX between steps
  std::vector<Release> releases;
  std::vector<PressedMember> pressedMembers;
  std::vector<std::uint32_t> slots;
  std::vector<std::array<std::uint32_t, 2>> places;  ///< places of kept contacts
  std::vector<FreedContact> freed;
  std::vector<Contact> newContacts;  ///< contacts of released particles with members
  std::vector<Contact> allContacts;  ///< other buffer of the contacts with members
  std::vector<std::uint32_t> allActive;
  std::vector<std::uint32_t> riders;        ///< slots of members on carriers that turn, with few contacts
  std::vector<std::uint16_t> riderTouches;  ///< by slot: contacts of `riders` that push
};

}  // namespace scree
