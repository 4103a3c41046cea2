// ndem compare: tables of runs over time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <numbers>

#include "engine/io/output_file.h"
#include "tests/cli/process.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

class Compare : public ::testing::Test {
 protected:
  /// A table of 10 s with a motor's force over time, and a column that nobody asks for.
  std::string table(const std::string& name, const std::function<double(double)>& force, double step = 0.01) {
    std::ofstream file(folder_ / name);
    file << "time_s,step,\"a, b.motor_force_N\",boom.motor_force_N,boom.motor_power_W,hinge.motor_torque_Nm\n";
    for (int i = 1; i * step <= 10.0; ++i) {
      file << fmt::format("{},{},{},{},1,0\n", i * step, i, 3.0, force(i * step));
    }
    return (folder_ / name).string();
  }
  TestFolder folder_;
};

/// A force of root mean square 100 N and a part of its own of 10 N at a frequency.
std::function<double(double)> forceWith(double frequency, double offset = 0.0) {
  return [=](double t) {
    return 100.0 + offset + 10.0 * std::numbers::sqrt2 * std::sin(2.0 * std::numbers::pi * frequency * t);
  };
}

TEST_F(Compare, TellsTheDifferenceBelowAFrequency) {
  const std::string slow = table("slow.csv", forceWith(0.5));
  const std::string fast = table("fast.csv", forceWith(20.0));
  const ProcessResult raw = runNdem({"compare", slow, fast});
  ASSERT_EQ(raw.code, 0) << raw.err;
  // sqrt(10² + 10²) / sqrt(100² + 10²); the column without scatter differs by nothing; power is not wanted.
  EXPECT_NE(raw.out.find("| boom.motor_force_N | 100.5 | 14.0"), std::string::npos) << raw.out;
  EXPECT_NE(raw.out.find("| a, b.motor_force_N | 3 | 0.00 % |"), std::string::npos) << raw.out;
  EXPECT_EQ(raw.out.find("power"), std::string::npos) << raw.out;
  EXPECT_EQ(raw.out.find("hinge"), std::string::npos) << "a joint without a motor: " << raw.out;
  const std::string csv = (folder_ / "out.csv").string();
  const ProcessResult low =
      runNdem({"compare", slow, fast, "--filter", "2", "--columns", "boom.motor_force", "--out", csv});
  ASSERT_EQ(low.code, 0) << low.err;
  // The slow part alone is left: 10 of 100.25 N.
  EXPECT_NE(low.out.find("| 9.9"), std::string::npos) << low.out;
  EXPECT_EQ(readFile(csv).rfind("column,rms,runs_differ,others_differ,means_apart,means_expected\nboom.", 0), 0U);
}

TEST_F(Compare, HoldsOtherRunsAgainstTheScatterOfLikeOnes) {
  const std::string one = table("1.csv", forceWith(1.0));
  const std::string two = table("2.csv", forceWith(2.0));
  const std::string other = table("3.csv", forceWith(3.0, 50.0), 0.005);  // with steps of its own
  const ProcessResult run = runNdem({"compare", one, two, "--with", other, "--from", "1", "--to", "9"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("2 and 1 runs, 1 s to 9 s"), std::string::npos) << run.out;
  // Scatter 14.1 %; the others 52 % away; the means 51.2 % apart where sqrt(3 / 2) times 10 N are expected.
  EXPECT_NE(run.out.find("| boom.motor_force_N | 100.5 | 14.0"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("| 51.7"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("| 51.2"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("| 12.1"), std::string::npos) << run.out;
}

TEST_F(Compare, SaysWhatIsWrong) {
  const std::string good = table("good.csv", forceWith(1.0));
  EXPECT_EQ(runNdem({"compare", good}).code, 1);
  EXPECT_EQ(runNdem({"compare", good, good, "--filter", "60"}).code, 1) << "rows every 10 ms know nothing of 60 Hz";
  std::ofstream(folder_ / "bad.csv") << "time_s,x.motor_force_N\n0,1\n1,many\n";
  const ProcessResult bad = runNdem({"compare", good, (folder_ / "bad.csv").string()});
  EXPECT_EQ(bad.code, 2);
  EXPECT_NE(bad.err.find("bad.csv:3: 'many' is no number"), std::string::npos) << bad.err;
  const ProcessResult none = runNdem({"compare", good, (folder_ / "none.csv").string()});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("none.csv"), std::string::npos) << none.err;
  const ProcessResult column = runNdem({"compare", good, good, "--columns", "mast"});
  EXPECT_EQ(column.code, 2);
  EXPECT_NE(column.err.find("--columns"), std::string::npos) << column.err;
  EXPECT_EQ(runNdem({"compare", good, good, "--from", "20"}).code, 2);
}

}  // namespace
}  // namespace scree
