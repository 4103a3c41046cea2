#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/studies/reduction/reduction_groups.h"

// What is asked of merged runs, and whether it holds.
namespace scree {

/// What is asked for of a value, by its limit.
enum class Asked : unsigned char {
  within,  ///< of either sign, no larger
  atLeast,
  atMost
};

/// What a value tells about.
enum class Matter : unsigned char { result, level, time, deciding };

/// Something that a merged run is held against, in the unit that the limit is in.
struct Compared {
  std::string name;
  std::function<double(const ReductionRun& merged, const ReductionRun& full)> value;
  double limit = kUnknown;
  Asked asked = Asked::within;
  Matter matter = Matter::result;
  bool isMust = true;  ///< else the limit only tells what is much
};

/// One case against one in full, over the seeds that both have: of these there is one at least.
struct Comparison {
  const Group* run = nullptr;
  const Group* full = nullptr;
  Compared compared;
  Statistics values;       ///< over the seeds
  std::size_t within = 0;  ///< seeds for which holds what is asked

  bool isAsked() const;
  /// The mean.
  bool holds() const;
  /// "+0.85", the sign where it is a difference.
  std::string mean() const;
  /// "+0.85 ± 0.10", where there is more than one seed.
  std::string meanAndError() const;
  double standardError() const;
  /// "within 5"
  std::string asked() const;
  /// "3 of 4"
  std::string seeds() const;
};

/// The solver with the smallest steps.
constexpr const char* kAccurate = "accurate";

/// All of a system, merged cases and those in full against each that they are compared with, where both were run. They
/// point into `groups`.
std::vector<Comparison> comparisonsOf(const ReductionStudy& study, const std::vector<Group>& groups);

}  // namespace scree
