#include "app/overlays/timeline_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "app/ui_state/level_summary.h"
#include "app/widgets/event_text.h"
#include "app/widgets/grain_event_list.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr float kColumn = 3.0f;     // width of a bar [px]
constexpr float kMarkReach = 5.0f;  // distance from the pointer within which commands are listed [px]
constexpr std::size_t kMostTold = 6;

using Sample = RunHistory::Sample;

/// Heights of the parts of the graph [px], from the top: times and commands, reduction level h, merges over splits.
struct Rows {
  float levelTop = 0.0f;
  float levelBottom = 0.0f;
  float middle = 0.0f;
  float half = 0.0f;          ///< longest bar
  float grainsMiddle = 0.0f;  ///< line between grains that joined and broke
  bool hasGrains = false;     ///< grains joined or broke
  float grainsHalf = -1.0f;   ///< longest bar of these
};

bool hasGrainEvents(const RunHistory::Branch& run) {
  return !run.empty() && std::ranges::any_of(run, [](const Sample& one) { return one.joined + one.broken > 0; });
}

bool hasMerges(const RunHistory::Branch& run) {
  return std::ranges::any_of(run, [](const Sample& one) { return one.level > 0.0 || one.counts.merges > 0; });
}

Rows rowsOf(const TimelineGraph& graph, const RunHistory::Branch& run) {
  const float height = graph.high.y - graph.low.y;
  Rows rows;
  rows.levelTop = graph.low.y + std::min(ImGui::GetFontSize() * 1.05f, 0.3f * height);
  rows.levelBottom = graph.low.y + std::round(0.68f * height);
  rows.half = 0.5f * (graph.high.y - rows.levelBottom - 3.0f);
  rows.middle = std::round(graph.high.y - rows.half);
  rows.hasGrains = hasGrainEvents(run);
  if (rows.hasGrains && hasMerges(run)) {
    const float bottom = rows.levelBottom;
    rows.levelBottom = graph.low.y + std::round(0.44f * height);
    rows.grainsHalf = 0.5f * (bottom - rows.levelBottom - 3.0f);
    rows.grainsMiddle = std::round(bottom - rows.grainsHalf);
  } else if (rows.hasGrains) {
    // Without merges their row is free.
    rows.grainsHalf = rows.half;
    rows.grainsMiddle = rows.middle;
  }
  return rows;
}

/// Step between ticks [s]: 1, 2 or 5 times a power of ten, so that labels have room.
double tickStep(double span, float width) {
  const double wanted = span * static_cast<double>(ImGui::GetFontSize() * 6.0f / std::max(width, 1.0f));
  const double decade = std::pow(10.0, std::floor(std::log10(std::max(wanted, 1e-9))));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * decade >= wanted) {
      return factor * decade;
    }
  }
  return 10.0 * decade;
}

void drawTicks(ImDrawList& list, const TimelineGraph& graph) {
  const double step = tickStep(graph.end - graph.begin, graph.high.x - graph.low.x);
  for (double time = std::ceil(graph.begin / step) * step; time <= graph.end; time += step) {
    const float x = std::round(graph.xOf(time));
    list.AddLine({x, graph.low.y}, {x, graph.high.y}, theme::kGrid);
    const std::string label = fmt::format("{:.6g} s", std::abs(time) < 0.5 * step ? 0.0 : time);
    if (x + 3.0f + ImGui::CalcTextSize(label.c_str()).x < graph.high.x) {
      list.AddText({x + 3.0f, graph.low.y}, theme::kDim, label.c_str());
    }
  }
}

void drawLevel(ImDrawList& list, const TimelineGraph& graph, const Rows& rows, const RunHistory::Branch& branch,
               bool dropped) {
  std::vector<ImVec2> points;
  for (const Sample& sample : branch) {
    const float y = rows.levelBottom - static_cast<float>(sample.level) * (rows.levelBottom - rows.levelTop);
    points.emplace_back(graph.xOf(sample.time), y);
  }
  for (std::size_t i = 1; !dropped && i < points.size(); ++i) {
    const std::array<ImVec2, 4> under = {points[i - 1], points[i], ImVec2(points[i].x, rows.levelBottom),
                                         ImVec2(points[i - 1].x, rows.levelBottom)};
    list.AddConvexPolyFilled(under.data(), static_cast<int>(under.size()), theme::kUnder);
  }
  list.AddPolyline(points.data(), static_cast<int>(points.size()), dropped ? theme::kDropped : theme::kAccent,
                   ImDrawFlags_None, dropped ? 1.2f : 1.6f);
}

