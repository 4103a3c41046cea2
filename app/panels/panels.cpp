#include "app/panels/panel.h"

namespace scree {

namespace {

constexpr PageInfo kPages[] = {
    {PanelPage::run, "run", "Run", "Play, step, speed, and the run so far"},
    {PanelPage::material, "material", "Material", "Contact laws of the materials, live"},
    {PanelPage::solver, "solver", "Solver", "Presets, sweeps and warm starting, and how far the contacts are solved"},
    {PanelPage::reduction, "reduction", "Reduction", "Merging of grains that move together, and what splits them"},
    {PanelPage::sensors, "sensors", "Sensors", "Regions in which no grain merges"},
    {PanelPage::scene, "scene", "Scene", "What is in the scene and what drives it"},
    {PanelPage::view, "view", "View", "Colours, layers and clip of the picture"},
    {PanelPage::record, "record", "Record", "Films, pictures and the path of the camera"},
    {PanelPage::twin, "twin", "Twin", "A run beside this one that differs in one thing"},
    {PanelPage::analysis, "analysis", "Analysis", "The picked grain, errors against cost, time of a step"},
};

constexpr Panel kPanels[] = {
    {"run", "Run", "Play, pause, step and speed", "time", PanelPage::run, true, drawRunPanel},
    {"history", "History", "The run so far: what is kept of it, and recordings", "time", PanelPage::run, true,
     drawHistoryPanel},
    {"material", "Material", "Contact laws of the materials, live, and published values", "materials",
     PanelPage::material, true, drawMaterialPanel},
    {"granulation", "Granulation", "Layering, coalescence, breakage and wear, live, with rates and a budget of matter",
     "granulation", PanelPage::material, false, drawGranulationPanel},
    {"solver", "Solver", "Presets, method, sweeps and warm starting, live", "solver", PanelPage::solver, true,
     drawSolverPanel},
    {"residual", "Residual", "Convergence over the sweeps of a step, of all methods on request", "solver",
     PanelPage::solver, true, drawResidualPanel},
    {"plan", "Plan", "Step, sweeps, time and memory of a larger or another bed, predicted", "solver", PanelPage::solver,
     false, drawPlanPanel},
    {"reduction", "Reduction", "Merging of grains that move together, and what splits them", "merging",
     PanelPage::reduction, true, drawReductionPanel},
    {"sensors", "Split sensors", "Regions in which no grain merges", "merging", PanelPage::sensors, true,
     drawSensorsPanel},
    {"scene", "Scene", "What is in the scene and what drives it", "scenes", PanelPage::scene, true, drawScenePanel},
    {"colour", "Colour", "What the colours of the grains mean", "films", PanelPage::view, true, drawColourPanel},
    {"layers", "Layers", "Force chains, contact points, arrows", "films", PanelPage::view, false, drawLayersPanel},
    {"clip", "Clip", "Cuts a part of the scene away", "films", PanelPage::view, false, drawClipPanel},
    {"record", "Record", "Films and pictures: format, clock, size and what is shown", "films", PanelPage::record, true,
     drawRecordPanel},
    {"camera_path", "Camera path", "A camera that moves through keys, for films", "films", PanelPage::record, false,
     drawCameraPathPanel},
    {"twin", "Twin", "A run beside this one that differs in one thing: speed-up and differences", "time",
     PanelPage::twin, true, drawTwinPanel},
    {"inspector", "Inspector", "The picked grain", "merging", PanelPage::analysis, true, drawInspectorPanel},
    {"measure", "Measure", "Lengths, angles, flows and sums in the view", "measure", PanelPage::analysis, true,
     drawMeasurePanel},
    {"histogram", "Histogram", "How many grains have which value of what colours them", "plots", PanelPage::analysis,
     false, drawHistogramPanel},
    {"fields", "Fields", "Coarse-grained fields: a slice through the grains, profiles, means over time", "fields",
     PanelPage::analysis, false, drawFieldsPanel},
    {"force_network", "Force network", "Distribution of forces, coordination and directions of contacts", "fields",
     PanelPage::analysis, false, drawForceNetworkPanel},
    {"timing", "Timing", "Where the time of a step goes", "solver", PanelPage::analysis, true, drawTimingPanel},
    {"precision", "Work and precision", "Errors of the presets and other settings against their processor time",
     "solver", PanelPage::analysis, false, drawPrecisionPanel},
};

}  // namespace

std::span<const Panel> panels() { return kPanels; }

std::span<const PageInfo> panelPages() { return kPages; }

}  // namespace scree
