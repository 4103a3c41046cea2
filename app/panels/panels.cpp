#include "app/panels/panel.h"

namespace scree {

namespace {

constexpr Panel kPanels[] = {
    {"run", "Run", "Play, pause, step and speed", PanelSide::left, true, drawRunPanel},
    {"colour", "Colour", "What the colours of the grains mean", PanelSide::left, true, drawColourPanel},
    {"layers", "Layers", "Force chains, contact points, arrows", PanelSide::left, false, drawLayersPanel},
    {"clip", "Clip", "Cuts a part of the scene away", PanelSide::left, false, drawClipPanel},
    {"scene", "Scene", "What is in the scene and what drives it", PanelSide::left, true, drawScenePanel},
    {"inspector", "Inspector", "The picked grain", PanelSide::left, false, drawInspectorPanel},
    {"sensors", "Split sensors", "Regions in which no grain merges", PanelSide::left, false, drawSensorsPanel},
    {"solver", "Solver", "Presets, method, sweeps and warm starting, live", PanelSide::right, true, drawSolverPanel},
    {"reduction", "Reduction", "Merging of grains that move together, and what splits them", PanelSide::right, false,
     drawReductionPanel},
    {"residual", "Residual", "Convergence over the sweeps of a step, of all methods on request", PanelSide::right, true,
     drawResidualPanel},
    {"timing", "Timing", "Where the time of a step goes", PanelSide::right, true, drawTimingPanel},
};

}  // namespace

std::span<const Panel> panels() { return kPanels; }

}  // namespace scree
