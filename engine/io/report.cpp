#include "engine/io/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "engine/analysis/sieving/size_partition.h"
#include "engine/base/parallel.h"
#include "engine/base/version.h"
#include "engine/contacts/match.h"
#include "engine/state/state.h"
#include "engine/step/step_data.h"
#include "engine/world/warnings.h"

namespace scree {

namespace {

using Json = nlohmann::ordered_json;

Json vectorJson(const Vec3& v) { return Json::array({v.x(), v.y(), v.z()}); }

Json parametersJson(const Parameters& parameters) {
  Json out;
  for (const ParameterInfo& info : parameterTable()) {
    const double value = valueOf(parameters, info.key);
    if (info.whole) {
      out[std::string(info.name)] = static_cast<std::int64_t>(value);
    } else {
      out[std::string(info.name)] = value;
    }
  }
  for (const ChoiceInfo& choice : choiceTable()) {
    out[std::string(choice.name)] = choice.values[static_cast<std::size_t>(choiceOf(parameters, choice.key))].name;
  }
  out["bounds"] = {{"lower", vectorJson(parameters.bounds.lower)}, {"upper", vectorJson(parameters.bounds.upper)}};
  return out;
}

Json pairJson(const Materials& materials, std::size_t a, std::size_t b) {
  const PairLaw& law = materials.pair(static_cast<MaterialIndex>(a), static_cast<MaterialIndex>(b));
  Json out = {{"materials", {materials.list[a].name, materials.list[b].name}},
              {"restitution", law.restitution},
              {"friction", law.friction},
              {law.rollingIsLength ? "rolling_resistance_m" : "rolling_resistance", law.rollingResistance},
              {"twisting", law.twisting}};
  if (law.law == StiffnessLaw::hertz) {
    out["law"] = "hertz";
    out["effective_modulus_Pa"] = law.effectiveModulus;
  } else {
    out["law"] = "linear";
    out["stiffness_N_m"] = law.stiffness;
  }
  out["damping_time_s"] = law.dampingTime;
  if (const Cohesion& c = law.cohesion; c.isAny()) {
    out["cohesion"] = {{"surface_tension_N_m", c.surfaceTension}, {"contact_angle_rad", c.contactAngle},
                       {"bridge_volume_m3", c.bridgeVolume},      {"pull_off_N", c.pullOff},
                       {"adhesion_energy_J_m2", c.energy},        {"in_friction", c.inFriction}};
  }
  return out;
}

Json materialsJson(const Materials& materials) {
  Json list = Json::array();
  Json pairs = Json::array();
  for (std::size_t a = 0; a < materials.list.size(); ++a) {
    const Material& material = materials.list[a];
    list.push_back({{"name", material.name},
                    {"density_kg_m3", material.density},
                    {"youngs_modulus_Pa", material.youngsModulus},
                    {"poisson_ratio", material.poissonRatio}});
    for (std::size_t b = a; b < materials.list.size(); ++b) {
      pairs.push_back(pairJson(materials, a, b));
    }
  }
  return {{"list", list}, {"pairs", pairs}};
}

Json zonesJson(const std::vector<MatterZone>& zones) {
  Json list = Json::array();
  for (const MatterZone& zone : zones) {
    list.push_back({{"name", zone.name},
                    {"fed_kg", zone.fed},
                    {"taken_kg", zone.taken},
                    {"stored_kg", zone.stored},
                    {"missed_kg", zone.missed}});
  }
  return list;
}

Json granulationJson(const World& world) {
  const Granulation& g = world.granulation;
  const GranulationSums& s = g.sums;
  double water = 0.0;
  double gained = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    water += world.particles.water[i];
    gained += world.particles.gained[i];
  }
  return {{"fines", zonesJson(g.fines)},
          {"sprays", zonesJson(g.sprays)},
          {"loose_fines_kg", g.looseFines},
          {"water_in_grains_kg", water},
          {"gained_by_grains_kg", gained},
          {"collisions", s.collisions},
          {"joined", s.joined},
          {"refused", s.refused},
          {"broken", s.broken},
          {"layered_kg", s.layered},
          {"growth_m", s.growth},
          {"abraded_kg", s.abraded},
          {"shattered_kg", s.shattered},
          {"water_exchanged_kg", s.exchanged},
          {"water_lost_kg", s.lostWater},
          {"energy_lost_J", s.energyLost}};
}

Json countsJson(const World& world, const StepData& last) {
  Json emitters = Json::array();
  for (const Emitter& emitter : world.emitters) {
    emitters.push_back({{"name", emitter.name},
                        {"particles", emitter.emitted},
                        {"mass_kg", emitter.emittedMass},
                        {"refused", emitter.refused}});
  }
  Json sinks = Json::array();
  for (const Sink& sink : world.sinks) {
    Json one = {{"name", sink.name}, {"particles", sink.departures.size()}, {"mass_kg", sink.mass}};
    if (const auto& back = sink.giveBack) {
      one["came_back"] = {{"particles", back->given}, {"mass_kg", back->mass}, {"refused", back->refused}};
    }
    sinks.push_back(std::move(one));
  }
  Json sizes = Json::array();
  for (const SizeClass& one : partitionBySize(world)) {
    Json masses;
    Json shares;
    for (std::size_t s = 0; s < world.sinks.size(); ++s) {
      masses[world.sinks[s].name] = one.mass[s];
      shares[world.sinks[s].name] = one.mass[s] / one.massInAll;
    }
    sizes.push_back({{"smallest_m", one.smallest}, {"largest_m", one.largest}, {"mass_kg", masses}, {"share", shares}});
  }
  double mass = 0.0;
  for (const double m : world.particles.mass) {
    mass += m;
  }
  return {{"particles", world.particles.size()},
          {"mass_kg", mass},
          {"contacts", last.list.contacts.size()},
          {"emitters", emitters},
          {"sinks", sinks},
          {"left_by_size", sizes}};
}

Json troublesJson(const World& world) {
  Json listed = Json::array();
  Json warnings = Json::array();
  for (const ParticleFault& trouble : world.faults) {
    if (isWarning(trouble)) {
      warnings.push_back({{"step", trouble.step}, {"time_s", trouble.time}, {"what", trouble.what}});
      continue;
    }
    listed.push_back(
        {{"step", trouble.step}, {"time_s", trouble.time}, {"particle", trouble.id}, {"what", trouble.what}});
  }
  Json guard = Json::array();
  for (const GuardFinding& finding : world.guard.findings) {
    guard.push_back({{"step", finding.step},
                     {"time_s", finding.time},
                     {"particle", finding.particle == kNoGrain ? Json() : Json(finding.particle)},
                     {"position_m", vectorJson(finding.position)},
                     {"touching", finding.partner},
                     {"what", finding.what},
                     {"remedy", finding.remedy}});
  }
  return {{"count", world.faultCount}, {"list", listed}, {"warnings", warnings}, {"guard", guard}};
}

Json budgetJson(const Budget& budget) {
  return {{"kinetic_J", budget.kinetic},
          {"potential_J", budget.potential},
          {"elastic_J", budget.elastic},
          {"cohesive_J", budget.cohesive},
          {"work_J", budget.totalWork},
          {"dissipation_J", budget.totalDissipation},
          {"entered_J", budget.totalEntered},
          {"left_J", budget.totalLeft},
          {"momentum_Ns", vectorJson(budget.momentum)},
          {"angular_momentum_Nms", vectorJson(budget.angularMomentum)}};
}

Json runJson(const RunReport& report, const World& world) {
  const double simulated = world.time - report.startTime;
  return {{"start_time_s", report.startTime},
          {"end_time_s", world.time},
          {"start_step", report.startStep},
          {"steps", report.statistics.steps},
          {"most_threads", report.statistics.mostThreads},
          {"wall_time_s", report.wallTime},
          {"simulated_per_wall_second", report.wallTime > 0.0 ? simulated / report.wallTime : 0.0}};
}

Json stagesJson(const StageTimes& times) {
  Json out;
  for (std::size_t i = 0; i < kStageNames.size(); ++i) {
    out[std::string(kStageNames[i])] = times.seconds[i];
  }
  out["total"] = times.total();
  return out;
}

Json solverErrorJson(const SolverErrorRecord& record) {
  return {{"answers", record.answers()},
          {"mean_creep_m_s", record.meanCreep()},
          {"most_creep_m_s", record.mostCreep()},
          {"mean_sinking_m_s", record.meanSinking()},
          {"most_angle_rad", record.mostAngle()}};
}

Json solverJson(const RunReport& report, const StepData& last) {
  const RunStatistics& statistics = report.statistics;
  const double steps = static_cast<double>(std::max<std::uint64_t>(1, statistics.steps));
  Json residuals;
  const SweepResidual end = last.report.residuals.empty() ? SweepResidual{} : last.report.residuals.back();
  for (std::size_t i = 0; i < kRowKindNames.size(); ++i) {
    residuals[std::string(kRowKindNames[i])] = {{"rms_m_s", end.rms[i]}, {"largest_m_s", end.largest[i]}};
  }
  Json out = {{"sweeps", statistics.sweeps},
              {"mean_sweeps", static_cast<double>(statistics.sweeps) / steps},
              {"last_sweeps", last.report.sweeps},
              {"mean_substeps", statistics.meanSubsteps()},
              {"most_substeps", statistics.mostSubsteps},
              {"mean_contacts", statistics.contactSum / steps},
              {"last_matched_contacts", countMatched(last.list)},
              {"steps_with_impacts", statistics.impactSteps},
              {"residuals_at_end", residuals}};
  if (report.solverError) {
    out["error"] = solverErrorJson(*report.solverError);
  }
  return out;
}

Json wouldMoveJson(const WouldMoveRecord& record) {
  return {{"answers", record.answers()},
          {"mean_share", record.meanShare()},
          {"most_share", record.mostShare()},
          {"longest_s", record.longest()}};
}

Json reductionJson(const RunReport& report, const World& world, const StepData& last) {
  const ReductionCounts& counts = world.reduction.counts;
  Json splits;
  for (std::size_t idea = 1; idea < kSplitIdeaCount; ++idea) {
    splits[std::string(kSplitIdeaNames[idea])] = counts.splitsBy(static_cast<SplitIdea>(idea));
  }
  Json details;
  for (std::size_t cause = 1; cause < kSplitCauseCount; ++cause) {
    details[std::string(kSplitCauses[cause].name)] = counts.splits[cause];
  }
  Json out = {{"mean_level", report.statistics.meanReductionLevel()},
              {"last_level", last.report.reductionLevel},
              {"merges", counts.merges},
              {"splits", splits},
              {"split_details", details}};
  if (report.wouldMove) {
    out["would_move"] = wouldMoveJson(*report.wouldMove);
  }
  return out;
}

Json angleJson(const AngleRecord& record) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  const auto degrees = [&](double angle) { return record.answers > 0 ? Json(kDegrees * angle) : Json(); };
  return {{"answers", record.answers},
          {"mean_deg", degrees(record.mean)},
          {"deviation_deg", degrees(record.deviation())},
          {"last_deg", degrees(record.last)}};
}

