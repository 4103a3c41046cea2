#include "engine/session/asker.h"

#include <exception>
#include <new>
#include <utility>

#include "engine/base/clock.h"
#include "engine/session/member_asker.h"
#include "engine/session/solver_asker.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

constexpr double kRest = 3.0;  // rest over the time of an answer: a quarter of one core is left for answers

/// Answer about a copy of a world; null where there is not even memory for that.
template <typename Question>
std::shared_ptr<typename Question::Answer> answerFor(World& world, const std::atomic<int>& interrupt) noexcept {
  std::shared_ptr<typename Question::Answer> answer;
  try {
    answer = std::make_shared<typename Question::Answer>(Question::emptyAnswer(world));
    placeMembers(world);
    Question::answer(world, interrupt, *answer);
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

template <typename Question>
Asker<Question>::Asker(std::function<void()> arrived) : arrived_(std::move(arrived)) {}

template <typename Question>
Asker<Question>::~Asker() {
  interrupt_ = 1;
}

template <typename Question>
void Asker<Question>::switchOn(bool on) {
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

template <typename Question>
void Asker<Question>::forget() {
  const std::lock_guard lock(mutex_);
  interrupt_ = isUnderWay_ ? 1 : 0;
  asked_.reset();
  answer_.reset();
  hasNews_ = false;
}

template <typename Question>
void Asker<Question>::offer(const World& world, const AskedMoment& moment) {
  if (!isOn_ || asked_ == moment || !isFree()) {
    return;
  }
  asked_ = moment;
  if (!Question::isNeeded(world)) {
    tell(std::make_shared<const Answer>(Question::emptyAnswer(world)));
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

template <typename Question>
bool Asker<Question>::isFree() const {
  const std::lock_guard lock(mutex_);
  return !isUnderWay_ && steadySeconds() >= restUntil_;
}

template <typename Question>
void Asker<Question>::tell(std::shared_ptr<const Answer> answer) {
  const std::lock_guard lock(mutex_);
  answer_ = std::move(answer);
  hasNews_ = true;
}

template <typename Question>
void Asker<Question>::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return isUnderWay_; })) {
    lock.unlock();
    std::shared_ptr<Answer> answer = answerFor<Question>(copy_, interrupt_);
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

template <typename Question>
bool Asker<Question>::takeNews() {
  const std::lock_guard lock(mutex_);
  return std::exchange(hasNews_, false);
}

template <typename Question>
NewestAnswer<typename Question::Answer> Asker<Question>::reading() const {
  const std::lock_guard lock(mutex_);
  return {isOn_, answer_};
}

template class Asker<MemberQuestion>;
template class Asker<SolverQuestion>;

}  // namespace scree
