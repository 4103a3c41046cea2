#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/splitting/frame_load.h"
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

/// A member whose load is looked at. Vectors in the frame of its aggregate.
struct LoadedMember {
  std::uint32_t slot = 0;
  double radius = 0.0;           ///< m
  double perMass = 0.0;          ///< 1/kg
  double perInertia = 0.0;       ///< 1/(kg m²)
  Vec3 force = Vec3::Zero();     ///< out of balance: load, kept contacts and free particles together [N]
  Vec3 torque = Vec3::Zero();    ///< N m
  double allowance = 0.0;        ///< force out of balance that is left, in torques over the radius too [N]
  std::size_t firstContact = 0;  ///< place of the first in LoadWork::contactsOf
  std::size_t contacts = 0;
  ParticleId strongest = 0;  ///< the free particle that pushes most
  double most = 0.0;         ///< square of that force [N²]
  bool isPushed = false;
  bool isActive = false;     ///< in the list of the next sweep
  bool hasContacts = false;  ///< its contacts are listed
};

/// A kept contact whose forces are relaxed. Vectors in the frame of the aggregate.
struct LoadedContact {
  std::uint32_t kept = 0;        ///< place in KeptContacts
  std::uint32_t a = 0;           ///< place in LoadWork::members
  std::uint32_t b = UINT32_MAX;  ///< likewise; UINT32_MAX: a surface
  Vec3 normal = Vec3::UnitZ();
  double normalForce = 0.0;  ///< N
  double hidden = 0.0;       ///< part of the normal force that friction does not see: an attraction [N]
  Vec3 tangentialForce = Vec3::Zero();
  Vec3 torque = Vec3::Zero();  ///< N m
  double friction = 0.0;
  double rollingLimit = 0.0;   ///< μ_r r* [m]
  double twistingLimit = 0.0;  ///< m
  bool isChanged = false;
};

/// Result of a look at the load of a member.
struct LoadVerdict {
  Release release = {};     ///< no cause: it stays a member
  bool isStrained = false;  ///< the next step looks at it again
};

/// Working storage of the loads of members. Not state.
struct LoadWork {
  std::vector<FrameLoad> frames;  ///< by aggregate
  std::vector<LoadedMember> members;
  std::vector<LoadedContact> contacts;
  std::vector<LoadVerdict> verdicts;      ///< by member
  std::vector<std::uint32_t> contactsOf;  ///< places in `contacts`, those of one member together
  std::vector<std::uint32_t> active;      ///< places in `members`
  std::vector<std::uint32_t> next;
  std::vector<std::uint32_t> keptPlaces;
  std::vector<std::uint32_t> placeOfSlot;     ///< by slot: place in `members`; all UINT32_MAX between steps
  std::vector<std::uint32_t> placeOfContact;  ///< by place in KeptContacts; likewise
};

/// Working storage of splitting. Not state.
struct SplitWork {
  std::vector<char> marked;  ///< by slot; all 0 between steps
  std::vector<Release> releases;
  std::vector<std::uint32_t> slots;
  std::vector<std::array<std::uint32_t, 2>> places;  ///< places of kept contacts
  std::vector<FreedContact> freed;
  std::vector<Contact> newContacts;  ///< contacts of released particles with members
  std::vector<Contact> allContacts;  ///< other buffer of the contacts with members
  std::vector<std::uint32_t> allActive;
  LoadWork loads;
};

}  // namespace scree
