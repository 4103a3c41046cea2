#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/panels/panel.h"
#include "app/ui_state/run_numbers.h"
#include "app/widgets/widgets.h"
#include "engine/planning/bed_plan.h"

// Step, sweeps, time and memory of a bed, predicted from numbers that begin as those of the run.
namespace scree {

namespace {

/// Text of a duration [s] for a cell of a table: "4.8 ms", "39 min".
std::string shortTime(double seconds) {
  struct Unit {
    const char* name;
    double seconds;
  };
  constexpr std::array<Unit, 8> kUnits = {{{"y", 3.156e7},
                                           {"d", 86400.0},
                                           {"h", 3600.0},
                                           {"min", 60.0},
                                           {"s", 1.0},
                                           {"ms", 1e-3},
                                           {"µs", 1e-6},
                                           {"ns", 1e-9}}};
  for (const Unit& unit : kUnits) {
    if (seconds >= unit.seconds) {
      const double value = seconds / unit.seconds;
      return value < 1e4 ? fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, unit.name)
                         : fmt::format("{} {}", shortExponent(fmt::format("{:.0e}", value)), unit.name);
    }
  }
  return "0 s";
}

void takeNumbers(PanelContext& context) {
  PlanMemory& memory = context.memory.plan;
  memory.taken = numbersOfRun(*context.snapshot);
  memory.input = memory.taken;
  memory.hasOwnWidth = false;
  memory.world = context.snapshot->run.worldVersion;
}

/// A row for a number of the plan.
struct PlanRow {
  const char* name;  ///< of the probe
  const char* label;
  const char* unit;
  const char* help;
  double least;
  double most;
  double low;  ///< ends of the slider
  double high;
  bool isLogarithmic = true;
};

void drawRow(PanelContext& context, const PlanRow& row, double& value, double initial) {
  NumberSpec spec;
  spec.name = row.name;
  spec.label = row.label;
  spec.unit = row.unit;
  spec.help = row.help;
  spec.minimum = row.least;
  spec.maximum = row.most;
  spec.low = row.low;
  spec.high = row.high;
  spec.logarithmic = row.isLogarithmic;
  spec.initialName = "the run's";
  if (const auto wanted = numberRow(context, spec, value, initial)) {
    value = *wanted;
  }
}

/// Draws a row for a number that may be unknown. Returns true if the user has changed it.
bool drawRow(PanelContext& context, const PlanRow& row, std::optional<double>& value, std::optional<double> initial,
             double standard) {
  double number = value.value_or(standard);
  const double before = number;
  drawRow(context, row, number, initial.value_or(standard));
  if (number != before) {
    value = number;
  }
  return number != before;
}

void drawBed(PanelContext& context) {
  bool& hasOwnWidth = context.memory.plan.hasOwnWidth;
  PlannedBed& bed = context.memory.plan.input.bed;
  const PlannedBed& was = context.memory.plan.taken.bed;
  double grains = bed.grains.value_or(1000.0);
  const double before = grains;
  drawRow(context,
          {"plan.grains", "Grains", "",
           "Number of grains. More of them make the bed wider, at the same height; a width that you have set stays.",
           1.0, 1e12, 100.0, 1e8},
          grains, was.grains.value_or(1000.0));
  if (grains != before && hasOwnWidth) {
    bed.grains = grains;
  } else if (grains != before) {
    // From the run's bed: what is typed comes digit by digit.
    bed.grains = was.grains;
    bed.width = was.width;
    setGrains(bed, grains);
  }
  drawRow(context,
          {"plan.height", "Height", "d", "Height of the bed along gravity, in diameters.", 1e-3, 1e9, 1.0, 1e4},
          bed.height, was.height, 10.0);
  if (drawRow(context,
              {"plan.width", "Width", "d", "Width of the bed across gravity, in diameters.", 1.0, 1e6, 1.0, 1e4},
              bed.width, was.width, 10.0)) {
    hasOwnWidth = bed.width != was.width;
  }
  drawRow(context, {"plan.diameter", "Diameter", "m", "Mean diameter of the grains.", 1e-9, 1e3, 1e-4, 0.1},
          bed.diameter, was.diameter);
  drawRow(context, {"plan.density", "Density", "kg/m³", "Density of a grain.", 1e-3, 1e6, 500.0, 8000.0}, bed.density,
          was.density);
  drawRow(context,
          {"plan.inertial_number", "Inertial number", "", "How fast the bed flows: 0 at rest, 0.01 slow, 0.1 fast.",
           0.0, 10.0, 0.0, 0.5, false},
          bed.inertialNumber, was.inertialNumber);
  drawRow(context,
          {"plan.contacts", "Contacts a grain", "", "Contacts in the sweeps, close ones included; 2.2 in dense beds.",
           0.0, 12.0, 0.0, 4.0, false},
          bed.contacts, was.contacts, standardContacts(bed.width.value_or(10.0)));
}

void drawLawAndRun(PanelContext& context) {
  PlanInput& input = context.memory.plan.input;
  const PlanInput& was = context.memory.plan.taken;
  if (input.law.stiffness) {
    drawRow(context,
            {"plan.stiffness", "Stiffness", "N/m", "Stiffness of contacts, by a linear law.", 1e-6, 1e15, 100.0, 1e8},
            input.law.stiffness, was.law.stiffness, 1000.0);
  } else {
    drawRow(context,
            {"plan.youngs_modulus", "Young's modulus", "Pa", "Of the grains, for Hertz's law.", 1.0, 1e15, 1e5, 1e12},
            input.law.youngsModulus, was.law.youngsModulus);
  }
  drawRow(context,
          {"plan.tolerance", "Tolerance", "d", "Mean overlap error in diameters that published step and sweeps allow.",
           1e-6, 1.0, 1e-3, 0.1},
          input.tolerance, was.tolerance);
  drawRow(context, {"plan.seconds", "Simulated time", "s", "Time of the run.", 1e-3, 1e9, 1.0, 1e4}, input.seconds,
          was.seconds);
  double threads = input.threads;
  NumberSpec spec;
  spec.name = "plan.threads";
  spec.label = "Threads";
  spec.help = "Threads of the run. More than two are extrapolated.";
  spec.minimum = spec.low = 1.0;
  spec.maximum = 256.0;
  spec.high = 64.0;
  spec.whole = true;
  spec.initialName = "the run's";
  if (const auto wanted = numberRow(context, spec, threads, was.threads)) {
    input.threads = static_cast<int>(std::lround(*wanted));
  }
  drawRow(context,
          {"plan.level", "Merged share", "", "Share of the grains that are merged, the reduction level h.", 0.0, 1.0,
           0.0, 1.0, false},
          input.level, was.level);
}

/// Ways as columns: published smooth and nonsmooth DEM, and Scree with both.
void drawWays(PanelContext& context, const Plan& plan) {
  if (!ImGui::BeginTable("plan.ways", 5, ImGuiTableFlags_SizingStretchSame)) {
    return;
  }
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("sweeps").x);
  const auto row = [&](const char* label, auto textOf, std::string_view help) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text(label, theme::kDim);
    tooltip(help);
    for (const PlannedWay* way : {&plan.smooth, &plan.nonsmooth, &plan.scree, &plan.screeSmooth}) {
      ImGui::TableNextColumn();
      rightText(textOf(*way));
      tooltip(help);
    }
  };
  struct Head {
    const char* whose;
    const char* method;
    const char* help;
  };
  constexpr std::array<Head, 5> kHeads = {
      {{"", "", ""},
       {"published", "smooth", "Smooth DEM with the published constants."},
       {"published", "nonsmooth", "Nonsmooth DEM with the published constants, from a cold start."},
       {"Scree", "nonsmooth",
        "Scree with the step and the settings of this run, and the costs of one core with AVX-512."},
       {"Scree", "smooth", "Scree's method smooth, with the longest substep that is sound."}}};
  for (const char* Head::*line : {&Head::whose, &Head::method}) {
    ImGui::TableNextRow();
    for (const Head& head : kHeads) {
      ImGui::TableNextColumn();
      rightText(head.*line, theme::kDim);
      tooltip(head.help);
    }
  }
  row(
      "step", [](const PlannedWay& way) { return shortTime(way.step); }, "Time step.");
  row(
      "sweeps",
      [](const PlannedWay& way) { return way.sweeps > 0.0 ? cellNumber(std::ceil(way.sweeps)) : std::string("-"); },
      "Sweeps of a step, over all its substeps.");
  row(
      "a step", [](const PlannedWay& way) { return shortTime(way.stepSeconds); }, "Time of a step on one core.");
  row(
      "1 s", [](const PlannedWay& way) { return shortTime(way.effort); }, "Time of a simulated second on one core.");
  row(
      "run", [](const PlannedWay& way) { return shortTime(way.seconds); }, "Time of the run with its threads.");
  ImGui::EndTable();
  probe(context, "plan.ways");
}

