#include "app/cli/planning/plan_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/planning/plan_options.h"
#include "engine/base/duration_text.h"
#include "engine/planning/servin_rules.h"

namespace scree {

namespace {

constexpr double kYear = 365.25 * 24.0 * 3600.0;  // s

std::string timeText(double seconds) {
  if (seconds < 1e-3) {
    return fmt::format("{:.3g} µs", 1e6 * seconds);
  }
  if (seconds < 1.0) {
    return fmt::format("{:.3g} ms", 1e3 * seconds);
  }
  return seconds < 100.0   ? fmt::format("{:.3g} s", seconds)
         : seconds < kYear ? durationText(seconds)
                           : fmt::format("{:.2g} years", seconds / kYear);
}

std::string memoryText(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.0f} MB", 1e-6 * bytes) : fmt::format("{:.3g} GB", 1e-9 * bytes);
}

std::string sweepsText(const PlannedWay& way) {
  if (way.sweeps == 0.0) {
    return "-";
  }
  return way.substeps == 1.0 ? fmt::format("{:.0f}", std::ceil(way.sweeps))
                             : fmt::format("{:.0f} in {:.0f} substeps", way.sweeps, way.substeps);
}

using Cells = std::array<std::string, 5>;

std::string rowText(const Cells& cells) {
  return fmt::format("  {:<24}{:<15}{:<16}{:<18}{}\n", cells[0], cells[1], cells[2], cells[3], cells[4]);
}

std::string waysText(const PlanReport& report) {
  const PlanInput& input = report.input;
  const Plan& plan = report.plan;
  const std::array<const PlannedWay*, 4> ways = {&plan.smooth, &plan.nonsmooth, &plan.scree, &plan.screeSmooth};
  const auto row = [&](std::string name, auto textOf) {
    return rowText({std::move(name), textOf(*ways[0]), textOf(*ways[1]), textOf(*ways[2]), textOf(*ways[3])});
  };
  std::string text = rowText({"", "smooth DEM", "nonsmooth DEM", "nonsmooth DEM", "smooth DEM"});
  const char* const own = report.isMeasured ? "Scree, here" : "Scree";
  text += rowText({"", "as published", "as published", own, own});
  text += row("time step", [](const PlannedWay& way) { return timeText(way.step); });
  text += row("sweeps a step", sweepsText);
  text += row("time of a step", [](const PlannedWay& way) { return timeText(way.stepSeconds); });
  text += row("time of 1 s, one core", [](const PlannedWay& way) { return timeText(way.effort); });
  text += row(fmt::format("time of {:g} s, {} core{}", input.seconds, input.threads, input.threads == 1 ? "" : "s"),
              [](const PlannedWay& way) { return timeText(way.seconds); });
  return text;
}

std::string costsText(const PlanReport& report) {
  const StepCosts& c = report.costs;
  return fmt::format(
      "  costs of Scree, {}:\n"
      "    {:.3g} µs a step, {:.3g} ns a grain, {:.3g} ns a contact, {:.3g} ns a contact and substep,\n"
      "    {:.3g} ns a contact and sweep, {:.3g} ns where there are few,\n    {:.3g} µs a sweep with bodies that "
      "forces move; smooth DEM: {:.3g} ns a contact and substep\n"
      "  costs as published, on one core of a Xeon X5690, with one contact a grain:\n"
      "    {:g} ns a grain and step of smooth DEM (LIGGGHTS), {:g} ns a contact and sweep of nonsmooth DEM\n",
      report.isMeasured ? "measured here" : "on one core with AVX-512 (--calibrate measures yours)", 1e6 * c.step,
      1e9 * c.grain, 1e9 * c.contact, 1e9 * c.substep, 1e9 * c.row, 1e9 * c.fewRows, 1e6 * c.coupling, 1e9 * c.spring,
      1e9 * kPaperSmoothCost, 1e9 * kPaperSweepCost);
}

/// Words in lines of at most 100 characters, the first after "note".
std::string noteText(const std::string& note) {
  constexpr std::size_t kMost = 92;
  std::string text;
  std::string line;
  std::size_t begin = 0;
  const auto finish = [&] {
    text += fmt::format("  {:<6}{}\n", text.empty() ? "note" : "", line);
    line.clear();
  };
  while (begin < note.size()) {
    const std::size_t end = std::min(note.find(' ', begin), note.size());
    if (!line.empty() && line.size() + 1 + end - begin > kMost) {
      finish();
    }
    line += fmt::format("{}{}", line.empty() ? "" : " ", note.substr(begin, end - begin));
    begin = end + 1;
  }
  finish();
  return text;
}

using Json = nlohmann::ordered_json;

Json jsonOf(const PlannedWay& way) {
  return {{"time_step_s", way.step},        {"substeps", way.substeps},           {"sweeps_a_step", way.sweeps},
          {"step_time_s", way.stepSeconds}, {"time_per_simulated_s", way.effort}, {"run_time_s", way.seconds}};
}

}  // namespace

