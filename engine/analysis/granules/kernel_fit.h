#pragma once

#include <vector>

#include "engine/analysis/granules/population_counts.h"
#include "engine/population/coalescence_rates.h"

namespace scree {

/// Form of a kernel with the rate that fits the joins of a run.
struct KernelFit {
  CoalescenceTerm term;  ///< by a form, with the mean volume of the grains as reference
  double deviance = 0.0;  ///< 2 Σ (J ln(J/μ) - J + μ) over pairs of classes, J joins that were counted and μ expected
};

/// Fits of all forms without exponents of their own to the joins between classes, the likeliest first: joins are rare
/// events (Poisson) at the rates of the form for the mean numbers of grains. Empty without joins in the classes.
std::vector<KernelFit> kernelFits(const PopulationCounts& counts, const SizeClasses& classes, bool isRestrictedInSpace);

}  // namespace scree
