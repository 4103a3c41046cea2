#include "app/ui_state/twin_history.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {

DriveMeasure driveMeasure(const Snapshot& snapshot) {
  DriveMeasure measure;
  const std::vector<TwinDrive>& drives = snapshot.twin.snapshot->drives;
  const auto turning = std::ranges::find_if(drives, [](const TwinDrive& drive) { return drive.turns; });
  measure.exists = !drives.empty();
  measure.isTorque = turning != drives.end();
  if (measure.isTorque) {
    measure.body = snapshot.scene.bodies[turning->body].name;
    measure.sum = turning->impulse;
  } else {
    for (const TwinDrive& drive : drives) {
      measure.sum = {measure.sum[0] + drive.work[0], measure.sum[1] + drive.work[1]};
    }
  }
  return measure;
}

void TwinHistory::add(const Snapshot& snapshot) {
  if (snapshot.twin.snapshot == nullptr) {
    bins_.clear();
    return;
  }
  const TwinSnapshot& twin = *snapshot.twin.snapshot;
  const DriveMeasure drives = driveMeasure(snapshot);
  const std::array<double, 2> cost = {twin.cost[0].total, twin.cost[1].total};
  const bool other = snapshot.run.worldVersion != world_ || twin.begun != begun_ || snapshot.run.time < time_;
  if (other || bins_.empty()) {
    bins_.clear();
    before_ = {.time = snapshot.run.time, .cost = cost, .driveSum = drives.sum};
  }
  world_ = snapshot.run.worldVersion;
  begun_ = twin.begun;
  time_ = snapshot.run.time;
  const auto index = static_cast<std::int64_t>(std::floor(snapshot.run.time / kBin));
  if (bins_.empty() || bins_.back().index != index) {
    before_ = bins_.empty() ? before_ : bins_.back();
    bins_.push_back({.index = index});
  }
  Bin& bin = bins_.back();
  bin.time = snapshot.run.time;
  bin.cost = cost;
  bin.driveSum = drives.sum;
  const double own = cost[0] - before_.cost[0];
  bin.speedUp = own > 0.0 ? (cost[1] - before_.cost[1]) / own : 0.0;
  bin.angle = twin.angle ? (*twin.angle)[0] - (*twin.angle)[1] : 0.0;
  if (twin.angle) {
    bin.twinAngle = (*twin.angle)[1] * 180.0 / std::numbers::pi;
  }
  bin.potential = twin.reading.potential;
  bin.rms = twin.reading.rms;
  const double passed = snapshot.run.time - before_.time;
  for (std::size_t side = 0; side < 2; ++side) {
    bin.drive[side] = passed > 0.0 ? (drives.sum[side] - before_.driveSum[side]) / passed : 0.0;
  }
  while (bins_.front().time < time_ - kSpan - kBin) {
    bins_.pop_front();
  }
}

std::array<double, 2> TwinHistory::recentDrive() const {
  constexpr std::size_t kBins = 4;
  if (bins_.empty()) {
    return {};
  }
  const Bin& from = bins_.size() > kBins ? bins_[bins_.size() - 1 - kBins] : bins_.size() > 1 ? bins_.front() : before_;
  const double passed = bins_.back().time - from.time;
  if (!(passed > 0.0)) {
    return bins_.back().drive;
  }
  return {(bins_.back().driveSum[0] - from.driveSum[0]) / passed,
          (bins_.back().driveSum[1] - from.driveSum[1]) / passed};
}

}  // namespace scree
