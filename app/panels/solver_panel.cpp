#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/panels/panel.h"
#include "app/widgets/parameter_rows.h"
#include "engine/settings/settings_constants.h"
#include "engine/settings/substeps_needed.h"

namespace scree {

namespace {

/// Parameters with a place of their own in the panel; all others are under "More".
constexpr std::array<ParameterKey, 12> kPlaced = {
    ParameterKey::warmStartFactor, ParameterKey::warmStartSpeed, ParameterKey::warmStartFloor, ParameterKey::substeps,
    ParameterKey::sweeps,          ParameterKey::tolerance,      ParameterKey::restTolerance,  ParameterKey::threads,
    ParameterKey::timeStep,        ParameterKey::impactSweeps,   ParameterKey::impactSpeed,    ParameterKey::gravityZ};

constexpr float kTitlePart = 0.38f;  // of the width, for the title beside the published presets

/// Draws the published presets beside the title and the own ones below: all of them do not fit in a line.
void drawPresets(PanelContext& context) {
  constexpr std::size_t kPublished = 2;
  Segments segments;
  for (const PresetInfo& info : presetTable()) {
    segments.labels.push_back(info.name);
    segments.help.push_back(info.meaning);
  }
  const std::span<const std::string_view> labels = segments.labels;
  const std::span<const std::string_view> help = segments.help;
  const std::optional<Preset> inForce = presetOf(context.snapshot->scene.parameters);
  const int current = inForce ? static_cast<int>(*inForce) : -1;
  const bool isPending = pendingValue(context, "preset").has_value();
  ImGui::AlignTextToFramePadding();
  text(isPending ? "from next step" : inForce ? "Preset" : "Custom", isPending ? theme::kWarn : theme::kText);
  probe(context, "preset.custom");
  tooltip(
      "Settings of the solver that belong together: method, substeps, sweeps, tolerances, warm start and impacts. "
      "Custom: those in force are of no preset. The time step is not part of it. Left: as published.");
  ImGui::SameLine(ImGui::GetCursorPosX() + kTitlePart * ImGui::GetContentRegionAvail().x);
  std::optional<int> pressed = segmented(context, "preset", labels.first(kPublished), current, help.first(kPublished));
  const auto own = static_cast<int>(kPublished);
  if (const auto other =
          segmented(context, "preset", labels.subspan(kPublished), current - own, help.subspan(kPublished))) {
    pressed = *other + own;
  }
  if (pressed) {
    const Preset preset = presetTable()[static_cast<std::size_t>(*pressed)].preset;
    markPending(context, "preset", context.post(SetPreset{preset}), *pressed);
  }
}

/// Reason why settings of solves have no effect; empty if they have.
std::string_view whyNothingIsSolved(const Snapshot& now) {
  return now.scene.parameters.method == Method::smooth
             ? "the method smooth solves nothing, springs and dashpots act at the contacts"
             : "";
}

void drawWarmStart(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const ChoiceInfo& info = infoOf(ChoiceKey::warmStart);
  const std::optional<double> pending = pendingValue(context, info.name);
  const double share = now.solver.contacts == 0
                           ? 0.0
                           : static_cast<double>(now.solver.matched) / static_cast<double>(now.solver.contacts);
  const std::string_view why = whyNothingIsSolved(now);
  const std::string known = now.solver.contacts == 0 ? "no contacts" : fmt::format("{:.0f} % known", 100.0 * share);
  drawTitle(context, info.label, pending ? info.values[static_cast<std::size_t>(*pending)].name : "",
            why.empty() ? known : "not used", "warm_contacts",
            "What a solve starts from; the key W turns it off and on. At the right the contacts of the last step that "
            "existed in the step before, so that they have multipliers to start from.");
  drawChoiceButtons(context, info, why);
  // Rows of other warm starts stay, grey, so that nothing below moves when another one is chosen.
  const auto row = [&](ParameterKey key, const char* label, WarmStart user, std::string_view unused) {
    NumberSpec spec = specOf(infoOf(key));
    spec.label = label;
    const bool isUsed = now.scene.parameters.warmStart == user;
    drawParameter(context, key, spec, !why.empty() ? why : isUsed ? std::string_view() : unused);
  };
  row(ParameterKey::warmStartFactor, "Factor β", WarmStart::history, "only the warm start history has it");
  row(ParameterKey::warmStartSpeed, "Fades at", WarmStart::adaptive, "only the warm start adaptive has it");
  row(ParameterKey::warmStartFloor, "At least", WarmStart::adaptive, "only the warm start adaptive has it");
}

/// Reason why the rest tolerance has no effect in this world; empty if it has.
std::string whyNothingRests(const Snapshot& now) {
  const Parameters& p = now.scene.parameters;
  const bool hasDynamic =
      std::ranges::any_of(now.scene.bodies, [](const SnapshotBody& body) { return body.mass > 0.0; });
  if (p.method != Method::pgs) {
    return "only the method pgs has it";
  }
  if (p.tolerance > 0.0) {
    return "the tolerance takes its place";
  }
  if (p.reduction.merging == Switch::on) {
    return "merging takes out what rests";
  }
  if (p.impacts == Impacts::stage) {
    return "impacts have a stage of their own";
  }
  if (hasDynamic) {
    return "forces move bodies here";
  }
  return now.solver.contacts < settings::kWorthResting
             ? fmt::format("fewer than {} contacts cost nothing", settings::kWorthResting)
             : "";
}

/// Draws the substeps of the last step, where they are more than chosen or fewer than stiff contacts need.
void drawSubstepsUsed(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const Parameters& p = now.scene.parameters;
  if (p.method == Method::smooth) {
    valueRow(context, "Substeps used", grouped(static_cast<std::uint64_t>(now.solver.substeps)),
             "Substeps of the last step: as short as the stiffest contact of the lightest grains needs.");
    return;
  }
  const double stiffness = p.timeStep * p.timeStep * now.solver.stiffness;
  const double needed = substepsNeeded(stiffness, p.sweeps);
  const bool tooFew = p.warmStart != WarmStart::off && needed > now.solver.substeps;
  if (!tooFew && now.solver.substeps <= p.substeps) {
    return;
  }
  valueRow(
      context, "Substeps used",
      fmt::format("{}{}", now.solver.substeps, tooFew ? fmt::format(", stiff: {:.0f}", std::ceil(needed)) : ""),
      fmt::format(
          "Substeps of the last step. The mean contact has k Δt²/m = {:.3g}; with {} sweeps from a warm start, deep "
          "beds are sure to come to rest with {:.0f}.",
          stiffness, p.sweeps, std::ceil(std::max(1.0, needed))));
}

/// Draws the parameters of substeps, sweeps and tolerances. With a tolerance the number of sweeps is only a limit; the
/// sweeps used are then shown too.
void drawSweeps(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const std::string_view unsolved = whyNothingIsSolved(now);
  const std::string why = unsolved.empty() ? whyNothingRests(now) : std::string(unsolved);
  const bool isLimit = unsolved.empty() && (now.scene.parameters.tolerance > 0.0 ||
                                            (why.empty() && now.scene.parameters.restTolerance > 0.0));
  drawParameter(context, ParameterKey::substeps, specOf(infoOf(ParameterKey::substeps)), unsolved);
  NumberSpec sweeps = specOf(infoOf(ParameterKey::sweeps));
  if (isLimit) {
    sweeps.label = "Sweeps, at most";
  }
  drawParameter(context, ParameterKey::sweeps, sweeps, unsolved);
  NumberSpec tolerance = specOf(infoOf(ParameterKey::tolerance));
  tolerance.label = "or tolerance";
  drawParameter(context, ParameterKey::tolerance, tolerance, unsolved);
  drawParameter(context, ParameterKey::restTolerance, specOf(infoOf(ParameterKey::restTolerance)), why);
  if (isLimit) {
    valueRow(context, "Sweeps used",
             fmt::format("{:.1f} a contact, {} at most", now.solver.sweepsPerContact, now.solver.sweeps),
             "Sweeps of the continuous stage in the last step, all substeps together: the mean over the contacts, and "
             "where it took most of them.");
  }
  drawSubstepsUsed(context);
}

void drawThreads(PanelContext& context) {
  NumberSpec threads = specOf(infoOf(ParameterKey::threads));
  threads.unit = fmt::format("of {}", processors());
  threads.zero = fmt::format("auto: {}", context.snapshot->solver.threads);
  threads.help +=
      fmt::format("\nScree may use {} here.", counted(static_cast<std::uint64_t>(processors()), "processor"));
  drawParameter(context, ParameterKey::threads, threads);
}

void drawImpacts(PanelContext& context) {
  const std::string_view unsolved = whyNothingIsSolved(*context.snapshot);
  drawChoiceRow(context, ChoiceKey::impacts, kChoicePart, unsolved);
  const bool joined = context.snapshot->scene.parameters.impacts == Impacts::joined;
  drawParameter(context, ParameterKey::impactSweeps, specOf(infoOf(ParameterKey::impactSweeps)),
                !unsolved.empty() ? unsolved
                : joined          ? "impacts are joined to the continuous solve"
                                  : "");
  drawParameter(context, ParameterKey::impactSpeed, specOf(infoOf(ParameterKey::impactSpeed)), unsolved);
}

/// Reason why a seldom changed parameter has no effect; empty if it has.
std::string_view whyNotUsed(const Snapshot& now, ParameterKey key) {
  if (key == ParameterKey::collisionTime) {
    return now.scene.parameters.method == Method::smooth ? "" : "only the method smooth has it";
  }
  const bool isOfAll = key == ParameterKey::gravityX || key == ParameterKey::gravityY;
  return isOfAll ? std::string_view() : whyNothingIsSolved(now);
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
  drawChoiceRow(context, ChoiceKey::guard);
  const bool more = ImGui::TreeNodeEx("More", ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
  probe(context, "solver.more");
  tooltip("Parameters that are seldom changed.");
  for (const ParameterInfo& info : parameterTable()) {
    // Parameters of the reduction are in the Reduction panel.
    if (more && info.key < kFirstReductionKey && std::find(kPlaced.begin(), kPlaced.end(), info.key) == kPlaced.end()) {
      drawParameter(context, info.key, specOf(info), whyNotUsed(*context.snapshot, info.key));
    }
  }
}

}  // namespace scree
