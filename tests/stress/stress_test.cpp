// Some of the stress matrix: no case gains energy, loses a grain or is not finite; scree_stress runs them all.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/stress/stress_run.h"

namespace scree::stress {
namespace {

constexpr int kMostSteps = 1000;
constexpr std::uint64_t kCases = 120;

/// Runs the first cases of a kind, of which at most a share may be stopped by the guard.
void expectSoundness(Case (*caseOfKind)(std::uint64_t), double mayStop) {
  int sound = 0;
  int stopped = 0;
  for (std::uint64_t number = 0; number < kCases; ++number) {
    const Case c = caseOfKind(number);
    const Outcome outcome = runCase(c, kMostSteps, std::filesystem::temp_directory_path());
    EXPECT_TRUE(outcome.verdict == Verdict::sound || outcome.verdict == Verdict::refused ||
                outcome.verdict == Verdict::stopped)
        << nameOf(outcome.verdict) << ": " << describe(c) << ", gain " << outcome.gain << ", lost " << outcome.lost;
    if (outcome.verdict != Verdict::sound) {
      EXPECT_FALSE(outcome.sentence.empty()) << describe(c);
    }
    sound += outcome.verdict == Verdict::sound ? 1 : 0;
    stopped += outcome.verdict == Verdict::stopped ? 1 : 0;
  }
  EXPECT_GT(sound, static_cast<int>(kCases) / 2);
  EXPECT_LE(stopped, mayStop * static_cast<double>(kCases));
}

TEST(Stress, FirstCasesAreSoundOrRefused) { expectSoundness(caseOf, 0.02); }

/// With attraction of up to a thousand weights of a grain more are stopped: 67 of the first 2000 in place of 23.
TEST(Stress, FirstWetCasesAreSoundOrRefused) { expectSoundness(wetCaseOf, 0.05); }

/// Its grains first meet a third of a diameter deep: what their contacts seem to store nobody put in.
TEST(Stress, EnergyOfContactsThatAreFoundDeepIsSeen) {
  const Outcome outcome = runCase(caseOf(1163), kMostSteps, std::filesystem::temp_directory_path());
  EXPECT_EQ(nameOf(outcome.verdict), nameOf(Verdict::stopped)) << "gain " << outcome.gain;
  EXPECT_NE(outcome.sentence.find("of energy appeared from nowhere"), std::string::npos) << outcome.sentence;
  EXPECT_NE(outcome.sentence.find("use a time_step of at most"), std::string::npos) << outcome.sentence;
}

}  // namespace
}  // namespace scree::stress
