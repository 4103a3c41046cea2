#pragma once

#include <string_view>

namespace scree {

/// How many processors this program may keep busy, at least one: those of the machine, or the share of their time that
/// its control group (a container's, say) is allowed.
int usableProcessors();

/// The same from the file cpu.max of a control group, which has microseconds of processor time and of the period that
/// they are for, or "max" in place of the first; what is no such text is no limit.
int usableProcessors(std::string_view limit, int present);

}  // namespace scree
