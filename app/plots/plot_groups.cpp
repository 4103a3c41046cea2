#include "app/plots/plot_groups.h"

namespace scree {

namespace {

constexpr const char* kNoSteps = "No step was taken yet.";

constexpr const char* kNoGranulation = "No granule was counted yet: the scene has no granulation, or just began.";

constexpr PlotGroupInfo kGroups[kPlotGroupCount] = {
    {PlotGroup::reduction, "reduction", "Reduction level", "h", false, "Share of the grains that are not solved for.",
     kNoSteps},
    {PlotGroup::grains, "grains", "Grains", "number", false, "Grains, those that are free, members and aggregates.",
     kNoSteps},
    {PlotGroup::contacts, "contacts", "Contacts", "number", false, "Contacts solved for, kept ones and impacts.",
     kNoSteps},
    {PlotGroup::residual, "residual", "Residual", "residual [m/s]", true, "Change of the rows by the last sweep.",
     kNoSteps},
    {PlotGroup::overlap, "overlap", "Overlap", "overlap [%]", false, "Overlap over diameter, largest and mean.",
     kNoSteps},
    {PlotGroup::energy, "energy", "Energy", "energy [J]", false,
     "Kinetic, potential and elastic energy, work of drives and dissipation.", kNoSteps},
    {PlotGroup::stages, "stages", "Stage times", "time [ms]", false, "Time of a step, by its stages.", kNoSteps},
    {PlotGroup::angle, "angle", "Angle of repose", "angle [°]", false, "Angle of the surface in a drum, or of a heap.",
     "No surface was measured yet."},
    {PlotGroup::drives, "drives", "Drives", "torque [N m], power [W], force [N]", false,
     "Torque and power of drives, forces of grains on moving bodies, forces and torques of motors.",
     "Nothing moves a body of this scene."},
    {PlotGroup::flow, "flow", "Flow", "flow [kg/s]", false, "Mass that leaves through sinks.",
     "This scene has no sink."},
    {PlotGroup::sizes, "sizes", "Granule sizes", "diameter [mm]", false,
     "Sizes of granules by volume, of the run and of the population balance.", kNoGranulation},
    {PlotGroup::granulation, "granulation", "Granulation", "growth [µm/s], events [1/s]", true,
     "Growth of granules, collisions, pairs that become one, granules that break.", kNoGranulation},
};

}  // namespace

std::span<const PlotGroupInfo> plotGroups() { return kGroups; }

}  // namespace scree
