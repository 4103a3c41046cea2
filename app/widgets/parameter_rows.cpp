#include "app/widgets/parameter_rows.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "engine/base/processors.h"

namespace scree {

namespace {

/// Ends of a parameter's slider: the usual values, within the range that can be typed.
std::array<double, 2> sliderRange(const ParameterInfo& info) {
  switch (info.key) {
    case ParameterKey::timeStep:
      return {1e-5, 0.05};
    case ParameterKey::gravityX:
    case ParameterKey::gravityY:
    case ParameterKey::gravityZ:
      return {-20.0, 20.0};
    case ParameterKey::substeps:
    case ParameterKey::mostSubsteps:
      return {1.0, 32.0};
    case ParameterKey::sweeps:
    case ParameterKey::impactSweeps:
      return {1.0, 5000.0};
    case ParameterKey::tolerance:
    case ParameterKey::restTolerance:
      return {0.0, 0.01};
    case ParameterKey::warmStartSpeed:
      return {1e-3, 10.0};
    case ParameterKey::impactSpeed:
      return {0.0, 1.0};
    case ParameterKey::collisionTime:
      return {0.0, 0.01};
    case ParameterKey::stabilisationSteps:
      return {0.5, 20.0};
    case ParameterKey::threads:
      return {0.0, std::max(2.0, static_cast<double>(processors()))};
    case ParameterKey::mergeNormalIn:
    case ParameterKey::mergeNormalOut:
    case ParameterKey::mergeTangential:
    case ParameterKey::mergeSpeed:
      return {0.0, 0.1};
    case ParameterKey::splitSpeed:
      return {0.0, 0.3};
    case ParameterKey::mergeTime:
    case ParameterKey::waitTime:
      return {0.0, 10.0};
    case ParameterKey::balance:
      return {0.01, 1.0};
    case ParameterKey::bearing:
      return {0.02, 10.0};
    case ParameterKey::mergeRolling:
    case ParameterKey::contactRolling:
      return {0.0, 20.0};
    case ParameterKey::mergeNormalAcceleration:
    case ParameterKey::mergeTangentialAcceleration:
      return {0.0, 100.0};
    case ParameterKey::mergeRollingAcceleration:
      return {0.0, 1e4};
    case ParameterKey::mergeWindow:
      return {1.0, 30.0};
    case ParameterKey::smallestFloating:
      return {0.0, 10000.0};
    case ParameterKey::impactDepth:
      return {0.0, 10.0};
    case ParameterKey::contactNormalIn:
    case ParameterKey::contactNormalOut:
    case ParameterKey::contactTangential:
    case ParameterKey::trialNormalIn:
    case ParameterKey::trialNormalOut:
    case ParameterKey::trialTangential:
    case ParameterKey::trialForce:
    case ParameterKey::trialTorque:
      return {0.0, 1.0};
    case ParameterKey::contactDepth:
      return {1.0, 6.0};
    case ParameterKey::trialSweeps:
      return {1.0, 500.0};
    case ParameterKey::auditTime:
      return {0.3, 300.0};
    case ParameterKey::loadChange:
      return {1e-3, 1.0};
    default:
      return {info.minimum, info.maximum};
  }
}

std::string helpOf(const ParameterInfo& info) {
  return fmt::format("{}\nUnit: {}. Range {} to {}.\nSource: {}", info.meaning,
                     info.unit.empty() ? "a number" : info.unit, quantity(info.minimum, "", 6),
                     quantity(info.maximum, "", 6), info.source);
}

/// Lines of a tooltip that say why a setting has no effect now; empty without a reason.
std::string unusedText(std::string_view why) {
  return why.empty() ? std::string() : fmt::format("\nNot used now: {}.", why);
}

}  // namespace

int processors() {
  static const int usable = usableProcessors();  // kept: the query reads files, and every frame needs it
  return usable;
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
  if (info.key == ParameterKey::collisionTime) {
    spec.zero = "of the material";
  }
  return spec;
}

void drawParameter(PanelContext& context, ParameterKey key, const NumberSpec& spec) {
  const double initial = valueOf(context.scene.parameters, key);
  if (const auto wanted = numberRow(context, spec, valueOf(context.snapshot->scene.parameters, key), initial)) {
    markPending(context, spec.name, context.post(SetParameter{key, *wanted}), *wanted);
  }
}

void drawParameter(PanelContext& context, ParameterKey key, NumberSpec spec, std::string_view why) {
  spec.help += unusedText(why);
  ImGui::BeginDisabled(!why.empty());
  drawParameter(context, key, spec);
  ImGui::EndDisabled();
}

void drawParameter(PanelContext& context, ParameterKey key) { drawParameter(context, key, specOf(infoOf(key))); }

void drawTitle(PanelContext& context, std::string_view title, std::string_view pending, const std::string& remark,
               std::string_view name, std::string_view help) {
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  const float start = ImGui::GetCursorPosX();
  text(title, pending.empty() ? theme::kText : theme::kWarn);
  tooltip(help);
  const float room = right - start - ImGui::GetItemRectSize().x - ImGui::GetStyle().ItemSpacing.x;
  const std::string shown = elided(pending.empty() ? remark : fmt::format("{} from the next step", pending), room);
  ImGui::SameLine(right - ImGui::CalcTextSize(shown.c_str()).x);
  text(shown, pending.empty() ? theme::kDim : theme::kWarn);
  probe(context, name);
  tooltip(help);
}

void drawChoiceButtons(PanelContext& context, const ChoiceInfo& info, std::string_view why) {
  std::vector<std::string> texts;
  Segments segments;
  for (const ChoiceValue& value : info.values) {
    segments.labels.push_back(value.name);
    texts.push_back(fmt::format("{}\nSource: {}{}", value.meaning, info.source, unusedText(why)));
  }
  segments.help.assign(texts.begin(), texts.end());
  const int inForce = choiceOf(context.snapshot->scene.parameters, info.key);
  ImGui::BeginDisabled(!why.empty());
  if (const auto pressed = segmented(context, info.name, segments.labels, inForce, segments.help)) {
    markPending(context, info.name, context.post(SetChoice{info.key, *pressed}), *pressed);
  }
  ImGui::EndDisabled();
}

void drawChoiceRow(PanelContext& context, ChoiceKey key, float labelPart, std::string_view why) {
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
  ImGui::SameLine(start + std::max(width * labelPart, ImGui::GetItemRectSize().x + ImGui::GetStyle().ItemSpacing.x));
  drawChoiceButtons(context, info, why);
}

}  // namespace scree
