#pragma once

#include <string>
#include <vector>

#include "engine/io/dem/dem_start.h"
#include "engine/io/dem/dem_surfaces.h"

namespace scree {

/// Remarks at the head of a script, behind '#', in lines of at most 110 characters: program, state, and both lists.
std::string startHead(const World& world, const StartFiles& files, const std::string& how);
/// Text for a remark: without characters that would end its line, or join the next one to it.
std::string lineSafe(std::string text);
/// Adds what any program leaves out of a world or does otherwise: merging, joints, emitters, sinks, bounds, the hand.
void addCommonRemarks(const World& world, StartFiles& files);
/// Steps of a run, of which each frame has a whole number.
struct StartSteps {
  long every = 0;     ///< steps from frame to frame
  long all = 0;       ///< steps of the run
  double step = 0.0;  ///< time step [s]
};
/// Steps of a run of `seconds`, where a step must not be longer than `longest` [s].
StartSteps startSteps(double seconds, double longest);
/// Surfaces of a world (surfacesOf()); throws NoStart for one without grains.
DemSurfaces startSurfaces(const World& world, double seconds, bool keepPlanes);

}  // namespace scree
