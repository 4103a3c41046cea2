#pragma once

#include <cstddef>

namespace scree {

/// Memory of this machine [bytes]; 0 if the system does not tell.
std::size_t machineMemory();

}  // namespace scree
