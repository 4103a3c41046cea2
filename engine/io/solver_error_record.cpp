#include "engine/io/solver_error_record.h"

#include <algorithm>
#include <cmath>

namespace scree {

void SolverErrorRecord::add(double time, const SolverError& error) {
  newest_ = {.time = time, .creep = error.creep, .sinking = error.sinking, .angle = error.angle};
  ++answers_;
  creepSum_ += error.creep;
  mostCreep_ = std::max(mostCreep_, error.creep);
  sinkingSum_ += error.sinking;
  mostAngle_ = std::max(mostAngle_, std::abs(error.angle));
}

double SolverErrorRecord::meanOf(double sum) const { return answers_ == 0 ? 0.0 : sum / static_cast<double>(answers_); }

double SolverErrorRecord::meanCreep() const { return meanOf(creepSum_); }

double SolverErrorRecord::meanSinking() const { return meanOf(sinkingSum_); }

}  // namespace scree
