#include "app/studies/reduction/reduction_twins.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "app/studies/warm_start_table.h"

namespace scree {

namespace {

/// Mean difference of the torques on all driven bodies over the size of their mean; not finite without driven bodies.
double torqueDifference(const ReductionRun& run) {
  Vec3 first = Vec3::Zero();
  Vec3 difference = Vec3::Zero();
  for (const TwinSample& sample : run.twin) {
    for (const TwinTorque& torque : sample.apart.torques) {
      first += torque.first;
      difference += torque.difference;
    }
  }
  return first.isZero(0.0) ? kUnknown : difference.dot(first) / first.squaredNorm();
}

/// Sample of the twin nearest to a time since the branch [s]; null if there is none.
const TwinSample* twinAt(const ReductionRun& run, double time) {
  const TwinSample* nearest = nullptr;
  for (const TwinSample& sample : run.twin) {
    if (nearest == nullptr || std::abs(sample.apart.time - time) < std::abs(nearest->apart.time - time)) {
      nearest = &sample;
    }
  }
  return nearest;
}

}  // namespace

ReportTable twinTable(const ReductionStudy& study, const std::vector<Group>& groups) {
  ReportTable table{.title = "Twins", .head = {"run"}};
  const double end = study.system.twin;
  for (const double share : {0.05, 0.25, 0.5, 1.0}) {
    table.head.push_back(fmt::format("rms apart at {:.2g} s, d", share * end));
  }
  for (const std::string& angle : study.system.angles) {
    table.head.push_back(angle + " °");
  }
  for (const char* head :
       {"largest d", "centre up, mm", "potential J", "kinetic J", "torque on the driven, %", "left"}) {
    table.head.emplace_back(head);
  }
  for (const Group& group : groups) {
    if (group[0]->twin.empty()) {
      continue;
    }
    const auto mean = [&](double time, const std::function<double(const TwinSample&)>& value) {
      return meanOver(group, [&](const ReductionRun& run) {
        const TwinSample* sample = twinAt(run, time);
        return sample == nullptr ? kUnknown : value(*sample);
      });
    };
    std::vector<std::string> row = {group[0]->what.name()};
    for (const double share : {0.05, 0.25, 0.5, 1.0}) {
      row.push_back(cell(mean(share * end, [](const TwinSample& s) { return s.apart.rms / kDiameter; }), 4));
    }
    for (std::size_t angle = 0; angle < study.system.angles.size(); ++angle) {
      row.push_back(cell(mean(end, [angle](const TwinSample& s) { return s.angles[angle]; }), 2));
    }
    row.push_back(cell(mean(end, [](const TwinSample& s) { return s.apart.largest / kDiameter; }), 2));
    row.push_back(cell(mean(end, [](const TwinSample& s) { return 1e3 * s.apart.centre.z(); }), 3));
    row.push_back(cell(mean(end, [](const TwinSample& s) { return s.apart.potential; }), 4));
    row.push_back(cell(mean(end, [](const TwinSample& s) { return s.apart.kinetic; }), 4));
    row.push_back(cell(100.0 * meanOver(group, torqueDifference), 1));
    row.push_back(cell(mean(end, [](const TwinSample& s) { return static_cast<double>(s.apart.left); }), 0));
    table.rows.push_back(row);
  }
  table.note = fmt::format(
      "Two runs of {:g} s from one state in lockstep, the second less the first; d is 13 mm. Reduced runs beside runs "
      "in full; runs in full beside the same with one grain displaced by a millionth of its diameter, which shows how "
      "fast chaos alone drives them apart. Angles and what follows at the end, the torque as a mean over the whole "
      "time.",
      end);
  return table;
}

}  // namespace scree