/// Draws the mean of the level over the seconds before each sample. The level holds from its sample to the next one.
void drawMeanLevel(ImDrawList& list, const TimelineGraph& graph, const Rows& rows, const RunHistory::Branch& branch) {
  std::vector<ImVec2> points;
  double area = 0.0;  // of the level over time, from sample `first` to sample i
  std::size_t first = 0;
  for (std::size_t i = 1; i < branch.size(); ++i) {
    area += branch[i - 1].level * (branch[i].time - branch[i - 1].time);
    while (first + 1 < i && branch[i].time - branch[first + 1].time >= LevelSummary::kMeanSpan) {
      area -= branch[first].level * (branch[first + 1].time - branch[first].time);
      ++first;
    }
    const double span = branch[i].time - branch[first].time;
    if (span > 0.0) {
      const auto mean = static_cast<float>(area / span);
      points.emplace_back(graph.xOf(branch[i].time), rows.levelBottom - mean * (rows.levelBottom - rows.levelTop));
    }
  }
  list.AddPolyline(points.data(), static_cast<int>(points.size()), theme::kText, ImDrawFlags_None, 1.2f);
}

/// Merges and splits in one column of the graph, or in several columns without a sample between them.
struct Column {
  int first = 0;
  int last = 0;
  ReductionCounts events;
  std::uint64_t joined = 0;
  std::uint64_t broken = 0;
  std::uint64_t splits() const { return std::accumulate(events.splits.begin(), events.splits.end(), std::uint64_t{0}); }
};

/// Counts never fall within a run, but the counts of a recording may.
std::uint64_t rise(std::uint64_t from, std::uint64_t to) { return to > from ? to - from : 0; }

void addDifference(ReductionCounts& events, const ReductionCounts& before, const ReductionCounts& after) {
  events.merges += rise(before.merges, after.merges);
  for (std::size_t cause = 0; cause < kSplitCauseCount; ++cause) {
    events.splits[cause] += rise(before.splits[cause], after.splits[cause]);
  }
}

std::vector<Column> columnsOf(const TimelineGraph& graph, const RunHistory::Branch& run) {
  std::vector<Column> columns;
  for (std::size_t i = 1; i < run.size(); ++i) {
    const int place = static_cast<int>((graph.xOf(run[i].time) - graph.low.x) / kColumn);
    if (columns.empty() || columns.back().last != place) {
      const int before = static_cast<int>((graph.xOf(run[i - 1].time) - graph.low.x) / kColumn);
      columns.push_back({.first = std::min(before + 1, place), .last = place});
    }
    addDifference(columns.back().events, run[i - 1].counts, run[i].counts);
    columns.back().joined += rise(run[i - 1].joined, run[i].joined);
    columns.back().broken += rise(run[i - 1].broken, run[i].broken);
  }
  return columns;
}

/// Draws the grains that joined (up) and broke (down), by the logarithm of their number.
void drawGrainBars(ImDrawList& list, const TimelineGraph& graph, const Rows& rows, const RunHistory::Branch& run) {
  const std::vector<Column> columns = columnsOf(graph, run);
  std::uint64_t most = 1;
  for (const Column& column : columns) {
    most = std::max({most, column.joined, column.broken});
  }
  const auto lengthOf = [&](std::uint64_t count) {
    const double part = std::log1p(static_cast<double>(count)) / std::log1p(static_cast<double>(most));
    return count == 0 ? 0.0f : std::max(2.0f, static_cast<float>(part) * rows.grainsHalf);
  };
  for (const Column& column : columns) {
    const float left = graph.low.x + static_cast<float>(column.first) * kColumn;
    const float right = std::min(graph.low.x + static_cast<float>(column.last + 1) * kColumn, graph.high.x);
    list.AddRectFilled({left, rows.grainsMiddle - lengthOf(column.joined)}, {right, rows.grainsMiddle},
                       colourOf(GrainEvent::Kind::joined));
    list.AddRectFilled({left, rows.grainsMiddle}, {right, rows.grainsMiddle + lengthOf(column.broken)},
                       colourOf(GrainEvent::Kind::broke));
  }
  list.AddLine({graph.low.x, rows.grainsMiddle}, {graph.high.x, rows.grainsMiddle}, theme::kGrid);
}

