#pragma once

#include <atomic>
#include <exception>

namespace scree {

/// Thrown by work that was given up.
struct WorkCancelled : std::exception {
  const char* what() const noexcept override { return "given up"; }
};

/// Progress of a long piece of work on one thread. Other threads read it, and may give the work up.
class WorkWatch {
 public:
  /// Tells the stage of the work, a literal such as "placing grains", and the share of the stage that is done, 0 to 1;
  /// negative: unknown. Throws WorkCancelled if the work was given up.
  void tell(const char* stage, double share) {
    stage_ = stage;
    share_ = share;
    if (cancelled_) {
      throw WorkCancelled();
    }
  }
  void cancel() { cancelled_ = true; }
  bool isCancelled() const { return cancelled_; }
  const char* stage() const { return stage_; }
  double share() const { return share_; }

 private:
  std::atomic<const char*> stage_{""};
  std::atomic<double> share_{-1.0};
  std::atomic<bool> cancelled_{false};
};

/// Tells a watch, if there is one.
inline void tell(WorkWatch* watch, const char* stage, double share) {
  if (watch != nullptr) {
    watch->tell(stage, share);
  }
}

}  // namespace scree
