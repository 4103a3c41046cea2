#include "app/cli/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/console/progress.h"
#include "engine/world/step_report.h"
#include "engine/world/warnings.h"

namespace scree {

namespace {

// Text on the stages that took longest, with their shares of the time.
std::string stageShares(const StageTimes& times) {
  std::array<std::size_t, kStageNames.size()> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, std::greater{}, [&](std::size_t i) { return times.seconds[i]; });
  const double total = times.total();
  std::string text;
  for (std::size_t k = 0; k < 4; ++k) {
    const double share = total > 0.0 ? times.seconds[order[k]] / total : 0.0;
    if (share >= 0.005) {
      text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", kStageNames[order[k]], 100.0 * share);
    }
  }
  return text;
}

std::string worstResidual(const StepReport& last) {
  if (last.residuals.empty()) {
    return "no contacts at the end";
  }
  const auto& rms = last.residuals.back().rms;
  const std::size_t worst = static_cast<std::size_t>(std::ranges::max_element(rms) - rms.begin());
  return fmt::format("last residual {:.2g} m/s ({} rows)", rms[worst], kRowKindNames[worst]);
}

std::string wouldMoveText(const WouldMoveRecord& record) {
  if (record.answers() == 0) {
    return "no member was asked: the run is shorter than the time between questions";
  }
  return fmt::format("mean {:.1f} %, most {:.1f} % of the members, longest {:.2g} s, asked {} time{}",
                     100.0 * record.meanShare(), 100.0 * record.mostShare(), record.longest(), record.answers(),
                     record.answers() == 1 ? "" : "s");
}

std::string solverErrorText(const SolverErrorRecord& record) {
  if (record.answers() == 0) {
    return "not measured: there were no particles at the times of measuring";
  }
  return fmt::format("creep {:.2g} mm/s on average, {:.2g} mm/s at most, measured {} time{}", 1e3 * record.meanCreep(),
                     1e3 * record.mostCreep(), record.answers(), record.answers() == 1 ? "" : "s");
}

std::string mixingText(const MixingRecord& record) {
  const std::vector<MixingSample>& samples = record.samples();
  if (samples.empty()) {
    return "not measured: there were no particles at the times of measuring";
  }
  const MixingSample& last = samples.back();
  const std::string where = fmt::format("{} cell{} of {:.3g} mm with {:.0f} % of the particles", last.cells,
                                        last.cells == 1 ? "" : "s", 1e3 * record.cell(), 100.0 * last.share);
  return std::isfinite(last.index)
             ? fmt::format("index of Lacey {:.3f} at the start, {:.3f} at the end, in {}", samples.front().index,
                           last.index, where)
             : fmt::format("no index at the end, in {}: give larger cells or fewer grains a cell, or other populations",
                           where);
}

std::string troubledParticles(const World& world) {
  return fmt::format("{} particle{}", world.faultCount, world.faultCount == 1 ? "" : "s");
}

/// Sums over the changes of grains, those that are not 0.
std::string granulationText(const Granulation& granulation) {
  const GranulationSums& sums = granulation.sums;
  std::string text = fmt::format("{:.4g} kg of fines and {:.4g} kg of water taken up", sums.layered, sums.wetted);
  if (sums.collisions > 0) {
    text += fmt::format(", {} collisions, {} pairs joined, {} refused", sums.collisions, sums.joined, sums.refused);
  }
  if (sums.broken > 0) {
    text += fmt::format(", {} broken to {:.4g} kg of fines", sums.broken, sums.shattered);
  }
  if (sums.abraded > 0.0) {
    text += fmt::format(", {:.4g} kg worn off", sums.abraded);
  }
  return text;
}

}  // namespace

