#include "engine/planning/step_costs.h"

#include <algorithm>

namespace scree {

namespace {

constexpr double kSerialShare = 0.14;             // two threads are 1.75 times as fast
constexpr double kContactsWorthAThread = 2000.0;  // below, waiting for one another costs more than threads share
constexpr double kMergedOverhead = 0.05;

constexpr double kProgramBytes = 16e6;
constexpr double kGrainBytes = 1000.0;
constexpr double kContactBytes = 1500.0;

}  // namespace

double stepSeconds(const StepCosts& costs, const StepWork& work) {
  const double few = std::min(work.contacts, kFewContacts) * std::max(0.0, costs.fewRows - costs.row);
  const double sweep = work.contacts * costs.row + few + (work.hasBodies ? costs.coupling : 0.0);
  return costs.step + work.grains * costs.grain + work.contacts * (costs.contact + work.substeps * costs.substep) +
         work.sweeps * sweep;
}

double shareOfThreads(int threads, double contacts) {
  const double paying = std::clamp(contacts / kContactsWorthAThread, 1.0, static_cast<double>(std::max(1, threads)));
  return kSerialShare + (1.0 - kSerialShare) / paying;
}

double shareMerged(double level) { return std::min(1.0, kMergedOverhead + 1.0 - level); }

double memoryBytes(double grains, double contacts) {
  return kProgramBytes + kGrainBytes * grains + kContactBytes * contacts;
}

}  // namespace scree