Json flowJson(const FlowRecord& record) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  constexpr int kBlocks = 5;
  const FlowMeans means = flowMeans(record, kBlocks);
  Json out = {{"answers", record.size()}};
  const auto add = [&](const std::string& name, const std::string& unit, const Statistics& s, double scale) {
    out[name + unit] = s.count > 0 ? Json(scale * s.mean) : Json();
    out[name + "_deviation" + unit] = s.count > 1 ? Json(scale * s.deviation) : Json();
  };
  add("angle", "_deg", means.angle, kDegrees);
  add("transport", "_m_s", means.transport, 1.0);
  add("surface", "_m_s", means.surface, 1.0);
  add("axial", "_m_s", means.axial, 1.0);
  add("across", "_m_s", means.across, 1.0);
  return out;
}

Json mixingJson(const MixingRecord& record) {
  const std::vector<MixingSample>& samples = record.samples();
  const auto known = [](double number) { return std::isfinite(number) ? Json(number) : Json(); };
  Json times = Json::array();
  Json indices = Json::array();
  for (const MixingSample& sample : samples) {
    times.push_back(sample.time);
    indices.push_back(known(sample.index));
  }
  return {{"by", kMixingNames.at(static_cast<std::size_t>(record.choice().by))},
          {"cell_m", record.cell() > 0.0 ? Json(record.cell()) : Json()},
          {"least_grains", record.choice().least},
          {"answers", samples.size()},
          {"first", samples.empty() ? Json() : known(samples.front().index)},
          {"mean", known(record.mean())},
          {"deviation", known(record.deviation())},
          {"last", samples.empty() ? Json() : known(samples.back().index)},
          {"last_cells", samples.empty() ? Json() : Json(samples.back().cells)},
          {"last_share", samples.empty() ? Json() : Json(samples.back().share)},
          {"times_s", times},
          {"index", indices}};
}

