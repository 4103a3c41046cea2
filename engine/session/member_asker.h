#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/snapshot/asked_members.h"
#include "engine/world/world.h"

namespace scree {

/// Asks again and again which members would move, on copies of a run and on a thread of its own. It changes nothing of
/// the run and never waits for an answer. One thread calls all of it.
class MemberAsker {
 public:
  /// State of a run; another one deserves another question.
  struct Moment {
    std::uint64_t step = 0;
    std::uint64_t lastCommand = 0;

    bool operator==(const Moment&) const = default;
  };

  /// `arrived` is called on the asker's thread after each answer.
  explicit MemberAsker(std::function<void()> arrived);
  ~MemberAsker();
  MemberAsker(const MemberAsker&) = delete;
  MemberAsker& operator=(const MemberAsker&) = delete;

  /// Switches the asking on or off; off stops the question under way and drops the answer.
  void switchOn(bool on);
  bool isOn() const { return isOn_; }
  /// Stops the question under way and drops the answer: both are of another world.
  void forget();
  /// Asks about the world, with a copy of it, if the asking is on, no question is under way, the rest after the last
  /// one is over and the moment has not been asked yet.
  void offer(const World& world, const Moment& moment);
  /// True once after each answer.
  bool takeNews();
  AskedReading reading() const;

 private:
  /// True if a question can be taken on.
  bool isFree() const;
  void tell(std::shared_ptr<const AskedMembers> answer);
  void work(const std::stop_token& stop);

  std::function<void()> arrived_;
  bool isOn_ = false;
  std::optional<Moment> asked_;    ///< moment of the last question
  std::atomic<int> interrupt_{0};  ///< not 0: the question under way is to end without an answer
  mutable std::mutex mutex_;       ///< guards all below
  std::condition_variable_any changed_;
  bool isUnderWay_ = false;  ///< the thread works on `copy_`, which nobody else touches meanwhile
  std::shared_ptr<const AskedMembers> answer_;
  bool hasNews_ = false;
  double began_ = 0.0;      ///< begin of the last question on the steady clock [s]
  double restUntil_ = 0.0;  ///< time of the next question on the steady clock [s]
  World copy_;
  std::jthread thread_;
};

}  // namespace scree
