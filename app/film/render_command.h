#pragma once

#include "app/film/options.h"
#include "engine/io/scene_library.h"

namespace scree {

/// Makes the film of a scene or a recording that the command line asks for (--render), without a window or a display,
/// and prints the result. Returns the exit status.
int renderCommand(const Options& options, const SceneLibrary& library);

}  // namespace scree