Json populationSizesJson(const PopulationSummary& sizes) {
  const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
  return {{"granules", sizes.number},
          {"mass_kg", sizes.mass},
          {"d10_m", number(sizes.d10)},
          {"d50_m", number(sizes.d50)},
          {"d90_m", number(sizes.d90)}};
}

Json populationJson(const PopulationNumbers& p) {
  Json out = {{"windows", p.windows},
              {"run", populationSizesJson(p.run)},
              {"growth_m_s", p.growth},
              {"collisions_1_s", p.collisions},
              {"joined_1_s", p.joins},
              {"broken_1_s", p.breaks},
              {"departures", p.departures},
              {"residence_s", p.residence},
              {"residence_deviation_s", p.residenceDeviation}};
  if (p.balance) {
    out["balance"] = populationSizesJson(*p.balance);
    out["difference"] = p.difference;
    out["largest_difference"] = p.largestDifference;
  }
  if (!p.problem.empty()) {
    out["problem"] = p.problem;
  }
  return out;
}

Json beltJson(const BeltNumbers& belt) {
  return {{"landings", belt.landings},        {"mass_kg", belt.mass},      {"beside_kg", belt.beside},
          {"mean_height_m", belt.meanHeight}, {"sigma_h", belt.variation}, {"f_m", belt.unevenness}};
}

}  // namespace

