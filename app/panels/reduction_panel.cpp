#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>

#include "app/panels/panel.h"
#include "app/widgets/asked_text.h"
#include "app/widgets/event_text.h"
#include "app/widgets/parameter_rows.h"
#include "app/widgets/reduction_plot.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

namespace {

constexpr std::array<ParameterKey, 5> kMergeLimits = {ParameterKey::mergeSpeed, ParameterKey::mergeTime,
                                                      ParameterKey::waitTime, ParameterKey::smallestFloating};
constexpr std::array<ParameterKey, 8> kPublishedLimits = {ParameterKey::mergeNormalIn,
                                                          ParameterKey::mergeNormalOut,
                                                          ParameterKey::mergeTangential,
                                                          ParameterKey::mergeRolling,
                                                          ParameterKey::mergeNormalAcceleration,
                                                          ParameterKey::mergeTangentialAcceleration,
                                                          ParameterKey::mergeRollingAcceleration,
                                                          ParameterKey::mergeWindow};
constexpr std::array<ParameterKey, 5> kFront = {ParameterKey::splitSpeed, ParameterKey::impactDepth,
                                                ParameterKey::balance, ParameterKey::bearing, ParameterKey::loadChange};
constexpr std::array<ParameterKey, 5> kContact = {ParameterKey::contactNormalIn, ParameterKey::contactNormalOut,
                                                  ParameterKey::contactTangential, ParameterKey::contactRolling,
                                                  ParameterKey::contactDepth};
constexpr std::array<ParameterKey, 6> kTrial = {ParameterKey::trialSweeps,    ParameterKey::trialNormalIn,
                                                ParameterKey::trialNormalOut, ParameterKey::trialTangential,
                                                ParameterKey::trialForce,     ParameterKey::trialTorque};
constexpr std::array<ParameterKey, 2> kAudit = {ParameterKey::auditTime, ParameterKey::auditShare};

/// Split detector that can be turned on and off, with its parameters.
struct Detector {
  ChoiceKey choice;
  std::span<const ParameterKey> numbers;
};
constexpr std::array<Detector, 4> kDetectors = {{{ChoiceKey::frontSplit, kFront},
                                                 {ChoiceKey::auditSplit, kAudit},
                                                 {ChoiceKey::contactSplit, kContact},
                                                 {ChoiceKey::trialSplit, kTrial}}};

/// Label of a parameter without the name of its group, for a list under that name: "Approach" for "Trial: approach".
std::string shortLabel(std::string_view label) {
  for (const std::string_view heading :
       {"Merge: ", "Contact split: ", "Trial: ", "Merge ", "Contact split ", "Trial ", "Audit "}) {
    if (label.starts_with(heading)) {
      std::string rest(label.substr(heading.size()));
      rest[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(rest[0])));
      return rest;
    }
  }
  return std::string(label);
}

void drawNumbers(PanelContext& context, std::span<const ParameterKey> keys) {
  const float indent = ImGui::GetTreeNodeToLabelSpacing() * 0.5f;
  ImGui::Indent(indent);
  for (const ParameterKey key : keys) {
    NumberSpec spec = specOf(infoOf(key));
    spec.label = shortLabel(spec.label);
    drawParameter(context, key, spec);
  }
  ImGui::Unindent(indent);
}

/// Label of the button of a preset: its effect. The name in files and papers stands in the tooltip.
std::string_view wordOf(ReductionPreset preset) {
  switch (preset) {
    case ReductionPreset::local:
      return "balanced";
    case ReductionPreset::careful:
      return "careful";
    case ReductionPreset::quick:
      return "quick";
    case ReductionPreset::paperCs:
      return "contacts";
    case ReductionPreset::paperTrF:
      return "trial, forces";
    case ReductionPreset::paperTrFv:
      return "trial, both";
    case ReductionPreset::paperCtr:
      return "contacts, trial";
  }
  return {};
}

/// Draws a line of buttons for `count` presets from the one of index `first`.
void drawPresetLine(PanelContext& context, std::size_t first, std::size_t count) {
  Segments segments;
  std::vector<std::string> help;
  const auto presets = reductionPresetTable().subspan(first, count);
  for (const ReductionPresetInfo& info : presets) {
    segments.labels.push_back(wordOf(info.preset));
    help.push_back(fmt::format("{}: {}", info.name, info.meaning));
  }
  segments.help.assign(help.begin(), help.end());
  const std::optional<ReductionPreset> inForce = reductionPresetOf(context.snapshot->scene.parameters);
  const auto lit = inForce ? std::ranges::find(presets, *inForce, &ReductionPresetInfo::preset) : presets.end();
  const int current = lit == presets.end() ? -1 : static_cast<int>(lit - presets.begin());
  if (const auto pressed = segmented(context, "reduction_preset", segments.labels, current, segments.help)) {
    const auto index = first + static_cast<std::size_t>(*pressed);
    markPending(context, "reduction_preset", context.post(SetReductionPreset{reductionPresetTable()[index].preset}),
                static_cast<double>(index));
  }
}

