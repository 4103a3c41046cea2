#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <vector>

#include "app/overlays/overlays.h"
#include "app/overlays/timeline_strip.h"
#include "app/ui_state/run_state.h"
#include "app/widgets/widgets.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

namespace {

struct HeadsUpItem {
  std::string_view name;  ///< name of the probe
  std::string shown;
  std::string help;
  ImU32 colour = theme::kText;
  int rank = 0;  ///< items of the highest rank are dropped first when there is no room
};

ImU32 stateColour(RunState state) {
  switch (state) {
    case RunState::playing:
      return theme::kGood;
    case RunState::paused:
      return theme::kAccent;
    default:
      return theme::kWarn;
  }
}

std::string ageText(double seconds) {
  return seconds < 1.0 ? fmt::format("{:.0f} ms old", seconds * 1e3) : fmt::format("{:.1f} s old", seconds);
}

HeadsUpItem recordItem(const RecordStatus& film) {
  const bool isRecording = film.state == RecordStatus::State::recording;
  std::string shown = fmt::format("{} {:.1f} s, {}", isRecording ? "● REC" : "finishing film", film.seconds,
                                  counted(film.frames, "frame"));
  if (film.dropped > 0) {
    shown += fmt::format(", {} dropped", grouped(film.dropped));
  }
  return {"hud.record", shown,
          "The film being made: its length [s], frames, and frames that repeat another one because drawing or encoding "
          "was too slow. Ctrl+R stops it. " +
              film.file,
          theme::kBad, 0};
}

std::vector<HeadsUpItem> itemsOf(const PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  std::vector<HeadsUpItem> items;
  items.push_back({"hud.state", std::string(stateText(context.run)),
                   "What was asked for; pausing takes effect at the end of the step.", stateColour(context.run), 0});
  if (const std::string past = pastText(context); !past.empty()) {
    items.push_back({"hud.past", past,
                     "An earlier time of this run. Playing repeats it as it was up to its end; a change, or Resume "
                     "from here, starts another run from there. Esc stops on the way.",
                     theme::kWarn, 0});
  }
  if (!now.run.guardFindings.empty()) {
    items.push_back({"hud.guard", "guard: not sound", "The guard: " + now.run.guardFindings.back(), theme::kBad, 0});
  }
  if (now.run.timeline.diverged) {
    items.push_back({"hud.diverged", fmt::format("replay differs from {:.2f} s on", now.run.timeline.diverged->time),
                     fmt::format("After step {} the state is not the one recorded. Another version of Scree, or "
                                 "another kind of processor, may compute other bits.",
                                 grouped(now.run.timeline.diverged->step)),
                     theme::kBad, 0});
  }
  items.push_back({"hud.rate", rateText(context), "Simulated seconds per second aimed at, in brackets what is reached.",
                   isBehind(context) ? theme::kWarn : theme::kText, 1});
  items.push_back({"hud.time", fmt::format("t {:.2f} s", now.run.time), "Simulated time [s].", theme::kText, 1});
  items.push_back({"hud.step", fmt::format("step {}", grouped(now.run.step)), "Steps taken.", theme::kText, 6});
  items.push_back({"hud.particles", counted(now.particles(), "grain"), "Particles in the world.", theme::kText, 2});
  items.push_back(
      {"hud.contacts", counted(now.solver.contacts, "contact"), "Contacts in the last step.", theme::kText, 4});
  if (now.scene.parameters.reduction.merging == Switch::on) {
    items.push_back(
        {"hud.reduction", fmt::format("h {:.0f} %", 100.0 * now.reduction.level.level()),
         fmt::format("Reduction level [%]: the part of the grains that need not be solved for; {} of {} are "
                     "merged. Source: Servin and Wang 2016.",
                     grouped(now.reduction.level.particles - now.reduction.level.free),
                     grouped(now.reduction.level.particles)),
         theme::kAccent, 0});
  }
  if (now.twin.snapshot != nullptr && now.twin.snapshot->steps > 0) {
    items.push_back({"hud.twin", fmt::format("{:.1f}x its twin", speedUp(*now.twin.snapshot)),
                     fmt::format("How many times faster this run is stepped than its twin ({}), over about a second; "
                                 "{:.2f} since the twin began.",
                                 twinName(now.twin.snapshot->choice), totalSpeedUp(*now.twin.snapshot)),
                     theme::kAccent, 1});
  }
  const ImU32 overlapColour = now.solver.meanOverlap > 0.02 ? theme::kWarn : theme::kText;
  items.push_back({"hud.overlap", fmt::format("overlap {:.2f} %", now.solver.meanOverlap * 100.0),
                   fmt::format("Mean overlap over contacts, <δ/d> [%]; the worst is {:.3g} %. Above 2 % more sweeps, a "
                               "smaller step or stiffer contacts are due. Source: the smooth and nonsmooth DEM paper.",
                               now.solver.worstOverlap * 100.0),
                   overlapColour, 2});
  if (!now.solver.residuals.empty()) {
    items.push_back({"hud.residual", fmt::format("residual {} m/s", scientific(now.solver.residuals.back().worstRms())),
                     fmt::format("Root mean square residual of the worst row kind after the last of {} sweeps [m/s]. "
                                 "Source: the projected Gauss-Seidel fixed point.",
                                 now.solver.sweeps),
                     theme::kText, 3});
  }
  if (now.run.step > 0) {
    items.push_back({"hud.step_time", fmt::format("{:.1f} ms/step", now.solver.smoothTimes.total() * 1e3),
                     "Wall time of a step, smoothed [ms].", theme::kDim, 7});
  }
  if (context.run != RunState::paused) {
    items.push_back({"hud.age", ageText(context.age), "Age of the picture: time since its state was complete.",
                     context.age > 0.5 ? theme::kWarn : theme::kDim, 5});
  }
  items.push_back({"hud.fps", fmt::format("{:.0f} fps", context.frame.perSecond),
                   "Frames drawn in the last second; none are drawn when nothing changes.", theme::kDim, 8});
  // Items that come and go stand at the end, so that the numbers stay in their places.
  if (context.longStep) {
    items.push_back({"hud.computing",
                     fmt::format("computing step {} ({:.1f} s)", grouped(*context.longStep), context.longStepSeconds),
                     "The step under way takes long; the view shows the last complete one. Pause and restart "
                     "interrupt nothing but the wait.",
                     theme::kWarn, 0});
  }
  if (context.recording.state != RecordStatus::State::idle) {
    items.push_back(recordItem(context.recording));
  }
  return items;
}

constexpr float kGapInFonts = 1.1f;

/// Width of an item [px], rounded up so that the line does not jump when digits come and go.
float widthOf(const HeadsUpItem& item) {
  const float grid = ImGui::GetFontSize() * (item.name == "hud.rate" ? 3.0f : 0.75f);
  return std::ceil(ImGui::CalcTextSize(item.shown.c_str()).x / grid) * grid;
}

void dropWhatDoesNotFit(std::vector<HeadsUpItem>& items, float room) {
  const auto total = [&] {
    float sum = 0.0f;
    for (const HeadsUpItem& item : items) {
      sum += widthOf(item) + kGapInFonts * ImGui::GetFontSize();
    }
    return sum;
  };
  while (items.size() > 1 && total() > room) {
    items.erase(std::max_element(items.begin(), items.end(),
                                 [](const HeadsUpItem& a, const HeadsUpItem& b) { return a.rank < b.rank; }));
  }
}

}  // namespace

float drawHeadsUp(PanelContext& context, float width) {
  const float font = ImGui::GetFontSize();
  const float height = std::round(font * 1.9f);
  const float gap = kGapInFonts * font;
  std::vector<HeadsUpItem> items = itemsOf(context);
  dropWhatDoesNotFit(items, width - gap);
  ImGui::SetNextWindowPos({0.0f, 0.0f});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {gap * 0.7f, (height - font) * 0.5f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0f, 1.0f});
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                 ImGuiWindowFlags_NoNav;
  ImGui::Begin("##heads_up", nullptr, flags);
  float x = gap * 0.7f;
  for (const HeadsUpItem& item : items) {
    ImGui::SetCursorPosX(x);
    text(elided(item.shown, width - x - gap * 0.7f), item.colour);
    probe(context, item.name);
    tooltip(item.help);
    x += widthOf(item) + gap;
    ImGui::SameLine();
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
  return height;
}

}  // namespace scree
