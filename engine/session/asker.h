#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/snapshot/newest_answer.h"
#include "engine/world/world.h"

namespace scree {

/// State of a run; another one deserves another question.
struct AskedMoment {
  std::uint64_t step = 0;
  std::uint64_t lastCommand = 0;

  bool operator==(const AskedMoment&) const = default;
};

/// Asks a question about a run again and again, on copies of the run and on a thread of its own. It changes nothing of
/// the run and never waits for an answer. One thread calls all of it. A question (MemberQuestion, SolverQuestion) has
/// the type of its answers, and as static functions: isNeeded(world), false where the empty answer is the answer;
/// emptyAnswer(world); and answer(world, interrupt, answer), which may throw. Its answers have step, time, seconds and
/// trouble.
template <typename Question>
class Asker {
 public:
  using Answer = typename Question::Answer;

  /// `arrived` is called on the asker's thread after each answer.
  explicit Asker(std::function<void()> arrived);
  ~Asker();
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;

  /// Switches the asking on or off; off stops the question under way and drops the answer.
  void switchOn(bool on);
  bool isOn() const { return isOn_; }
  /// Stops the question under way and drops the answer: both are of another world.
  void forget();
  /// Asks about the world, with a copy of it, if the asking is on, no question is under way, the rest after the last
  /// one is over and the moment has not been asked yet.
  void offer(const World& world, const AskedMoment& moment);
  /// True once after each answer.
  bool takeNews();
  NewestAnswer<Answer> reading() const;

 private:
  /// True if a question can be taken on.
  bool isFree() const;
  void tell(std::shared_ptr<const Answer> answer);
  void work(const std::stop_token& stop);

  std::function<void()> arrived_;
  bool isOn_ = false;
  std::optional<AskedMoment> asked_;  ///< moment of the last question
  std::atomic<int> interrupt_{0};     ///< not 0: the question under way is to end without an answer
  mutable std::mutex mutex_;          ///< guards all below
  std::condition_variable_any changed_;
  bool isUnderWay_ = false;  ///< the thread works on `copy_`, which nobody else touches meanwhile
  std::shared_ptr<const Answer> answer_;
  bool hasNews_ = false;
  double began_ = 0.0;      ///< begin of the last question on the steady clock [s]
  double restUntil_ = 0.0;  ///< time of the next question on the steady clock [s]
  World copy_;
  std::jthread thread_;
};

}  // namespace scree
