#pragma once

#include <optional>

#include "engine/merging/merge_criterion.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Reason for which a free particle did not merge at the end of the last step.
enum class FreeReason : std::uint8_t {
  mergingOff,
  notAsked,      ///< merging has not looked at the particle yet
  quarantine,    ///< it was split off `measured` steps ago and waits for `allowed`
  moving,        ///< a contact with friction moves at `measured` m/s, above `allowed` (mostBeside())
  noPush,        ///< no contact pushes on the particle
  noFriction,    ///< no contact that pushes has friction
  notQuiet,      ///< every contact is beyond a merge limit; the report names the nearest to its limit
  quietShortly,  ///< a contact is within the limits for `measured` steps, fewer than `allowed`
  sensor,        ///< the particle is inside a split sensor: `partner` is the index of the sensor
  fewContacts,   ///< the particle rests with `measured` contacts on a carrier that turns, and needs `allowed`
  noCarrier      ///< contacts that are quiet for long enough lead to no carrier
};

struct WhyFree {
  FreeReason reason = FreeReason::mergingOff;
  MergeLimit limit = MergeLimit::approach;  ///< limit of notQuiet
  double measured = 0.0;
  double allowed = 0.0;
  std::uint64_t partner = UINT64_MAX;  ///< other side of the reported contact, as ContactKey::b
};

/// Reason for which the particle in `slot` is free; nothing when it is a member. `data` must hold the last step.
std::optional<WhyFree> whyFree(const World& world, const StepData& data, std::uint32_t slot);

}  // namespace scree
