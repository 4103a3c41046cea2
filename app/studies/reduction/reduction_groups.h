#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/studies/reduction/reduction_report.h"
#include "engine/analysis/repose.h"

// Evaluation of the runs of the study on reduction. Runs of a case with different seeds are a group.
namespace scree {

/// Runs of one case, by seed; never empty.
using Group = std::vector<const ReductionRun*>;
using Reading = std::function<double(const ReductionSample&)>;

/// Name of the reference solver for angles.
constexpr const char* kReference = "paper-500";
/// Name of the reference solver with four substeps of 500 sweeps a step. With one substep of 5 ms, the reference of
/// paper R is a degree off.
constexpr const char* kFineReference = "paper-500x4";
inline bool isReference(std::string_view solver) { return solver == kReference || solver == kFineReference; }

/// Groups all runs of a study that were made, in their order.
std::vector<Group> groupsOf(const ReductionStudy& study);
/// Group of the runs in full with a solver; null if there is none.
const Group* fullGroup(const std::vector<Group>& groups, const std::string& solver);

/// Mean and deviation of a reading over time and seeds; values that are not finite are left out.
Statistics over(const Group& group, const TimeWindow& window, const Reading& reading);
/// Mean of a number of a run over the seeds.
double meanOver(const Group& group, const std::function<double(const ReductionRun&)>& value);

/// Run of a seed; null if there is none.
const ReductionRun* ofSeed(const Group& group, int seed);
/// Mean of a number of two runs from the same state, over the seeds that both groups have; NaN if there is none.
double meanOverPairs(const Group& merged, const Group& full,
                     const std::function<double(const ReductionRun& merged, const ReductionRun& full)>& value);

/// Reduction level h of a sample [%].
double levelOf(const ReductionSample& sample);
// Readings of samples: values of the oracle [%] by the index of its setting, angles [degrees] by their index. NaN where
// a sample has none.
Reading oracleReading(std::size_t setting);
Reading stillReading(std::size_t setting);
Reading adriftReading(std::size_t setting);
Reading angleReading(std::size_t angle);

/// Mean reading of the oracle [%] with the limits of a run with merging, in the run in full with the same solver; NaN
/// if there is none. `reading` is oracleReading or stillReading.
double oracleLevel(const std::vector<Group>& groups, const ReductionRun& run, const ReductionSystem& system,
                   Reading (*reading)(std::size_t setting) = oracleReading);

/// Name of the row in the published table that belongs to a run; paper R solved with 150 and 500 sweeps.
std::string publishedRow(const ReductionRun& run);

/// Distribution across the belt of the mass that arrived at the sink.
struct Discharge {
  std::map<long, double> shares;  ///< shares of the mass by bin of one diameter
  double centre = kUnknown;       ///< centre of mass [m]
  double width = kUnknown;        ///< standard deviation [m]
  double flow = 0.0;              ///< mean flow of a run [kg/s]
};

Discharge dischargeOf(const Group& group, const TimeWindow& window);
/// Distance of two distributions, half the sum of the absolute differences: 0 for equal ones, 1 for disjoint ones.
double distance(const Discharge& a, const Discharge& b);

}  // namespace scree