void drawEvents(ImDrawList& list, const TimelineGraph& graph, const Rows& rows, const RunHistory::Branch& run) {
  const std::vector<Column> columns = columnsOf(graph, run);
  std::uint64_t most = 1;
  for (const Column& column : columns) {
    most = std::max({most, column.events.merges, column.splits()});
  }
  // Length of a bar by the logarithm of the count: a few splits show beside thousands of merges.
  const auto lengthOf = [&](std::uint64_t count) {
    const double part = std::log1p(static_cast<double>(count)) / std::log1p(static_cast<double>(most));
    return count == 0 ? 0.0f : std::max(1.0f, static_cast<float>(part) * rows.half);
  };
  for (const Column& column : columns) {
    const float left = graph.low.x + static_cast<float>(column.first) * kColumn;
    const float right = std::min(graph.low.x + static_cast<float>(column.last + 1) * kColumn, graph.high.x);
    list.AddRectFilled({left, rows.middle - lengthOf(column.events.merges)}, {right, rows.middle},
                       packed(colourOfIdea(SplitIdea::none)));
    const std::uint64_t all = column.splits();
    float y = rows.middle;
    for (std::size_t i = 1; i < kSplitIdeaCount && all > 0; ++i) {
      const auto idea = static_cast<SplitIdea>(i);
      const float part = static_cast<float>(column.events.splitsBy(idea)) / static_cast<float>(all);
      const float end = y + part * lengthOf(all);
      list.AddRectFilled({left, y}, {right, end}, packed(colourOfIdea(idea)));
      y = end;
    }
  }
  list.AddLine({graph.low.x, rows.middle}, {graph.high.x, rows.middle}, theme::kGrid);
}

void drawCommands(ImDrawList& list, const TimelineGraph& graph, const Timeline& timeline) {
  float last = -1e9f;
  for (const TimeMark& command : *timeline.commands) {
    const float x = std::round(graph.xOf(command.time));
    if (x - last >= 2.0f) {
      list.AddTriangleFilled({x - 4.0f, graph.low.y}, {x + 4.0f, graph.low.y}, {x, graph.low.y + 7.0f}, theme::kWarn);
      last = x;
    }
  }
}

void drawDivergence(ImDrawList& list, const TimelineGraph& graph, const TimeMark& diverged) {
  const float x = std::round(graph.xOf(diverged.time));
  list.AddRectFilled({x, graph.low.y}, graph.high, IM_COL32(244, 112, 104, 28));
  list.AddLine({x, graph.low.y}, {x, graph.high.y}, theme::kBad, 2.0f);
  const char* label = "differs";
  const float width = ImGui::CalcTextSize(label).x;
  const float left = x + 4.0f + width < graph.high.x ? x + 4.0f : x - 4.0f - width;
  list.AddText({left, graph.high.y - ImGui::GetFontSize() * 1.1f}, theme::kBad, label);
}

}  // namespace

float TimelineGraph::xOf(double time) const {
  const double part = end > begin ? (time - begin) / (end - begin) : 0.0;
  return low.x + static_cast<float>(std::clamp(part, 0.0, 1.0)) * (high.x - low.x);
}

double TimelineGraph::timeAt(float x) const {
  const double part = static_cast<double>(x - low.x) / std::max(1.0, static_cast<double>(high.x - low.x));
  return begin + std::clamp(part, 0.0, 1.0) * (end - begin);
}

TimelineGraph timelineGraph(const PanelContext& context, ImVec2 low, ImVec2 high) {
  const Timeline& timeline = context.snapshot->run.timeline;
  TimelineGraph graph{low, high, timeline.first.time, timeline.last.time};
  for (const RunHistory::Branch& branch : context.memory.timeline.history.dropped()) {
    graph.end = std::max(graph.end, branch.back().time);
  }
  return graph;
}

void drawTimelineGraph(const PanelContext& context, const TimelineGraph& graph) {
  const Timeline& timeline = context.snapshot->run.timeline;
  const RunHistory& history = context.memory.timeline.history;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(graph.low, graph.high, theme::kGround, 3.0f);
  if (graph.end <= graph.begin) {
    return;
  }
  const Rows rows = rowsOf(graph, history.run());
  list.PushClipRect({graph.low.x - 5.0f, graph.low.y}, {graph.high.x + 5.0f, graph.high.y}, true);
  drawTicks(list, graph);
  for (const RunHistory::Branch& branch : history.dropped()) {
    drawLevel(list, graph, rows, branch, true);
  }
  drawLevel(list, graph, rows, history.run(), false);
  drawMeanLevel(list, graph, rows, history.run());
  drawEvents(list, graph, rows, history.run());
  if (rows.hasGrains) {
    drawGrainBars(list, graph, rows, history.run());
  }
  if (timeline.past) {
    list.AddRectFilled({graph.xOf(context.snapshot->run.time), graph.low.y}, graph.high, theme::kAhead);
  }
  drawCommands(list, graph, timeline);
  if (rows.levelBottom - rows.levelTop > ImGui::GetFontSize()) {
    list.AddText({graph.low.x + 3.0f, rows.levelBottom - ImGui::GetFontSize() - 2.0f}, theme::kDim, "h");
  }
  if (timeline.diverged) {
    drawDivergence(list, graph, *timeline.diverged);
  }
  list.PopClipRect();
}

