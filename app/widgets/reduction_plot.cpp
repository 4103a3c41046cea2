#include "app/widgets/reduction_plot.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/widgets/event_text.h"
#include "app/widgets/explanation.h"

namespace scree {

namespace {

constexpr std::string_view kReductionHelp =
    "Above: reduction level h over the last 30 s of simulated time, and in teal the most that any method could reach, "
    "while a twin in full tells. Below: grains merged (up) and split off (down, in "
    "the colours of the causes) in each quarter of a second. The height of a bar grows with the logarithm of its "
    "number, "
    "so that a few splits show beside thousands of merges. Click a bar to list its events.\nSource: the counts of the "
    "snapshots.";

struct Box {
  ImVec2 low;
  ImVec2 high;
};

/// Places and scales of the two parts of the plot: reduction level and events.
struct Strip {
  Box level;
  Box events;
  double newest = 0.0;     ///< simulated time at the right edge [s]
  std::uint64_t most = 0;  ///< events of the longest bar

  float xOf(double time) const {
    const double part = 1.0 + (time - newest) / ReductionHistory::kSpan;
    return level.low.x + static_cast<float>(std::clamp(part, 0.0, 1.0)) * (level.high.x - level.low.x);
  }
  float yOf(double part) const { return level.high.y - static_cast<float>(part) * (level.high.y - level.low.y); }
  float middle() const { return std::round((events.low.y + events.high.y) * 0.5f); }
  /// Length of the bar of `count` events [px], by the logarithm of the count.
  float lengthOf(std::uint64_t count) const {
    const double part = std::log1p(static_cast<double>(count)) / std::log1p(static_cast<double>(most));
    return count == 0 ? 0.0f
                      : std::max(1.0f, static_cast<float>(part) * ((events.high.y - events.low.y) * 0.5f - 2.0f));
  }
};

void drawLevel(ImDrawList& list, const Strip& strip, const std::deque<ReductionHistory::Bin>& bins) {
  list.AddRectFilled(strip.level.low, strip.level.high, theme::kGround, 3.0f);
  const float font = ImGui::GetFontSize();
  for (const int percent : {0, 50, 100}) {
    const float y = std::round(strip.yOf(percent / 100.0));
    list.AddLine({strip.level.low.x, y}, {strip.level.high.x, y}, theme::kGrid);
    const std::string label = percent == 100 ? "100 %" : std::to_string(percent);
    list.AddText({strip.level.low.x - ImGui::CalcTextSize(label.c_str()).x - 4.0f, y - font * 0.5f}, theme::kDim,
                 label.c_str());
  }
  std::vector<ImVec2> points;
  for (const ReductionHistory::Bin& bin : bins) {
    points.emplace_back(strip.xOf(std::min(bin.start() + ReductionHistory::kBin, strip.newest)), strip.yOf(bin.level));
  }
  for (std::size_t i = 1; i < points.size(); ++i) {
    // The filled area stands for the part of the grains that the solver is spared.
    const std::array<ImVec2, 4> under = {points[i - 1], points[i], ImVec2(points[i].x, strip.level.high.y),
                                         ImVec2(points[i - 1].x, strip.level.high.y)};
    list.AddConvexPolyFilled(under.data(), static_cast<int>(under.size()), theme::kUnder);
  }
  list.AddPolyline(points.data(), static_cast<int>(points.size()), theme::kAccent, ImDrawFlags_None, 1.8f);
}

/// Draws the oracle's level between neighbouring bins in which it is known.
void drawOracle(ImDrawList& list, const Strip& strip, const std::deque<ReductionHistory::Bin>& bins) {
  const auto pointOf = [&](const ReductionHistory::Bin& bin) {
    return ImVec2(strip.xOf(std::min(bin.start() + ReductionHistory::kBin, strip.newest)), strip.yOf(*bin.oracle));
  };
  for (std::size_t i = 1; i < bins.size(); ++i) {
    if (bins[i - 1].oracle && bins[i].oracle) {
      list.AddLine(pointOf(bins[i - 1]), pointOf(bins[i]), theme::kTeal, 1.4f);
    }
  }
}

void drawEvents(ImDrawList& list, const Strip& strip, const std::deque<ReductionHistory::Bin>& bins) {
  list.AddRectFilled(strip.events.low, strip.events.high, theme::kGround, 3.0f);
  double before = bins.empty() ? 0.0 : bins.front().start();
  for (const ReductionHistory::Bin& bin : bins) {
    // In a fast run not every bin has a snapshot: a bar is as wide as the time since the bin before it.
    const float left = std::floor(strip.xOf(before));
    before = bin.start() + ReductionHistory::kBin;
    const float right = std::max(left + 1.0f, std::floor(strip.xOf(bin.start() + ReductionHistory::kBin)));
    list.AddRectFilled({left, strip.middle() - strip.lengthOf(bin.events.merges)}, {right, strip.middle()},
                       packed(colourOfIdea(SplitIdea::none)));
    const std::uint64_t all = bin.splits();
    float y = strip.middle() + 1.0f;
    for (std::size_t i = 1; i < kSplitIdeaCount && all > 0; ++i) {
      const auto idea = static_cast<SplitIdea>(i);
      const float part = static_cast<float>(bin.events.splitsBy(idea)) / static_cast<float>(all);
      const float end = y + part * strip.lengthOf(all);
      list.AddRectFilled({left, y}, {right, end}, packed(colourOfIdea(idea)));
      y = end;
    }
  }
  list.AddLine({strip.events.low.x, strip.middle()}, {strip.events.high.x, strip.middle()}, theme::kGrid);
}

std::string describe(const ReductionHistory::Bin& bin) {
  std::string shown = fmt::format("{:.1f} s: h {:.1f} %, {} merged, {} split off", bin.start(), 100.0 * bin.level,
                                  grouped(bin.events.merges), grouped(bin.splits()));
  if (bin.oracle) {
    shown += fmt::format("\noracle's h {:.1f} %", 100.0 * *bin.oracle);
  }
  return shown + linesOfSplits(bin.events);
}

/// Finds the bin under the pointer and draws a line through the pointer; null if there is none.
const ReductionHistory::Bin* pointedAt(ImDrawList& list, const Strip& strip,
                                       const std::deque<ReductionHistory::Bin>& bins) {
  const float x = ImGui::GetMousePos().x;
  for (const ReductionHistory::Bin& bin : bins) {
    if (x >= strip.xOf(bin.start()) && x < strip.xOf(bin.start() + ReductionHistory::kBin)) {
      list.AddLine({x, strip.level.low.y}, {x, strip.events.high.y}, theme::kCursor);
      return &bin;
    }
  }
  return nullptr;
}

}  // namespace

void drawReductionPlot(PanelContext& context) {
  const std::deque<ReductionHistory::Bin>& bins = context.memory.reductionHistory.bins();
  const float font = ImGui::GetFontSize();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, font * 8.4f);
  const bool clicked = ImGui::InvisibleButton("reduction_plot", size);
  probe(context, "reduction_plot");
  const bool hovered = ImGui::IsItemHovered();
  const float left = origin.x + ImGui::CalcTextSize("merged").x + 5.0f;
  const float right = origin.x + size.x - 1.0f;
  Strip strip;
  strip.level = {{left, origin.y + font * 0.5f}, {right, origin.y + font * 4.1f}};
  strip.events = {{left, strip.level.high.y + font * 0.4f}, {right, origin.y + font * 7.1f}};
  // The end of the newest bin is at the right edge even if the bin is not full, so that nothing is cut off.
  strip.newest = (bins.empty() ? 0.0 : bins.back().start()) + ReductionHistory::kBin;
  for (const ReductionHistory::Bin& bin : bins) {
    strip.most = std::max({strip.most, bin.events.merges, bin.splits()});
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  context.probes.record("reduction_plot.strip",
                        {strip.level.low.x, strip.level.low.y, strip.level.high.x, strip.events.high.y});
  drawLevel(list, strip, bins);
  drawOracle(list, strip, bins);
  drawEvents(list, strip, bins);
  const float below = strip.events.high.y + 2.0f;
  list.AddText({left, below}, theme::kDim, "30 s ago");
  list.AddText({right - ImGui::CalcTextSize("now").x, below}, theme::kDim, "now");
  const std::string_view up = "merged";
  const std::string_view down = "split";
  list.AddText({left - ImGui::CalcTextSize(up.data()).x - 4.0f, strip.events.low.y}, theme::kDim, up.data());
  list.AddText({left - ImGui::CalcTextSize(down.data()).x - 4.0f, strip.events.high.y - font}, theme::kDim,
               down.data());
  const ReductionHistory::Bin* bin = hovered ? pointedAt(list, strip, bins) : nullptr;
  tooltip(bin == nullptr ? std::string(kReductionHelp) : describe(*bin));
  if (clicked && bin != nullptr) {
    context.memory.listedEvents = ListedEvents{context.snapshot->run.events, bin->firstEvent, bin->endEvent};
  }
  drawListedEvents(context);
}

}  // namespace scree
