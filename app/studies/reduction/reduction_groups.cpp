#include "app/studies/reduction/reduction_groups.h"

#include <algorithm>
#include <cmath>

namespace scree {

std::vector<Group> groupsOf(const ReductionStudy& study) {
  std::vector<Group> groups;
  for (const ReductionRun& run : study.runs) {
    if (run.samples.empty()) {
      continue;
    }
    const auto known = std::find_if(groups.begin(), groups.end(),
                                    [&](const Group& group) { return group[0]->what.name() == run.what.name(); });
    if (known == groups.end()) {
      groups.push_back({&run});
    } else {
      known->push_back(&run);
    }
  }
  return groups;
}

const Group* fullGroup(const std::vector<Group>& groups, const std::string& solver) {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
    return group[0]->isFull() && group[0]->what.solver == solver;
  });
  return found == groups.end() ? nullptr : &*found;
}

Statistics over(const Group& group, const TimeWindow& window, const Reading& reading) {
  std::vector<double> values;
  for (const ReductionRun* run : group) {
    for (const ReductionSample& sample : run->samples) {
      const double value = reading(sample);
      // Times of samples are sums of steps and need a tolerance.
      if (sample.time > window.from - 1e-6 && sample.time < window.to + 1e-6 && std::isfinite(value)) {
        values.push_back(value);
      }
    }
  }
  return statisticsOf(values);
}

double meanOver(const Group& group, const std::function<double(const ReductionRun&)>& value) {
  double sum = 0.0;
  for (const ReductionRun* run : group) {
    sum += value(*run);
  }
  return sum / static_cast<double>(group.size());
}

const ReductionRun* ofSeed(const Group& group, int seed) {
  const auto found = std::ranges::find(group, seed, [](const ReductionRun* run) { return run->seed; });
  return found == group.end() ? nullptr : *found;
}

double meanOverPairs(const Group& merged, const Group& full,
                     const std::function<double(const ReductionRun& merged, const ReductionRun& full)>& value) {
  double sum = 0.0;
  int count = 0;
  for (const ReductionRun* run : merged) {
    if (const ReductionRun* other = ofSeed(full, run->seed)) {
      sum += value(*run, *other);
      ++count;
    }
  }
  return count > 0 ? sum / count : kUnknown;
}

double levelOf(const ReductionSample& sample) { return 100.0 * sample.level; }

Reading oracleReading(std::size_t setting) {
  return [setting](const ReductionSample& sample) {
    return setting < sample.oracle.size() ? 100.0 * sample.oracle[setting] : kUnknown;
  };
}

Reading stillReading(std::size_t setting) {
  return [setting](const ReductionSample& sample) {
    return setting < sample.still.size() ? 100.0 * sample.still[setting] : kUnknown;
  };
}

Reading adriftReading(std::size_t setting) {
  return [setting](const ReductionSample& sample) {
    return setting < sample.adrift.size() ? 100.0 * sample.adrift[setting] : kUnknown;
  };
}

Reading angleReading(std::size_t angle) {
  return [angle](const ReductionSample& sample) { return sample.reading.angles[angle]; };
}

double oracleLevel(const std::vector<Group>& groups, const ReductionRun& run, const ReductionSystem& system,
                   Reading (*reading)(std::size_t setting)) {
  const Group* full = fullGroup(groups, run.what.solver);
  if (run.isFull() || full == nullptr) {
    return kUnknown;
  }
  const Statistics level = over(*full, system.measured, reading(oracleIndexOf(system, run.what)));
  return level.count == 0 ? kUnknown : level.mean;
}

std::string publishedRow(const ReductionRun& run) {
  if (!run.isFull()) {
    return run.what.reductionName;
  }
  return run.what.solver == kReference ? "reference" : run.what.solver == "paper" ? "full" : "";
}

Discharge dischargeOf(const Group& group, const TimeWindow& window) {
  Discharge discharge;
  double mass = 0.0;
  double first = 0.0;
  double second = 0.0;
  for (const ReductionRun* run : group) {
    for (const Arrival& arrival : run->arrivals) {
      if (arrival.time >= window.from && arrival.time <= window.to) {
        discharge.shares[std::lround(arrival.lateral / kDiameter)] += arrival.mass;
        mass += arrival.mass;
        first += arrival.mass * arrival.lateral;
        second += arrival.mass * arrival.lateral * arrival.lateral;
      }
    }
  }
  if (mass > 0.0) {
    for (auto& [bin, share] : discharge.shares) {
      share /= mass;
    }
    discharge.centre = first / mass;
    discharge.width = std::sqrt(std::max(0.0, second / mass - discharge.centre * discharge.centre));
    discharge.flow = mass / (window.to - window.from) / static_cast<double>(group.size());
  }
  return discharge;
}

double distance(const Discharge& a, const Discharge& b) {
  std::map<long, double> differences = a.shares;
  for (const auto& [bin, share] : b.shares) {
    differences[bin] -= share;
  }
  double sum = 0.0;
  for (const auto& [bin, difference] : differences) {
    sum += 0.5 * std::abs(difference);
  }
  return a.shares.empty() || b.shares.empty() ? kUnknown : sum;
}

}  // namespace scree