std::string runSummary(const RunReport& report, const World& world, const StepReport& last, std::size_t contacts) {
  const RunStatistics& s = report.statistics;
  const double simulated = world.time - report.startTime;
  std::string text = fmt::format("{} ({})\n", report.sceneName, report.sceneFile);
  const auto line = [&text](std::string_view label, const std::string& value) {
    text += fmt::format("  {:<10} {}\n", label, value);
  };
  line("simulated",
       fmt::format("{:.4g} s in {} step{} of {:g} s, {:.3g} s of wall time ({:.3g} x real time), {} thread{}",
                   simulated, s.steps, s.steps == 1 ? "" : "s", world.parameters.timeStep, report.wallTime,
                   report.wallTime > 0.0 ? simulated / report.wallTime : 0.0, s.mostThreads,
                   s.mostThreads == 1 ? "" : "s"));
  line("at the end", fmt::format("{:.4g} s, {} particles, {} contacts, fastest {:.3g} m/s", world.time,
                                 world.particles.size(), contacts, last.largestSpeed));
  for (const Emitter& emitter : world.emitters) {
    line("emitted", fmt::format("{} particles, {:.4g} kg by {}{}", emitter.emitted, emitter.emittedMass, emitter.name,
                                emitter.refused > 0 ? fmt::format("; room was missing {} times, so that less may "
                                                                  "have come than the scene asks for",
                                                                  emitter.refused)
                                                    : ""));
  }
  for (const Sink& sink : world.sinks) {
    line("left", fmt::format("{} particles, {:.4g} kg through {}", sink.departures.size(), sink.mass, sink.name));
    if (const auto& back = sink.giveBack) {
      line("came back",
           fmt::format("{} of these, {:.4g} kg; {} are on the way or wait{}", back->given, back->mass,
                       sink.departures.size() - back->given,
                       back->refused > 0 ? fmt::format("; room was missing {} times", back->refused) : ""));
    }
  }
  if (world.granulation.isOn()) {
    line("granules", granulationText(world.granulation));
  }
  if (s.steps > 0) {
    line("overlap", fmt::format("{:.3g} % of a diameter on average over contacts and steps, {:.3g} % at most",
                                100.0 * s.meanOverlap(), 100.0 * s.worstOverlap));
    line("solver", world.parameters.method == Method::smooth
                       ? fmt::format("smooth DEM, {:.4g} substeps a step, {} at most", s.meanSubsteps(), s.mostSubsteps)
                       : fmt::format("{:.4g} sweeps a step in {:.3g} substeps, {} at most, warm start {}, {}",
                                     static_cast<double>(s.sweeps) / static_cast<double>(s.steps), s.meanSubsteps(),
                                     s.mostSubsteps, nameOf(world.parameters.warmStart), worstResidual(last)));
    if (world.parameters.reduction.merging == Switch::on) {
      const ReductionCounts& counts = world.reduction.counts;
      line("reduction", fmt::format("{:.1f} % on average over steps, {:.1f} % at the end, {} merges, {} splits",
                                    100.0 * s.meanReductionLevel(), 100.0 * last.reductionLevel, counts.merges,
                                    std::accumulate(counts.splits.begin(), counts.splits.end(), std::uint64_t{0})));
    }
    if (report.wouldMove) {
      line("would move", wouldMoveText(*report.wouldMove));
    }
    if (report.solverError) {
      line("error", solverErrorText(*report.solverError));
    }
    line("time in", stageShares(s.stages));
  }
  if (report.mixing) {
    line("mixing", mixingText(*report.mixing));
  }
  const std::size_t findings = world.guard.findings.size();
  std::string troubles = world.faultCount > 0 ? fmt::format("{} taken out", troubledParticles(world)) : "";
  if (findings > 0) {
    troubles += fmt::format("{}{} by the guard, see below", troubles.empty() ? "" : ", ", findings);
  }
  line("troubles", troubles.empty() ? "none" : troubles);
  return text;
}

std::string troubleText(const World& world) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (const ParticleFault& t : world.faults) {
    if (isWarning(t)) {
      text += fmt::format("warning, step {}, {:.4g} s: {}\n", t.step, t.time, t.what);
    }
  }
  if (world.faultCount == 0) {
    return text;
  }
  text += fmt::format("{} had to be taken out\n", troubledParticles(world));
  std::size_t shown = 0;
  for (const ParticleFault& t : world.faults) {
    if (isWarning(t) || shown++ >= kShown) {
      continue;
    }
    text += fmt::format("  step {}, {:.4g} s, particle {}: {}\n", t.step, t.time, t.id, t.what);
  }
  if (world.faultCount > kShown) {
    text += "  the report lists more\n";
  }
  return text;
}

std::string guardText(const World& world, bool isStopped) {
  std::string text;
  for (const GuardFinding& finding : world.guard.findings) {
    text += fmt::format("guard: {}\n", finding.text());
  }
  if (isStopped) {
    text += "the run was stopped there; --guard warn goes on, --guard off does not look\n";
  }
  return text;
}

}  // namespace scree
