#pragma once

#include <string>

#include "tests/bench/record.h"

namespace scree::bench {

/// The results as tables for reading: kernels, whole steps, and peers with their ratios to Scree.
std::string reportText(const Results& results);

}  // namespace scree::bench