std::string planText(const PlanReport& report) {
  const Plan& plan = report.plan;
  std::string text = fmt::format("{}\n", report.title);
  for (const PlanNumber& number : numbersOf(report.input, plan)) {
    text += fmt::format("  {:<20}{:<14}{}\n", number.option, number.value, number.meaning);
  }
  text += "\n" + waysText(report) + "\n";
  text += fmt::format("  nonsmooth over smooth {:.2g}, as published: {} DEM is faster\n", plan.ratio(),
                      plan.ratio() < 1.0 ? "nonsmooth" : "smooth");
  text +=
      fmt::format("  for the tolerance at least {:.0f} sweep{} a substep {}\n", plan.sweepsAdvised,
                  plan.sweepsAdvised == 1.0 ? "" : "s", report.input.solver.isWarm ? "from a warm start" : "from zero");
  if (report.input.level > 0.0) {
    text += fmt::format("  merged at h = {:g}: {} instead of {}\n", report.input.level, timeText(plan.merged),
                        timeText(plan.scree.seconds));
  }
  text += fmt::format("  memory {}\n", memoryText(plan.memory));
  text += costsText(report);
  for (const std::string& note : report.notes) {
    text += noteText(note);
  }
  return text;
}

std::string planJson(const PlanReport& report) {
  const PlanInput& input = report.input;
  const Plan& plan = report.plan;
  Json numbers = {{"grains", plan.grains},
                  {"height_diameters", plan.height},
                  {"width_diameters", plan.width},
                  {"diameter_m", input.bed.diameter},
                  {"density_kg_m3", input.bed.density},
                  {"gravity_m_s2", input.bed.gravity}};
  if (input.law.stiffness) {
    numbers["stiffness_N_m"] = *input.law.stiffness;
  } else {
    numbers["youngs_modulus_Pa"] = input.law.youngsModulus;
    numbers["poisson_ratio"] = input.law.poissonRatio;
  }
  numbers.update({{"inertial_number", input.bed.inertialNumber},
                  {"approach_m_s", plan.speed},
                  {"contacts", plan.contacts},
                  {"tolerance_diameters", input.tolerance},
                  {"until_s", input.seconds},
                  {"threads", input.threads},
                  {"level", input.level}});
  const StepCosts& c = report.costs;
  const Json json = {{"title", report.title},
                     {"numbers", numbers},
                     {"smooth_as_published", jsonOf(plan.smooth)},
                     {"nonsmooth_as_published", jsonOf(plan.nonsmooth)},
                     {"scree", jsonOf(plan.scree)},
                     {"scree_smooth", jsonOf(plan.screeSmooth)},
                     {"nonsmooth_over_smooth", plan.ratio()},
                     {"sweeps_advised_a_substep", plan.sweepsAdvised},
                     {"merged_run_time_s", plan.merged},
                     {"memory_bytes", plan.memory},
                     {"costs",
                      {{"measured_here", report.isMeasured},
                       {"step_s", c.step},
                       {"grain_s", c.grain},
                       {"contact_s", c.contact},
                       {"contact_substep_s", c.substep},
                       {"contact_sweep_s", c.row},
                       {"few_contacts_sweep_s", c.fewRows},
                       {"coupling_sweep_s", c.coupling},
                       {"smooth_contact_substep_s", c.spring}}},
                     {"notes", report.notes}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scree
