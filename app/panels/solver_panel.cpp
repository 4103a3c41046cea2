#include <fmt/format.h>
#include <imgui.h>

#include <array>

#include "app/panels/panel.h"
#include "app/panels/widgets.h"

namespace scree {

namespace {

constexpr std::array<std::string_view, 3> kWarmStartLabels = {"off", "history", "model"};
constexpr std::array<std::string_view, 3> kWarmStartHelp = {
    "Every solve starts from zero multipliers.\nSource: plain projected Gauss-Seidel.",
    "Contacts that existed in the last step start from its multipliers times the factor beta.\nUsually 2 to 5 times "
    "fewer sweeps. Source: the paper on warm starting projected Gauss-Seidel.",
    "Contacts start from the force that the contact law predicts for their overlap.\nNeeds no memory of the last "
    "step. Source: the paper on warm starting projected Gauss-Seidel.",
};

/// Ends of a slider: what people use, inside what can be typed.
std::array<double, 2> sliderRange(const ParameterInfo& info) {
  switch (info.key) {
    case ParameterKey::timeStep:
      return {1e-5, 0.05};
    case ParameterKey::gravityX:
    case ParameterKey::gravityY:
    case ParameterKey::gravityZ:
      return {-20.0, 20.0};
    case ParameterKey::sweeps:
    case ParameterKey::impactSweeps:
      return {1.0, 5000.0};
    case ParameterKey::tolerance:
      return {0.0, 0.01};
    case ParameterKey::impactSpeed:
      return {0.0, 1.0};
    case ParameterKey::stabilisationSteps:
      return {0.5, 20.0};
    case ParameterKey::threads:
      return {1.0, 16.0};
    default:
      return {info.minimum, info.maximum};
  }
}

/// The one control that says what is in force: lit is what the last snapshot was computed with.
void drawWarmStart(PanelContext& context) {
  const WarmStart inForce = context.snapshot->parameters.warmStart;
  const std::optional<double> pending = pendingValue(context, "warm_start");
  text("Warm starting", pending ? theme::kWarn : theme::kText);
  if (pending) {
    ImGui::SameLine();
    text(fmt::format("{} from the next step", kWarmStartLabels[static_cast<std::size_t>(*pending)]), theme::kWarn);
  }
  if (const auto pressed =
          segmented(context, "warm_start", kWarmStartLabels, static_cast<int>(inForce), kWarmStartHelp)) {
    markPending(context, "warm_start", context.post(SetChoice{ChoiceKey::warmStart, *pressed}), *pressed);
  }
}

/// Shown only on request, so that the panel fits a small window.
bool isRare(ParameterKey key) {
  switch (key) {
    case ParameterKey::gravityX:
    case ParameterKey::gravityY:
    case ParameterKey::stabilisationSteps:
    case ParameterKey::regularisation:
    case ParameterKey::threads:
      return true;
    default:
      return false;
  }
}

void drawParameter(PanelContext& context, const ParameterInfo& info) {
  NumberSpec spec;
  spec.name = info.name;
  spec.label = info.label;
  spec.unit = info.unit;
  spec.help =
      fmt::format("{}\nUnit: {}. Range {} to {}.\nSource: {}", info.meaning, info.unit.empty() ? "a number" : info.unit,
                  quantity(info.minimum, "", 6), quantity(info.maximum, "", 6), info.source);
  spec.minimum = info.minimum;
  spec.maximum = info.maximum;
  spec.low = sliderRange(info)[0];
  spec.high = sliderRange(info)[1];
  spec.whole = info.whole;
  spec.logarithmic = info.logarithmic;
  const double initial = valueOf(context.scene.parameters, info.key);
  if (const auto wanted = numberRow(context, spec, valueOf(context.snapshot->parameters, info.key), initial)) {
    markPending(context, info.name, context.post(SetParameter{info.key, *wanted}), *wanted);
  }
}

}  // namespace

void drawSolverPanel(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  drawWarmStart(context);
  const std::size_t contacts = now.contacts;
  valueRow(context, "Warm contacts",
           contacts == 0
               ? "none"
               : fmt::format("{:.0f} %", 100.0 * static_cast<double>(now.matched) / static_cast<double>(contacts)),
           "Contacts of the last step that existed in the step before, so that history can warm start them.");
  ImGui::Separator();
  for (const ParameterInfo& info : parameterTable()) {
    if (!isRare(info.key)) {
      drawParameter(context, info);
    }
  }
  const bool more = ImGui::TreeNodeEx("More", ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
  probe(context, "solver.more");
  tooltip("Parameters that are seldom changed: gravity sideways, stabilisation, regularisation, threads.");
  for (const ParameterInfo& info : parameterTable()) {
    if (more && isRare(info.key)) {
      drawParameter(context, info);
    }
  }
}

}  // namespace scree
