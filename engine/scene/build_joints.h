#pragma once

#include "engine/scene/course_loader.h"
#include "engine/scene_file/description.h"

namespace scree {

/// Makes the joints of a scene whose bodies exist. Reports missing bodies, joints without a movable body, quantities of
/// the wrong kind, courses out of order, unreadable tables, and ranges that leave out the start.
void buildJoints(const SceneDescription& description, CourseLoader& courses, World& world, ErrorList& errors);

}  // namespace scree
