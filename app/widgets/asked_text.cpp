#include "app/widgets/asked_text.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr double kMillimetres = 1e3;
constexpr int kLastStep = 2;

std::string shareText(double share) {
  return share > 0.0 && share < 5e-4 ? std::string("under 0.1 %") : fmt::format("{:.1f} %", 100.0 * share);
}

/// A number with its unit or digits that no line break parts.
std::string unbroken(std::string_view number) {
  std::string kept;
  for (const char c : number) {
    kept += c == ' ' ? std::string_view("\u00a0") : std::string_view(&c, 1);
  }
  return kept;
}

}  // namespace

std::string answerAge(const Snapshot& snapshot, std::uint64_t step, double time) {
  const double age = snapshot.run.time - time;
  if (step == snapshot.run.step) {
    return "at this step";
  }
  if (age < 0.01) {
    return "under 0.01 s ago";
  }
  return fmt::format("{:.{}f}\u00a0s ago", age, age < 1.0 ? 2 : age < 10.0 ? 1 : 0);
}

std::string askedAge(const Snapshot& snapshot) {
  const AskedMembers* answer = snapshot.asked.answer.get();
  if (answer == nullptr) {
    return snapshot.asked.isOn ? "not asked yet" : "not asked";
  }
  return "asked " + answerAge(snapshot, answer->step, answer->time);
}

std::string askedLine(const Snapshot& snapshot) {
  const AskedMembers* answer = snapshot.asked.answer.get();
  if (answer == nullptr) {
    return "Would move if asked: asking…";
  }
  if (!answer->trouble.empty()) {
    return fmt::format("Would move if asked: no answer, {}", answer->trouble);
  }
  if (answer->members == 0) {
    return "Would move if asked: nothing was merged";
  }
  return fmt::format("Would move if asked: {} of {} ({}), {}", unbroken(grouped(answer->ids.size())),
                     unbroken(grouped(answer->members)), unbroken(shareText(answer->share())), askedAge(snapshot));
}

std::string askedHelp(const Snapshot& snapshot) {
  std::string help =
      "A member is not solved for: it stays in its aggregate even where its forces no longer hold it. A copy of the "
      "run "
      "is solved in the background with every grain free, long enough for a loose grain to begin to move. A member "
      "would move if its speed against its aggregate is then above the merge limit on sliding. 0 is best. The run "
      "itself does not change.";
  const AskedMembers* answer = snapshot.asked.answer.get();
  if (answer != nullptr && answer->members > 0 && answer->trouble.empty()) {
    help += fmt::format("\nAsked of {} members at {:.4g} s, which took {:.2g} s of one core; limit {}",
                        grouped(answer->members), answer->time, answer->seconds,
                        quantity(kMillimetres * answer->limit, "mm/s"));
    help += answer->ids.empty()
                ? "."
                : fmt::format(", fastest {}.",
                              quantity(kMillimetres * static_cast<double>(answer->largestSpeed()), "mm/s"));
  }
  return help + "\nThe age is in simulated time. The copies take at most a quarter of the time of one core.";
}

std::string askedSpeeds(double limit, int step) {
  const double low = kMillimetres * limit * std::pow(kAskedBand, step);
  return step == kLastStep ? fmt::format("over {:.3g} mm/s", low)
                           : fmt::format("{:.3g} to {:.3g}", low, low * kAskedBand);
}

}  // namespace scree
