#pragma once

#include "tests/bench/record.h"

namespace scree::bench {

/// This machine and this build, now.
Machine thisMachine();

}  // namespace scree::bench
