#pragma once

#include "app/film/options.h"
#include "engine/io/scene_library.h"

namespace scree {

/// Makes a film of a scene or a recording as the command line says (--render), without a window and without a display,
/// and prints what became of it. Returns the exit status.
int renderCommand(const Options& options, const SceneLibrary& library);

}  // namespace scree
