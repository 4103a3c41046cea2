#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include "app/panels/panel.h"
#include "app/panels/widgets.h"

namespace scree {

namespace {

/// What the panel shows in its own order; all other parameters follow under "More".
constexpr std::array<ParameterKey, 11> kPlaced = {
    ParameterKey::warmStartFactor, ParameterKey::warmStartSpeed, ParameterKey::warmStartFloor, ParameterKey::substeps,
    ParameterKey::sweeps,          ParameterKey::tolerance,      ParameterKey::threads,        ParameterKey::timeStep,
    ParameterKey::impactSweeps,    ParameterKey::impactSpeed,    ParameterKey::gravityZ};

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

/// Ends of a slider: what people use, inside what can be typed.
std::array<double, 2> sliderRange(const ParameterInfo& info) {
  switch (info.key) {
    case ParameterKey::timeStep:
      return {1e-5, 0.05};
    case ParameterKey::gravityX:
    case ParameterKey::gravityY:
    case ParameterKey::gravityZ:
      return {-20.0, 20.0};
    case ParameterKey::substeps:
      return {1.0, 32.0};
    case ParameterKey::sweeps:
    case ParameterKey::impactSweeps:
      return {1.0, 5000.0};
    case ParameterKey::tolerance:
      return {0.0, 0.01};
    case ParameterKey::warmStartSpeed:
      return {1e-3, 10.0};
    case ParameterKey::impactSpeed:
      return {0.0, 1.0};
    case ParameterKey::stabilisationSteps:
      return {0.5, 20.0};
    case ParameterKey::threads:
      return {1.0, std::max(2.0, static_cast<double>(processors()))};
    default:
      return {info.minimum, info.maximum};
  }
}

std::string helpOf(const ParameterInfo& info) {
  return fmt::format("{}\nUnit: {}. Range {} to {}.\nSource: {}", info.meaning,
                     info.unit.empty() ? "a number" : info.unit, quantity(info.minimum, "", 6),
                     quantity(info.maximum, "", 6), info.source);
}

NumberSpec specOf(const ParameterInfo& info) {
  NumberSpec spec;
  spec.name = info.name;
  spec.label = info.label;
  spec.unit = info.unit;
  spec.help = helpOf(info);
  spec.minimum = info.minimum;
  spec.maximum = info.maximum;
  spec.low = sliderRange(info)[0];
  spec.high = sliderRange(info)[1];
  spec.whole = info.whole;
  spec.logarithmic = info.logarithmic;
  return spec;
}

void drawParameter(PanelContext& context, ParameterKey key, const NumberSpec& spec) {
  const double initial = valueOf(context.scene.parameters, key);
  if (const auto wanted = numberRow(context, spec, valueOf(context.snapshot->parameters, key), initial)) {
    markPending(context, spec.name, context.post(SetParameter{key, *wanted}), *wanted);
  }
}

void drawParameter(PanelContext& context, ParameterKey key) { drawParameter(context, key, specOf(infoOf(key))); }

/// A title over a row of buttons: what was asked for and is not yet in force, else a remark at the right.
void drawTitle(PanelContext& context, std::string_view title, std::string_view pending, const std::string& remark,
               std::string_view name, std::string_view help) {
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  text(title, pending.empty() ? theme::kText : theme::kWarn);
  tooltip(help);
  const std::string shown = pending.empty() ? remark : fmt::format("{} from the next step", pending);
  ImGui::SameLine(right - ImGui::CalcTextSize(shown.c_str()).x);
  text(shown, pending.empty() ? theme::kDim : theme::kWarn);
  probe(context, name);
  tooltip(help);
}

struct Segments {
  std::vector<std::string_view> labels;
  std::vector<std::string_view> help;
};

void drawPresets(PanelContext& context) {
  Segments segments;
  for (const PresetInfo& info : presetTable()) {
    segments.labels.push_back(info.name);
    segments.help.push_back(info.meaning);
  }
  const std::optional<Preset> inForce = presetOf(context.snapshot->parameters);
  const std::optional<double> pending = pendingValue(context, "preset");
  drawTitle(context, "Preset", pending ? segments.labels[static_cast<std::size_t>(*pending)] : "",
            inForce ? "" : "custom", "preset.custom",
            "Settings of the solver that belong together: method, substeps, sweeps, tolerance, warm start and impacts. "
            "Custom: those in force are of no preset. The time step is not part of it.");
  if (const auto pressed =
          segmented(context, "preset", segments.labels, inForce ? static_cast<int>(*inForce) : -1, segments.help)) {
    markPending(context, "preset", context.post(SetPreset{presetTable()[static_cast<std::size_t>(*pressed)].preset}),
                *pressed);
  }
}

/// Buttons for the values of a choice; lit is what the last snapshot was computed with.
void drawChoiceButtons(PanelContext& context, const ChoiceInfo& info) {
  std::vector<std::string> texts;
  Segments segments;
  for (const ChoiceValue& value : info.values) {
    segments.labels.push_back(value.name);
    texts.push_back(fmt::format("{}\nSource: {}", value.meaning, info.source));
  }
  segments.help.assign(texts.begin(), texts.end());
  const int inForce = choiceOf(context.snapshot->parameters, info.key);
  if (const auto pressed = segmented(context, info.name, segments.labels, inForce, segments.help)) {
    markPending(context, info.name, context.post(SetChoice{info.key, *pressed}), *pressed);
  }
}

/// Label and buttons on one line.
void drawChoiceRow(PanelContext& context, ChoiceKey key) {
  const ChoiceInfo& info = infoOf(key);
  const std::optional<double> pending = pendingValue(context, info.name);
  const float start = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::AlignTextToFramePadding();
  text(info.label, pending ? theme::kWarn : theme::kText);
  tooltip(fmt::format("{}{}", info.meaning,
                      pending ? fmt::format("\nAsked for: {}; in force from the next step.",
                                            info.values[static_cast<std::size_t>(*pending)].name)
                              : ""));
  ImGui::SameLine(start + width * 0.3f);
  drawChoiceButtons(context, info);
}

void drawWarmStart(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const ChoiceInfo& info = infoOf(ChoiceKey::warmStart);
  const std::optional<double> pending = pendingValue(context, info.name);
  const double share = now.contacts == 0 ? 0.0 : static_cast<double>(now.matched) / static_cast<double>(now.contacts);
  drawTitle(context, info.label, pending ? info.values[static_cast<std::size_t>(*pending)].name : "",
            now.contacts == 0 ? "no contacts" : fmt::format("{:.0f} % known", 100.0 * share), "warm_contacts",
            "What a solve starts from; the key W turns it off and on. At the right the contacts of the last step that "
            "existed in the step before, so that they have multipliers to start from.");
  drawChoiceButtons(context, info);
  // A mode's own numbers, and none that do nothing.
  if (now.parameters.warmStart == WarmStart::history) {
    NumberSpec factor = specOf(infoOf(ParameterKey::warmStartFactor));
    factor.label = "Factor β";
    drawParameter(context, ParameterKey::warmStartFactor, factor);
  } else if (now.parameters.warmStart == WarmStart::adaptive) {
    NumberSpec speed = specOf(infoOf(ParameterKey::warmStartSpeed));
    speed.label = "Speed";
    drawParameter(context, ParameterKey::warmStartSpeed, speed);
    NumberSpec floor = specOf(infoOf(ParameterKey::warmStartFloor));
    floor.label = "Floor";
    drawParameter(context, ParameterKey::warmStartFloor, floor);
  }
}

/// With a tolerance the sweeps are only a limit, and how many were needed is what one wants to know.
void drawSweeps(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const bool isLimit = now.parameters.tolerance > 0.0;
  drawParameter(context, ParameterKey::substeps);
  NumberSpec sweeps = specOf(infoOf(ParameterKey::sweeps));
  if (isLimit) {
    sweeps.label = "Sweeps, at most";
  }
  drawParameter(context, ParameterKey::sweeps, sweeps);
  NumberSpec tolerance = specOf(infoOf(ParameterKey::tolerance));
  tolerance.label = "or tolerance";
  drawParameter(context, ParameterKey::tolerance, tolerance);
  if (isLimit) {
    valueRow(context, "Sweeps used",
             fmt::format("{} in the last step", grouped(static_cast<std::uint64_t>(now.sweepsUsed))),
             "Sweeps of the continuous stage until every kind of row moved less than the tolerance, or the limit was "
             "reached.");
  }
}

void drawThreads(PanelContext& context) {
  NumberSpec threads = specOf(infoOf(ParameterKey::threads));
  threads.unit = fmt::format("of {}", processors());
  threads.help += fmt::format("\nThis machine has {}.", counted(static_cast<std::uint64_t>(processors()), "processor"));
  drawParameter(context, ParameterKey::threads, threads);
}

void drawImpacts(PanelContext& context) {
  drawChoiceRow(context, ChoiceKey::impacts);
  const bool joined = context.snapshot->parameters.impacts == Impacts::joined;
  NumberSpec sweeps = specOf(infoOf(ParameterKey::impactSweeps));
  if (joined) {
    sweeps.help += "\nNot used while impacts are joined to the continuous solve.";
  }
  ImGui::BeginDisabled(joined);
  drawParameter(context, ParameterKey::impactSweeps, sweeps);
  ImGui::EndDisabled();
  drawParameter(context, ParameterKey::impactSpeed);
}

}  // namespace

void drawSolverPanel(PanelContext& context) {
  drawPresets(context);
  drawWarmStart(context);
  ImGui::Separator();
  drawChoiceRow(context, ChoiceKey::method);
  drawSweeps(context);
  drawThreads(context);
  drawParameter(context, ParameterKey::timeStep);
  drawImpacts(context);
  drawParameter(context, ParameterKey::gravityZ);
  const bool more = ImGui::TreeNodeEx("More", ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
  probe(context, "solver.more");
  tooltip("Parameters that are seldom changed.");
  for (const ParameterInfo& info : parameterTable()) {
    if (more && std::find(kPlaced.begin(), kPlaced.end(), info.key) == kPlaced.end()) {
      drawParameter(context, info.key);
    }
  }
}

}  // namespace scree