std::optional<ListedGrains> grainBarAt(const PanelContext& context, const TimelineGraph& graph, ImVec2 at) {
  const RunHistory::Branch& run = context.memory.timeline.history.run();
  const Rows rows = rowsOf(graph, run);
  if (!(std::abs(at.y - rows.grainsMiddle) <= rows.grainsHalf)) {
    return std::nullopt;
  }
  const std::vector<Column> columns = columnsOf(graph, run);
  const int place = static_cast<int>((at.x - graph.low.x) / kColumn);
  // A bar is thin: the nearest one within reach of the pointer counts.
  const Column* nearest = nullptr;
  int distance = static_cast<int>(kMarkReach / kColumn) + 1;
  for (const Column& column : columns) {
    const int away = std::max({column.first - place, place - column.last, 0});
    if (column.joined + column.broken > 0 && away < distance) {
      nearest = &column;
      distance = away;
    }
  }
  if (nearest == nullptr) {
    return std::nullopt;
  }
  const float left = graph.low.x + static_cast<float>(nearest->first) * kColumn;
  const float right = graph.low.x + static_cast<float>(nearest->last + 1) * kColumn;
  return ListedGrains{.from = graph.timeAt(left), .to = graph.timeAt(right)};
}

void drawTimelineMarkers(const TimelineGraph& graph, double shown, double asked) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (asked != shown) {
    const float x = std::round(graph.xOf(asked));
    list.AddLine({x, graph.low.y}, {x, graph.high.y}, theme::kWarn, 2.0f);
  }
  const float x = std::round(graph.xOf(shown));
  list.AddLine({x, graph.low.y - 2.0f}, {x, graph.high.y + 2.0f}, theme::kText, 2.0f);
  list.AddRectFilled({x - 3.0f, graph.high.y - 4.0f}, {x + 4.0f, graph.high.y + 3.0f}, theme::kText, 2.0f);
}

std::string describeTime(const PanelContext& context, const TimelineGraph& graph, float x) {
  const Timeline& timeline = context.snapshot->run.timeline;
  const double time = graph.timeAt(x);
  const std::uint64_t step = stepAt(timeline, time);
  std::string text = fmt::format("{:.3f} s, step {}", timeOf(timeline, step), grouped(step));
  const RunHistory::Branch& run = context.memory.timeline.history.run();
  const auto after = std::ranges::lower_bound(run, time, {}, &Sample::time);
  if (after != run.end() &&
      (context.snapshot->scene.parameters.reduction.merging == Switch::on || after->level > 0.0)) {
    ReductionCounts events;
    addDifference(events, after == run.begin() ? after->counts : std::prev(after)->counts, after->counts);
    text += fmt::format(", h {:.1f} %", 100.0 * after->level);
    const auto splits = std::accumulate(events.splits.begin(), events.splits.end(), std::uint64_t{0});
    text += fmt::format("\n{} merged, {} split off", grouped(events.merges), grouped(splits));
    text += linesOfSplits(events);
  }
  if (after != run.end() && hasGrainEvents(run)) {
    const Sample& before = after == run.begin() ? *after : *std::prev(after);
    text += fmt::format("\n{} joined, {} broke", grouped(rise(before.joined, after->joined)),
                        grouped(rise(before.broken, after->broken)));
  }
  std::size_t told = 0;
  std::size_t near = 0;
  for (const TimeMark& command : *timeline.commands) {
    if (std::abs(graph.xOf(command.time) - x) <= kMarkReach && ++near <= kMostTold) {
      text += fmt::format("\n{:.3f} s: {}", command.time, command.text);
      ++told;
    }
  }
  return near > told ? fmt::format("{}\nand {} more changes", text, near - told) : text;
}

}  // namespace scree
