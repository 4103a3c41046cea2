#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/studies/reduction/reduction_groups.h"

// Requirements on runs with merging, and the check whether they hold.
namespace scree {

/// Kind of limit on a value.
enum class Asked : unsigned char {
  within,  ///< the absolute value is at most the limit
  atLeast,
  atMost
};

/// Subject of a compared value.
enum class Matter : unsigned char { result, level, time, deciding };

/// A quantity in which a run with merging is compared with a run in full, in the unit of its limit.
struct Compared {
  std::string name;
  std::function<double(const ReductionRun& merged, const ReductionRun& full)> value;
  double limit = kUnknown;
  Asked asked = Asked::within;
  Matter matter = Matter::result;
  bool isMust = true;  ///< true: requirement; false: the limit only serves as a scale
};

/// Comparison of a case with a case in full, over the seeds that both have (at least one).
struct Comparison {
  const Group* run = nullptr;
  const Group* full = nullptr;
  Compared compared;
  Statistics values;       ///< compared values over the seeds
  std::size_t within = 0;  ///< number of seeds within the limit

  /// True if the comparison is a requirement with a limit.
  bool isAsked() const;
  /// True if the mean over the seeds is within the limit.
  bool holds() const;
  /// Text of the mean, "+0.85"; differences have a sign.
  std::string mean() const;
  /// Text of the mean, with its standard error for more than one seed: "+0.85 ± 0.10".
  std::string meanAndError() const;
  double standardError() const;
  /// Text of the limit, "within 5"; empty without a requirement.
  std::string asked() const;
  /// Text of the seeds within the limit, "3 of 4"; empty without a requirement.
  std::string seeds() const;
};

/// Name of the solver with the smallest steps.
constexpr const char* kAccurate = "accurate";

/// Makes all comparisons of a system: cases with merging and in full with each case in full that is their reference,
/// where both were run. The results point into `groups`.
std::vector<Comparison> comparisonsOf(const ReductionStudy& study, const std::vector<Group>& groups);

}  // namespace scree
