#include "app/panels/panel.h"

namespace scree {

namespace {

constexpr Panel kPanels[] = {
    {"run", "Run", "Play, pause, step and speed", "time", PanelSide::left, true, drawRunPanel},
    {"colour", "Colour", "What the colours of the grains mean", "tour", PanelSide::left, true, drawColourPanel},
    {"layers", "Layers", "Force chains, contact points, arrows", "tour", PanelSide::left, false, drawLayersPanel},
    {"clip", "Clip", "Cuts a part of the scene away", "tour", PanelSide::left, false, drawClipPanel},
    {"scene", "Scene", "What is in the scene and what drives it", "scenes", PanelSide::left, true, drawScenePanel},
    {"material", "Material", "Contact laws of the materials, live, and published values", "materials", PanelSide::left,
     false, drawMaterialPanel},
    {"inspector", "Inspector", "The picked grain", "merging", PanelSide::left, false, drawInspectorPanel},
    {"sensors", "Split sensors", "Regions in which no grain merges", "merging", PanelSide::left, false,
     drawSensorsPanel},
    {"record", "Record", "Films and pictures: format, clock, size and what is shown", "films", PanelSide::left, false,
     drawRecordPanel},
    {"camera_path", "Camera path", "A camera that moves through keys, for films", "films", PanelSide::left, false,
     drawCameraPathPanel},
    {"history", "History", "The run so far: what is kept of it, and recordings", "time", PanelSide::left, false,
     drawHistoryPanel},
    {"solver", "Solver", "Presets, method, sweeps and warm starting, live", "solver", PanelSide::right, true,
     drawSolverPanel},
    {"reduction", "Reduction", "Merging of grains that move together, and what splits them", "merging",
     PanelSide::right, false, drawReductionPanel},
    {"twin", "Twin", "A run beside this one that differs in one thing: speed-up and differences", "time",
     PanelSide::right, false, drawTwinPanel},
    {"residual", "Residual", "Convergence over the sweeps of a step, of all methods on request", "solver",
     PanelSide::right, true, drawResidualPanel},
    {"precision", "Work and precision", "Errors of the presets and other settings against their processor time",
     "solver", PanelSide::right, false, drawPrecisionPanel, true},
    {"timing", "Timing", "Where the time of a step goes", "solver", PanelSide::right, true, drawTimingPanel},
};

}  // namespace

std::span<const Panel> panels() { return kPanels; }

}  // namespace scree
