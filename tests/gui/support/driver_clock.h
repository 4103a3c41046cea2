#pragma once

#include <optional>

namespace scree {
struct Gl;
}

namespace scree::testing {

/// Processor time of this thread [ms].
double threadMilliseconds();
/// The functions of the current context, each of which adds the time that it takes to driverMilliseconds().
std::optional<Gl> clockedGl();
/// Processor time that went into them so far, on the thread that asks [ms].
double driverMilliseconds();

}  // namespace scree::testing
