#pragma once

#include <imgui.h>

#include "app/ui_state/panel_context.h"

// Graph in the timeline strip: curves, bars and marks over simulated time.
namespace scree {

/// Rectangle of the graph in logical pixels and the simulated times of its sides.
struct TimelineGraph {
  ImVec2 low;
  ImVec2 high;
  double begin = 0.0;  ///< time at the left side [s]
  double end = 1.0;    ///< time at the right side [s]

  float xOf(double time) const;  ///< place of a time [s], clamped to the graph [px]
  double timeAt(float x) const;  ///< time at a place [px], clamped to the graph [s]
};

/// Makes a graph that spans the run and its dropped branches.
TimelineGraph timelineGraph(const PanelContext& context, ImVec2 low, ImVec2 high);
/// Draws everything but the markers of drawTimelineMarkers().
void drawTimelineGraph(const PanelContext& context, const TimelineGraph& graph);
/// Draws the marker of the time shown and, if it differs, of the time that the run is going to [s].
void drawTimelineMarkers(const TimelineGraph& graph, double shown, double asked);
/// Span of the bar of joined and broken grains at a place [px]; none where there is no bar near it.
std::optional<ListedGrains> grainBarAt(const PanelContext& context, const TimelineGraph& graph, ImVec2 at);
/// Text about the time at `x` [px]: time and step, reduction level, merges and splits, and the commands near it.
std::string describeTime(const PanelContext& context, const TimelineGraph& graph, float x);

}  // namespace scree