void drawReductionPresets(PanelContext& context) {
  constexpr std::size_t kOwn = 3;  // presets of this program; the published ones follow
  const auto all = reductionPresetTable();
  const std::optional<double> pending = pendingValue(context, "reduction_preset");
  const bool isCustom = !reductionPresetOf(context.snapshot->scene.parameters);
  drawTitle(context, "Preset", pending ? wordOf(all[static_cast<std::size_t>(*pending)].preset) : "",
            isCustom ? "custom" : "", "reduction_preset.custom",
            "Settings of merging and splitting that belong together. Custom: those in force are of no preset.");
  drawPresetLine(context, 0, kOwn);
  drawTitle(
      context, "As published", "", "", "reduction_preset.published",
      "Settings of Servin and Wang 2016, by what splits a grain off: contact splits, a trial solve with a test of "
      "forces, or of forces and velocities. Their names there (cs, tr-f, tr-fv, ctr) are in the tooltips.");
  drawPresetLine(context, kOwn, 2);
  drawPresetLine(context, kOwn + 2, 2);
}

/// Text of a count: 100 000 or more in thousands.
std::string shortCount(std::uint64_t value) {
  constexpr std::uint64_t kLong = 100000;
  return value < kLong ? grouped(value) : fmt::format("{}k", grouped(value / 1000));
}

/// Width of a count with its name [px].
float widthOfCount(std::string_view name, std::uint64_t value) {
  return ImGui::CalcTextSize(fmt::format("{}{}", name, shortCount(value)).c_str()).x + ImGui::GetFontSize() * 0.4f;
}

/// Draws a count with its name at `x` in the line; the tooltip has all digits.
void drawCount(PanelContext& context, float x, std::string_view name, std::uint64_t value, std::string_view help) {
  ImGui::SetCursorPosX(x);
  ImGui::BeginGroup();
  text(name, theme::kDim);
  ImGui::SameLine(0.0f, ImGui::GetFontSize() * 0.4f);
  text(shortCount(value));
  ImGui::EndGroup();
  probe(context, fmt::format("reduction.{}", name));
  tooltip(fmt::format("{} {}", grouped(value), help));
}

/// Draws the reduction level in large letters, and the counts of grains and aggregates beside it.
void drawLevel(PanelContext& context) {
  const ReductionLevel& level = context.snapshot->reduction.level;
  const double percent = 100.0 * level.level();
  const float start = ImGui::GetCursorPosX();
  const float top = ImGui::GetCursorPosY();
  const float width = ImGui::GetContentRegionAvail().x;
  bigText(fmt::format("{:.{}f} %", percent, percent > 99.0 && percent < 100.0 ? 1 : 0),
          level.free < level.particles ? theme::kText : theme::kDim);
  probe(context, "reduction.level");
  tooltip(
      "Reduction level h = 1 - (free grains + aggregates that nothing carries) / N: the part of the grains that the "
      "solver is spared [%].\nSource: Servin and Wang 2016.");
  const float bottom = ImGui::GetCursorPosY();
  // In a narrow panel the counts have lines of their own.
  constexpr float kNarrowInFonts = 18.5f;
  const bool isNarrow = width < kNarrowInFonts * ImGui::GetFontSize();
  const float left = start + (isNarrow ? 0.0f : width * 0.32f);
  const float ofLeft = std::max(widthOfCount("N", level.particles), widthOfCount("free", level.free));
  const float right = std::max(start + width * (isNarrow ? 0.45f : 0.61f), left + ofLeft + 0.6f * ImGui::GetFontSize());
  ImGui::SetCursorPosY(isNarrow ? bottom : top + ImGui::GetStyle().ItemSpacing.y);
  drawCount(context, left, "N", level.particles, "grains in the world.");
  ImGui::SameLine();
  drawCount(context, right, "members", level.particles - level.free, "grains that are members of an aggregate.");
  drawCount(context, left, "free", level.free, "grains that are solved for one by one.");
  ImGui::SameLine();
  const auto aggregates = std::ranges::count_if(context.snapshot->reduction.aggregates,
                                                [](const SnapshotAggregate& one) { return one.members > 0; });
  drawCount(context, right, "aggregates", static_cast<std::uint64_t>(aggregates),
            "aggregates with members. All merged grains at rest form one; the grains on each moving body form one, and "
            "so does each heap that moves as one while nothing carries it.");
  ImGui::SetCursorPosY(std::max(bottom, ImGui::GetCursorPosY()));
}

