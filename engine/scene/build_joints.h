#pragma once

#include "engine/scene/course_loader.h"
#include "engine/scene_file/description.h"

namespace scree {

/// Makes the joints of a scene whose bodies are there. Reports bodies that are not there, joints that hold nothing
/// movable, quantities of the wrong kind, courses out of order, tables that cannot be read, ranges that leave out the
/// start.
void buildJoints(const SceneDescription& description, CourseLoader& courses, World& world, ErrorList& errors);

}  // namespace scree
