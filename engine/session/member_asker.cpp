#include "engine/session/member_asker.h"

#include <exception>
#include <new>
#include <utility>

#include "engine/analysis/would_move.h"
#include "engine/base/clock.h"
#include "engine/world/placement.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

constexpr double kRest = 3.0;  // rest over the time of an answer: a quarter of one core is left for answers

AskedMembers emptyAnswer(const World& world) {
  return {.step = world.step, .time = world.time, .limit = reductionLimits(world).tangential};
}

/// Answer about a copy of a world; null where there is not even memory for that.
std::shared_ptr<AskedMembers> answerFor(World& world, const std::atomic<int>& interrupt) noexcept {
  std::shared_ptr<AskedMembers> answer;
  try {
    answer = std::make_shared<AskedMembers>(emptyAnswer(world));
    placeMembers(world);
    const WouldMove found = wouldMove(world, nullptr, &interrupt);
    answer->members = found.members;
    for (const std::uint32_t slot : found.slots) {
      answer->ids.push_back(world.particles.id[slot]);
    }
    answer->speeds.assign(found.speeds.begin(), found.speeds.end());
    answer->trouble = found.isKnown ? "" : "a grain of the copy became non-finite";
  } catch (const std::bad_alloc&) {
    if (answer != nullptr) {
      answer->trouble = "there is not enough memory for a copy";
    }
  } catch (const std::exception&) {
    answer->trouble = "the copy cannot be stepped";
  }
  return answer;
}

}  // namespace

MemberAsker::MemberAsker(std::function<void()> arrived) : arrived_(std::move(arrived)) {}

MemberAsker::~MemberAsker() { interrupt_ = 1; }

void MemberAsker::switchOn(bool on) {
  if (isOn_ == on) {
    return;
  }
  isOn_ = on;
  forget();
  const std::lock_guard lock(mutex_);
  restUntil_ = 0.0;
  if (!on && !isUnderWay_) {
    copy_ = World{};
  }
}

void MemberAsker::forget() {
  const std::lock_guard lock(mutex_);
  interrupt_ = isUnderWay_ ? 1 : 0;
  asked_.reset();
  answer_.reset();
  hasNews_ = false;
}

void MemberAsker::offer(const World& world, const Moment& moment) {
  if (!isOn_ || asked_ == moment || !isFree()) {
    return;
  }
  asked_ = moment;
  if (world.reduction.memberCount == 0) {
    tell(std::make_shared<const AskedMembers>(emptyAnswer(world)));
    return;
  }
  const double start = steadySeconds();
  try {
    copy_ = world;
    if (!thread_.joinable()) {
      thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    }
  } catch (const std::bad_alloc&) {
    copy_ = World{};  // the run goes on, and the next moment is tried
    return;
  }
  interrupt_ = 0;
  {
    const std::lock_guard lock(mutex_);
    began_ = start;
    isUnderWay_ = true;
  }
  changed_.notify_one();
}

bool MemberAsker::isFree() const {
  const std::lock_guard lock(mutex_);
  return !isUnderWay_ && steadySeconds() >= restUntil_;
}

void MemberAsker::tell(std::shared_ptr<const AskedMembers> answer) {
  const std::lock_guard lock(mutex_);
  answer_ = std::move(answer);
  hasNews_ = true;
}

void MemberAsker::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return isUnderWay_; })) {
    lock.unlock();
    std::shared_ptr<AskedMembers> answer = answerFor(copy_, interrupt_);
    lock.lock();
    isUnderWay_ = false;
    const double seconds = steadySeconds() - began_;
    restUntil_ = began_ + (1.0 + kRest) * seconds;
    if (interrupt_ != 0) {
      copy_ = World{};
      continue;
    }
    if (answer != nullptr) {
      answer->seconds = seconds;
    }
    answer_ = std::move(answer);
    hasNews_ = true;
    lock.unlock();
    arrived_();
    lock.lock();
  }
}

bool MemberAsker::takeNews() {
  const std::lock_guard lock(mutex_);
  return std::exchange(hasNews_, false);
}

AskedReading MemberAsker::reading() const {
  const std::lock_guard lock(mutex_);
  return {isOn_, answer_};
}

}  // namespace scree
