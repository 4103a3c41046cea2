#pragma once

#include <optional>

#include "engine/merging/merge_criterion.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// What kept a free particle from merging at the end of the last step, in the order in which merging asks.
enum class FreeReason : std::uint8_t {
  mergingOff,
  notAsked,      ///< no step was made yet
  quarantine,    ///< it was split off a short while ago: `measured` steps since, of `allowed`
  moving,        ///< something that moves touches it: `measured` m/s against the front's `allowed`
  noPush,        ///< no contact pushes on it
  noFriction,    ///< none of those that push has friction
  notQuiet,      ///< every contact is beyond a merge limit; told is the one nearest to being within
  quietShortly,  ///< one is within them, but for `measured` steps only, of `allowed`
  sensor,        ///< it is inside a split sensor: `partner` is its place in the list
  fewContacts,   ///< it stands on something that turns with `measured` contacts, and needs `allowed`
  noCarrier      ///< contacts that are quiet for long enough lead to nothing that it may ride on
};

struct WhyFree {
  FreeReason reason = FreeReason::mergingOff;
  MergeLimit limit = MergeLimit::approach;  ///< of notQuiet
  double measured = 0.0;
  double allowed = 0.0;
  std::uint64_t partner = UINT64_MAX;  ///< the other side of the contact told of, as ContactKey::b
};

/// Why the particle in `slot` is free; nothing when it is not. `data` is that of the last step.
std::optional<WhyFree> whyFree(const World& world, const StepData& data, std::uint32_t slot);

}  // namespace scree
