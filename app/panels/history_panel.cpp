#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/panels/panel.h"
#include "app/widgets/widgets.h"
#include "engine/base/machine_memory.h"

namespace scree {

namespace {

constexpr double kMegabyte = 1024.0 * 1024.0;

std::string megabytes(std::size_t bytes) {
  const double size = static_cast<double>(bytes) / kMegabyte;
  return size < 10.0 ? fmt::format("{:.1f}", size) : fmt::format("{:.0f}", size);
}

void drawBudget(PanelContext& context, const Timeline& timeline) {
  const std::size_t machine = machineMemory();
  const double most = machine > 0 ? std::max(64.0, std::floor(static_cast<double>(machine) / kMegabyte)) : 1048576.0;
  const NumberSpec spec{.name = "history_budget",
                        .label = "Memory",
                        .unit = "MB",
                        .help =
                            "Memory for states to go back to [MB]. With less of it they are sparser, and going "
                            "back means more steps again; nothing of the run is lost. At most this machine's own.",
                        .minimum = 1.0,
                        .maximum = most,
                        .low = 16.0,
                        .high = std::min(16384.0, most),
                        .whole = true,
                        .logarithmic = true,
                        .initialName = "the usual"};
  const double inForce = std::round(static_cast<double>(timeline.budget) / kMegabyte);
  if (const auto wanted = numberRow(context, spec, inForce, kDefaultHistoryMegabytes)) {
    const auto bytes = static_cast<std::size_t>(*wanted * kMegabyte);
    markPending(context, spec.name, context.post(SetHistoryBudget{bytes}), *wanted);
  }
}

}  // namespace

void drawHistoryPanel(PanelContext& context) {
  const Timeline& timeline = context.snapshot->run.timeline;
  valueRow(context, "Run held",
           fmt::format("{:.2f} s, {}", timeline.last.time - timeline.first.time,
                       counted(timeline.last.step - timeline.first.step, "step")),
           "Simulated time that can be gone back to: all of it since the scene was opened or restarted.");
  valueRow(context, "States",
           fmt::format("{} in {} of {} MB", timeline.states, megabytes(timeline.bytes), megabytes(timeline.budget)),
           "Complete states kept: any step is reached by stepping again from the last one before it. They are dense "
           "near the step shown and sparse far from it. The first one stays whatever the limit.");
  valueRow(context, "Cost", fmt::format("{:.1f} % of stepping", 100.0 * timeline.saveShare),
           "Time for keeping states over the time for steps; how often one is kept follows from what it costs.",
           timeline.saveShare > 0.03 ? theme::kWarn : theme::kText);
  valueRow(context, "Changes", grouped(timeline.commands->size()),
           "Commands logged: parameters, presets, split sensors, speeds of drives.");
  drawBudget(context, timeline);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float half = (ImGui::GetContentRegionAvail().x - gap) / 2.0f;
  actionButton(context, "save_recording", "Save recording…", half);
  ImGui::SameLine();
  actionButton(context, "loop", "Loop", half, timeline.loop);
  if (timeline.diverged) {
    wrappedText(fmt::format("The replay differs from what was recorded, first after step {} ({:.3f} s).",
                            grouped(timeline.diverged->step), timeline.diverged->time),
                ImGui::GetContentRegionAvail().x, theme::kBad);
    probe(context, "history.diverged");
    tooltip("Another version of Scree, or another kind of processor, may compute other bits.");
  }
}

}  // namespace scree