void AngleRecord::add(double angle) {
  ++answers;
  last = angle;
  const double before = angle - mean;
  mean += before / static_cast<double>(answers);
  squares += before * (angle - mean);
}

double AngleRecord::deviation() const {
  return answers < 2 ? 0.0 : std::sqrt(squares / static_cast<double>(answers - 1));
}

void RunStatistics::add(const StepData& data) {
  for (std::size_t i = 0; i < stages.seconds.size(); ++i) {
    stages.seconds[i] += data.report.times.seconds[i];
  }
  ++steps;
  mostThreads = std::max(mostThreads, data.context.threads == nullptr ? 1 : data.context.threads->size());
  sweeps += static_cast<std::size_t>(data.report.sweeps);
  substeps += static_cast<std::uint64_t>(data.context.substeps);
  mostSubsteps = std::max(mostSubsteps, data.context.substeps);
  impactSteps += data.report.impactCount > 0 ? 1 : 0;
  contactSum += static_cast<double>(data.list.contacts.size());
  meanOverlapSum += data.report.meanOverlap;
  largestMeanOverlap = std::max(largestMeanOverlap, data.report.meanOverlap);
  worstOverlap = std::max(worstOverlap, data.report.worstOverlap);
  largestSpeed = std::max(largestSpeed, data.report.largestSpeed);
  reductionLevelSum += data.report.reductionLevel;
}

double RunStatistics::meanReductionLevel() const {
  return steps == 0 ? 0.0 : reductionLevelSum / static_cast<double>(steps);
}

double RunStatistics::meanSubsteps() const {
  return steps > 0 ? static_cast<double>(substeps) / static_cast<double>(steps) : 0.0;
}

double RunStatistics::meanOverlap() const { return steps == 0 ? 0.0 : meanOverlapSum / static_cast<double>(steps); }

std::string reportBefore(const RunReport& report, const World& world) { return reportJson(report, world, StepData{}); }

std::string reportJson(const RunReport& report, const World& world, const StepData& last) {
  Json overrides = Json::array();
  for (const auto& [key, value] : report.overrides) {
    overrides.push_back({{"key", key}, {"value", value}});
  }
  const RunStatistics& statistics = report.statistics;
  Json out;
  out["format"] = {{"name", "scree run report"}, {"version", kReportVersion}};
  out["program"] = {{"name", "ndem"}, {"version", version()}};
  out["scene"] = {{"name", report.sceneName}, {"file", report.sceneFile}, {"seed", report.seed}};
  out["overrides"] = overrides;
  out["resumed_from"] = report.resumedFrom ? Json(*report.resumedFrom) : Json(nullptr);
  out["exit"] = {{"reason", report.exitReason}, {"code", report.exitCode}, {"failed_outputs", report.failures}};
  out["run"] = runJson(report, world);
  out["parameters"] = parametersJson(world.parameters);
  out["materials"] = materialsJson(world.materials);
  out["counts"] = countsJson(world, last);
  if (world.granulation.isOn()) {
    out["granulation"] = granulationJson(world);
  }
  out["troubles"] = troublesJson(world);
  out["budget"] = budgetJson(world.budget);
  out["reduction"] = reductionJson(report, world, last);
  out["overlap"] = {{"mean_over_steps", statistics.meanOverlap()},
                    {"largest_mean", statistics.largestMeanOverlap},
                    {"largest", statistics.worstOverlap},
                    {"last_mean", last.report.meanOverlap}};
  out["largest_speed_m_s"] = statistics.largestSpeed;
  out["solver"] = solverJson(report, last);
  if (report.angle) {
    out["angle"] = angleJson(*report.angle);
  }
  if (report.flow) {
    out["flow"] = flowJson(*report.flow);
  }
  if (report.mixing) {
    out["mixing"] = mixingJson(*report.mixing);
  }
  if (report.population) {
    out["population"] = populationJson(*report.population);
  }
  if (report.belt) {
    out["belt"] = beltJson(*report.belt);
  }
  out["stages_s"] = stagesJson(statistics.stages);
  out["state_hash"] = fmt::format("{:016x}", stateHash(world));
  // Names come from files and may hold any bytes; JSON holds UTF-8 only.
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace scree
