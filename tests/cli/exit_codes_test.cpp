// The exit codes of the table in `ndem --help`, each reached by a command; 9 is scree's without a display (tests/gui).
#include "app/console/exit_codes.h"

#include <gtest/gtest.h>

#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

class ExitCodes : public Ndem {
 protected:
  static int codeOf(const std::vector<std::string>& words) { return runNdem(words).code; }
};

TEST_F(ExitCodes, DoneIsZero) {
  EXPECT_EQ(codeOf({"run", scene, "--until", "10 ms"}), kDone);
  EXPECT_EQ(codeOf({"check", scene}), kDone);
  EXPECT_EQ(codeOf({"help"}), kDone);
  EXPECT_EQ(codeOf({"study", "gallery", "--write", path("scenes"), "--scenes", "2"}), kDone);
}

TEST_F(ExitCodes, InputsThatAreWrongOrMissingAreTwo) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", "nothing"},
           {"check", "nothing"},
           {"check", "nothing", "--json"},
           {"render", "nothing", "--out", "a.mp4"},
           {"compare", "nothing", "nothing"},
           {"run", scene, "--set", "solver.sweps=3"},
           {"study", "precision", "nothing"},
           {"study", "precision", scene, "--set", "solver.sweps=3"},
           {"study", "gallery", "--scenes", "20", "--set", "solver.sweps=3"},
           {"study", "reduction", "--only", "drum", "--set", "bodies.mill.density=1", "--out", path("a")}}) {
    const ProcessResult result = runNdem(words);
    EXPECT_EQ(result.code, kBadScene) << words[0] << " " << words[1] << result.err;
    EXPECT_FALSE(result.err.empty() && result.out.empty()) << words[0] << " " << words[1];
  }
}

/// Before a run of hours, not after it.
TEST_F(ExitCodes, FoldersThatCannotBeWrittenAreFourAtOnce) {
  const std::string inFile = scene + "/study";
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"study", "repose", "--out", inFile},
                                             {"study", "warm-start", "--out", inFile},
                                             {"study", "triaxial", "--out", inFile},
                                             {"study", "reduction", "--out", inFile},
                                             {"study", "precision", "drum", "--out", inFile},
                                             {"study", "gallery", "--out", inFile},
                                             {"study", "gallery", "--write", inFile},
                                             {"study", "truth", "--out", inFile},
                                             {"study", "collision", "--out", inFile},
                                             {"study", "iterations", "--out", inFile},
                                             {"make", "box", "--size", "1,1,1", "--out", inFile + ".stl"},
                                             {"run", scene, "--until", "1 h", "--report", inFile}}) {
    const ProcessResult result = runNdem(words);
    EXPECT_EQ(result.code, kOutputFailed) << words[0] << " " << words[1] << result.err;
    EXPECT_NE(result.err.find("study"), std::string::npos) << result.err;
    EXPECT_LE(lines(result.err), 2U) << result.err;
  }
}

TEST_F(ExitCodes, StatesAndRecordingsThatCannotBeReadAreFive) {
  writeFileAtomically(path("bad.scree"), "SCREE");
  EXPECT_EQ(codeOf({"run", scene, "--resume", path("nothing")}), kBadCheckpoint);
  EXPECT_EQ(codeOf({"replay", path("nothing")}), kBadCheckpoint);
  EXPECT_EQ(codeOf({"replay", path("bad.scree")}), kBadCheckpoint);
}

TEST_F(ExitCodes, TooLittleMemoryIsSix) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs more memory than the limit leaves";
#endif
  // 120 MB: the program with its libraries starts within 80 MB, and 800 000 grains do not fit.
  const std::string command =
      "ulimit -v 120000; exec " + std::string(NDEM_PATH) + " run balling_drum_plant --until '10 ms'";
  const ProcessResult result = runNdem({"-c", command}, {.program = "/bin/bash"});
  EXPECT_EQ(result.code, kInternal) << result.err;
  EXPECT_NE(result.err.find("out of memory"), std::string::npos) << result.err;
}

TEST(ExitCodeTable, HasEveryCodeOnce) {
  std::string codes;
  for (const ExitCodeInfo& info : exitCodeTable()) {
    codes += std::string(info.code) + " ";
    EXPECT_FALSE(info.meaning.empty());
  }
  EXPECT_EQ(codes, "0 1 2 3 4 5 6 7 8 9 130 ");
}

}  // namespace
}  // namespace scree