constexpr std::string_view kOracleHelp =
    "Oracle: the largest h that any method could reach with these merge limits and this window. It is counted every "
    "tenth step in the twin, in which every grain is solved for. The share that is reached may pass 100 %, as single "
    "grains of the two runs part.\nSource: contacts of the twin within the merge limits for the merge "
    "window.";

/// Draws the reduction level as a part of the oracle's, the largest level that the merge limits allow. Needs a twin
/// that merges nothing.
void drawOracle(PanelContext& context) {
  const std::shared_ptr<const TwinSnapshot>& twin = context.snapshot->twin.snapshot;
  const float width = ImGui::GetContentRegionAvail().x;
  if (twin == nullptr || twin->choice.difference != TwinDifference::merging) {
    wrappedText(twin == nullptr ? "Press T for a twin without merging: it gives the largest h in reach."
                                : "A twin without merging (Twin panel) gives the largest h in reach.",
                width, theme::kDim);
    probe(context, "reduction.oracle.hint");
    tooltip(kOracleHelp);
    return;
  }
  if (!twin->oracle) {
    wrappedText("The twin does not yet tell what could be reached.", width, theme::kDim);
    return;
  }
  const OracleReading& oracle = *twin->oracle;
  const float right = width * 0.61f;  // in a group, places count from its left edge
  const auto reached = [right](const std::string& of, double own, double most) {
    text(of, theme::kDim);
    ImGui::SameLine(right);
    text(most > 0.0 ? fmt::format("{:.0f} %", 100.0 * own / most) : std::string("-"));
  };
  ImGui::BeginGroup();
  reached(fmt::format("of the oracle's {:.0f} %", 100.0 * oracle.most), oracle.own, oracle.most);
  reached(fmt::format("mean over {:.1f} s", oracle.span), oracle.meanOwn, oracle.meanMost);
  ImGui::EndGroup();
  probe(context, "reduction.oracle");
  tooltip(fmt::format(
      "h {:.2f}, the oracle's {:.2f}; means over the last {:.1f} s of simulated time {:.2f} and {:.2f}.\n{}",
      oracle.own, oracle.most, oracle.span, oracle.meanOwn, oracle.meanMost, kOracleHelp));
}

/// Draws the switch of the asking of members, and the newest answer.
void drawAsked(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  bool isOn = asksMembers(context.view);
  if (checkRow(context, "ask_members", "Ask which would move", isOn, askedHelp(now))) {
    setAsking(context.view, context.memory, isOn);
  }
  if (!isOn) {
    return;
  }
  ImGui::BeginGroup();
  wrappedText(askedLine(now), ImGui::GetContentRegionAvail().x);
  ImGui::EndGroup();
  probe(context, "reduction.would_move");
  tooltip(askedHelp(now));
}

/// Text of a count that fits `width` [px]: all digits where they fit, else thousands or millions.
std::string countIn(std::uint64_t count, float width) {
  std::string all = grouped(count);
  if (count < 1000 || ImGui::CalcTextSize(all.c_str()).x <= width) {
    return all;
  }
  // From here on thousands would be rounded to "1000 k".
  const bool isMany = count >= 999'500;
  const double number = static_cast<double>(count) / (isMany ? 1e6 : 1e3);
  return fmt::format("{:.{}f} {}", number, number < 99.95 ? 1 : 0, isMany ? "M" : "k");
}

