#pragma once

#include <string>

#include "tests/bench/record.h"

namespace scree::bench {

/// Error against cost of the records of kind "precision" as SVG, a plot a start: one colour an engine, lines along
/// settings. Throws std::runtime_error when there is no such record.
std::string precisionPicture(const Results& results);

}  // namespace scree::bench