void drawPlanned(PanelContext& context, const Plan& plan) {
  const PlanInput& input = context.memory.plan.input;
  drawWays(context, plan);
  const double ratio = plan.ratio();
  valueRow(context, "As published",
           fmt::format("{} is {} times faster", ratio < 1.0 ? "nonsmooth" : "smooth",
                       cellNumber(ratio < 1.0 ? 1.0 / ratio : ratio)),
           "Published nonsmooth DEM against smooth DEM, both on one core.");
  valueRow(context, "Sweeps", fmt::format("{:.0f} a substep", plan.sweepsAdvised),
           "For the tolerance, from the start of a solve that the run has.");
  if (input.level > 0.0) {
    valueRow(context, "Merged", shortTime(plan.merged),
             "Time of Scree's run with that share merged: the free grains, and 5 % for the others.");
  }
  valueRow(context, "Memory",
           plan.memory < 1e9 ? quantity(1e-6 * plan.memory, "MB") : quantity(1e-9 * plan.memory, "GB"),
           "Of Scree's run, without files.");
  const double now = context.snapshot->solver.smoothTimes.total();
  if (now > 0.0) {
    valueRow(context, "This run now", fmt::format("{} a step", shortTime(now)),
             "Measured, smoothed over the last steps: hold it against the plan of the run's own numbers.");
  }
}

}  // namespace

void drawPlanPanel(PanelContext& context) {
  PlanMemory& memory = context.memory.plan;
  if (context.snapshot->particles() > 0 && memory.world != context.snapshot->run.worldVersion) {
    takeNumbers(context);
  }
  ImGui::BeginDisabled(context.snapshot->particles() == 0);
  if (ImGui::Button("Take from this run", {ImGui::GetContentRegionAvail().x, 0.0f})) {
    takeNumbers(context);
  }
  ImGui::EndDisabled();
  probe(context, "plan.take");
  tooltip(
      "Grains, sizes, bed, contacts, stiffness, step and solver as the run has them now. Change them to plan another "
      "one; the run itself does not change.");
  drawBed(context);
  drawLawAndRun(context);
  const std::string complaint = complaintOn(memory.input);
  if (!complaint.empty()) {
    wrappedText(complaint, ImGui::GetContentRegionAvail().x, theme::kWarn);
    probe(context, "plan.complaint");
    return;
  }
  drawPlanned(context, planOf(memory.input));
}

}  // namespace scree