/// Draws the numbers of merges, and of splits by idea, since the start of the run; two a line, in the plot's colours.
void drawCounts(PanelContext& context) {
  const ReductionCounts& counts = context.snapshot->reduction.counts;
  const float start = ImGui::GetCursorPosX();
  const float half = ImGui::GetContentRegionAvail().x * 0.5f;
  int shown = 0;
  const auto entry = [&](std::string_view name, std::uint64_t count, SplitIdea idea, const std::string& help) {
    if (shown++ % 2 == 1) {
      ImGui::SameLine(start + half);
    }
    ImGui::BeginGroup();
    text("■", packed(colourOfIdea(idea)));
    ImGui::SameLine(0.0f, ImGui::GetFontSize() * 0.35f);
    text(name);
    ImGui::SameLine(0.0f, ImGui::GetFontSize() * 0.5f);
    const float column = start + (shown % 2 == 0 ? 2.0f : 1.0f) * half;
    const std::string fitting = countIn(count, column - ImGui::GetCursorPosX() - 0.7f * ImGui::GetFontSize());
    text(fitting, theme::kDim);
    ImGui::EndGroup();
    probe(context, fmt::format("reduction.count.{}", name));
    tooltip(fitting == grouped(count) ? help : fmt::format("{}\n{} in all.", help, grouped(count)));
  };
  entry("merges", counts.merges, SplitIdea::none, "Grains merged since the start.");
  for (std::size_t i = 1; i < kSplitIdeaCount; ++i) {
    const auto idea = static_cast<SplitIdea>(i);
    if (const std::uint64_t count = counts.splitsBy(idea); count > 0) {
      entry(kSplitIdeaNames[i], count, idea, splitsHelp(counts, idea));
    }
  }
}

void drawSplitAll(PanelContext& context) {
  const ReductionLevel& level = context.snapshot->reduction.level;
  const bool pending = pendingValue(context, "split_all").has_value();
  ImGui::BeginDisabled(pending || level.free == level.particles);
  if (ImGui::Button(pending ? "Splitting…" : "Split all", {ImGui::GetContentRegionAvail().x, 0.0f})) {
    markPending(context, "split_all", context.post(SplitAll{}), 1.0);
  }
  ImGui::EndDisabled();
  probe(context, "split_all");
  tooltip(level.free == level.particles ? "Nothing is merged now."
                                        : "Splits off every member in the next step; what stays at rest merges again.");
}

/// Draws the switch of a split detector. While the detector is on, its line opens to its parameters.
void drawDetector(PanelContext& context, const Detector& detector) {
  const ChoiceInfo& info = infoOf(detector.choice);
  const bool on = choiceOf(context.snapshot->scene.parameters, detector.choice) != 0;
  const std::optional<double> pending = pendingValue(context, info.name);
  const float start = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, pending ? theme::kWarn : on ? theme::kText : theme::kDim);
  const std::string label(info.label);
  const bool open = ImGui::TreeNodeEx(
      label.c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen | (on ? ImGuiTreeNodeFlags_None : ImGuiTreeNodeFlags_Leaf));
  ImGui::PopStyleColor();
  probe(context, fmt::format("part.{}", info.name));
  tooltip(fmt::format("{}\nSource: {}{}", info.meaning, info.source, on ? "\nClick for its numbers." : ""));
  const float labelWidth = ImGui::GetTreeNodeToLabelSpacing() + ImGui::CalcTextSize(label.c_str()).x;
  ImGui::SameLine(start + std::max(width * 0.6f, labelWidth + ImGui::GetStyle().ItemSpacing.x));
  drawChoiceButtons(context, info);
  if (on && open) {
    drawNumbers(context, detector.numbers);
  }
}

/// A folded list of parameters.
void drawLimits(PanelContext& context, const char* label, std::string_view name, const char* help,
                std::span<const ParameterKey> keys) {
  const bool isOpen = ImGui::TreeNodeEx(label, ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
  probe(context, name);
  tooltip(help);
  if (isOpen) {
    drawNumbers(context, keys);
  }
}

}  // namespace

void drawReductionPanel(PanelContext& context) {
  const bool on = context.snapshot->scene.parameters.reduction.merging == Switch::on;
  drawChoiceRow(context, ChoiceKey::merging, 0.6f);
  drawReductionPresets(context);
  if (on || context.snapshot->reduction.counts.merges > 0) {
    drawLevel(context);
    drawOracle(context);
    drawAsked(context);
    drawReductionPlot(context);
    drawCounts(context);
  }
  if (!on) {
    wrappedText(
        "Grains that move together can be merged and solved for as one. What splits them off again shows here "
        "while merging is on.",
        ImGui::GetContentRegionAvail().x, theme::kDim);
    return;
  }
  drawSplitAll(context);
  ImGui::Separator();
  drawLimits(context, "Merge limits", "part.merge_limits",
             "Relative motion at which grains merge, and for how long. Click for the numbers.", kMergeLimits);
  for (const Detector& detector : kDetectors) {
    drawDetector(context, detector);
  }
  drawLimits(context, "Published merge limits", "part.published_limits",
             "Merge limits in SI units, as published; a speed of 0: the merge speed. Click for the numbers.",
             kPublishedLimits);
}

}  // namespace scree
