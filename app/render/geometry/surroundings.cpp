#include "app/render/geometry/surroundings.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace scree {

Surroundings surroundingsOf(const Snapshot& snapshot, const ClipRegion& clip) {
  Surroundings surroundings{snapshot.run.worldVersion, boundingSphere(snapshot), {}};
  if (clip.keeps == 0) {
    surroundings.density = makeDensityGrid(snapshot.grains.positionRadius);
    return surroundings;
  }
  std::vector<Eigen::Vector4f> seen;
  std::copy_if(snapshot.grains.positionRadius.begin(), snapshot.grains.positionRadius.end(), std::back_inserter(seen),
               [&clip](const Eigen::Vector4f& grain) { return !clip.isCut(grain.head<3>()); });
  surroundings.density = makeDensityGrid(seen);
  return surroundings;
}

SurroundingsMaker::SurroundingsMaker(std::function<void()> ready)
    : ready_(std::move(ready)), thread_([this](const std::stop_token& stop) { work(stop); }) {}

SurroundingsMaker::~SurroundingsMaker() = default;

void SurroundingsMaker::ask(std::shared_ptr<const Snapshot> snapshot, const ClipRegion& clip) {
  awaited_ = true;
  const std::lock_guard lock(mutex_);
  order_ = Order{std::move(snapshot), clip};
  changed_.notify_all();
}

std::optional<Surroundings> SurroundingsMaker::take() {
  if (!awaited_) {
    return std::nullopt;
  }
  const std::lock_guard lock(mutex_);
  awaited_ = order_.has_value() || working_;
  return std::exchange(done_, std::nullopt);
}

void SurroundingsMaker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !order_ && !working_; });
}

void SurroundingsMaker::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return order_.has_value(); })) {
    std::optional<Order> order = std::exchange(order_, std::nullopt);
    working_ = true;
    lock.unlock();
    Surroundings made = surroundingsOf(*order->snapshot, order->clip);
    order.reset();  // the snapshot goes back to its pool while the lock is free
    lock.lock();
    done_ = std::move(made);
    working_ = false;
    changed_.notify_all();
    lock.unlock();
    ready_();
    lock.lock();
  }
}

}  // namespace scree
