#include "engine/step/step_threads.h"

#include <algorithm>

#include "engine/step/step_constants.h"

namespace scree {

int threadsThatPay(std::size_t contacts, int processors, int now) {
  // Two processors are often one core, whose vector units a second thread doesn't make faster; and windows and films
  // are drawn beside the steps.
  const int most = std::max(1, processors / 2);
  const auto wanted = static_cast<int>(
      std::clamp<std::size_t>(contacts / stepping::kContactsWorthAThread, 1, static_cast<std::size_t>(most)));
  return wanted < now && now <= most && 2 * wanted > now ? now : wanted;
}

ThreadPool* StepThreads::forStep(int wanted, std::size_t contacts) {
  const int threads = wanted > 0 ? wanted : threadsThatPay(contacts, processors_, size());
  if (threads != size()) {
    pool_.reset();
    if (threads > 1) {
      pool_ = std::make_unique<ThreadPool>(threads);
    }
  }
  return pool_.get();
}

}  // namespace scree
