#pragma once

#include <Eigen/Core>

namespace scree {

/// A velocity in single precision [m/s] and a zero: one vector of a processor.
using RoundedVelocity = Eigen::Vector4f;

}  // namespace scree
