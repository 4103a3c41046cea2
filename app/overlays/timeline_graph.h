#pragma once

#include <imgui.h>

#include "app/ui_state/panel_context.h"

// The picture inside the timeline strip: curves, bars and marks over time.
namespace scree {

/// Where the picture is and which times it spans.
struct TimelineGraph {
  ImVec2 low;
  ImVec2 high;
  double begin = 0.0;  ///< s
  double end = 1.0;    ///< s

  float xOf(double time) const;
  double timeAt(float x) const;
};

/// Spans the run and what was dropped of it.
TimelineGraph timelineGraph(const PanelContext& context, ImVec2 low, ImVec2 high);
/// Draws all but the marker of the present.
void drawTimelineGraph(const PanelContext& context, const TimelineGraph& graph);
/// The time shown, and the one that is being gone to.
void drawTimelineMarkers(const TimelineGraph& graph, double shown, double asked);
/// What is known of the time under the pointer, with the commands given near it.
std::string describeTime(const PanelContext& context, const TimelineGraph& graph, float x);

}  // namespace scree
