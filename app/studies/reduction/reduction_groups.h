#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/studies/reduction/reduction_report.h"
#include "engine/analysis/repose.h"

// How the report of the experiment on reduction reads its runs: the same case with different seeds together.
namespace scree {

/// Runs of one case, by seed; never empty.
using Group = std::vector<const ReductionRun*>;
using Reading = std::function<double(const ReductionSample&)>;

/// Name of the solver that angles are measured against.
constexpr const char* kReference = "paper-500";
/// The same in four substeps a step, each with 500 sweeps: with one, 5 ms long, the reference of R is a degree off.
constexpr const char* kFineReference = "paper-500x4";
inline bool isReference(std::string_view solver) { return solver == kReference || solver == kFineReference; }

/// Of all runs that were done, in their order.
std::vector<Group> groupsOf(const ReductionStudy& study);
/// The runs in full with a solver, or null.
const Group* fullGroup(const std::vector<Group>& groups, const std::string& solver);

/// Mean and deviation over time and seeds of what is finite.
Statistics over(const Group& group, const TimeWindow& window, const Reading& reading);
/// Mean of a run's number over the seeds.
double meanOver(const Group& group, const std::function<double(const ReductionRun&)>& value);

/// The run of a seed, or null.
const ReductionRun* ofSeed(const Group& group, int seed);
/// Mean of a number of two runs from the same state over the seeds that both groups have; not finite without one.
double meanOverPairs(const Group& merged, const Group& full,
                     const std::function<double(const ReductionRun& merged, const ReductionRun& full)>& value);

/// h in percent.
double levelOf(const ReductionSample& sample);
Reading oracleReading(std::size_t setting);
Reading stillReading(std::size_t setting);
Reading adriftReading(std::size_t setting);
Reading angleReading(std::size_t angle);

/// What the oracle reads with the limits of a reduced run, in the run in full with the same solver; not finite without
/// it. `reading` is oracleReading or stillReading.
double oracleLevel(const std::vector<Group>& groups, const ReductionRun& run, const ReductionSystem& system,
                   Reading (*reading)(std::size_t setting) = oracleReading);

/// The row of the published table that a run stands beside; paper R solved with 150 sweeps and 500.
std::string publishedRow(const ReductionRun& run);

/// Shares of the mass that arrived, by place across the belt; and where its centre is.
struct Discharge {
  std::map<long, double> shares;  ///< by bin of one diameter
  double centre = kUnknown;       ///< m
  double width = kUnknown;        ///< m, standard deviation
  double flow = 0.0;              ///< kg/s
};

Discharge dischargeOf(const Group& group, const TimeWindow& window);
/// Half the sum of differences: 0 for equal distributions, 1 for ones that have no place in common.
double distance(const Discharge& a, const Discharge& b);

}  // namespace scree
