#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/analysis/drums/belt_landings.h"

namespace scree {

/// Runs in which landings on the widest belt are followed.
enum class BedWatch : std::uint8_t {
  off,
  whereTaken,  ///< where a sink takes what lands on the belt, so that no bed of grains lies there
  on
};

/// Request for the bed of the widest belt.
struct BedRequest {
  BedWatch watch = BedWatch::off;
  float seconds = 0.0f;  ///< simulated time before the present of which landings count [s]; 0: since the watch began

  bool operator==(const BedRequest&) const = default;
};

/// Bed that landings on the widest belt of a run make (METHOD.md 19.3).
struct BedReading {
  BeltFrame belt;
  double since = 0.0;        ///< simulated time from which landings are known [s]
  double from = 0.0;         ///< landings after this time count [s]; `since`, or later as requested
  double to = 0.0;           ///< up to this time [s]
  double wayFrom = 0.0;      ///< way of the belt at `from` since the watch began [m]
  double wayTo = 0.0;        ///< the same at `to` [m]
  double first = 0.0;        ///< smallest place of a landing along the belt, from its middle [m]
  double last = 0.0;         ///< largest one [m]
  std::size_t landings = 0;  ///< number of landings in that time
  double kilograms = 0.0;    ///< their mass
  BeltBed bed;               ///< of no cells while nothing has landed, or the belt has not moved
  BedProfile profile;        ///< likewise
  double variation = 0.0;    ///< σ_h of the profile
  double unevenness = 0.0;   ///< objective f of the profile [m]
  float high = 0.0f;         ///< height that 98 % of the cells with a height stay under [m]
};

/// The belt of a world with its bed on request, which is made a few times a second while the belt moves on.
struct BedNow {
  bool hasBelt = false;                       ///< the world has a belt
  bool isTaken = false;                       ///< a sink takes what lands on it
  std::shared_ptr<const BedReading> reading;  ///< null: not requested, or there is no belt
  double way = 0.0;                           ///< of the belt since the watch began [m]
};

}  // namespace scree
