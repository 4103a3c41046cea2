#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/sweep/sweep_folder.h"
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {

class Sweep : public Ndem {
 protected:
  std::string study(const std::string& text, const std::string& name = "study.yaml") const {
    writeFileAtomically(folder / name, text);
    return path(name);
  }
  ProcessResult sweep(const std::string& study, const std::string& out, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"sweep", study, "--out", path(out)};
    words.insert(words.end(), more.begin(), more.end());
    return runNdem(words);
  }
  std::vector<std::string> hashes(const std::string& out) const {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / out / "points")) {
      names.insert(entry.path().filename().string());
    }
    return {names.begin(), names.end()};
  }
  PointFolder point(const std::string& out, const std::string& hash) const {
    return SweepFolder{folder / out}.point(hash);
  }
  void expectSameTables(const std::string& a, const std::string& b) const {
    for (const char* file : {"sweep.csv", "means.csv", "sweep.h5", "sweep.html"}) {
      EXPECT_EQ(readFile(folder / a / file), readFile(folder / b / file)) << file;
    }
  }
  /// Waits until something is so; fails after half a minute.
  static void waitUntil(const std::function<bool()>& isSo) {
    for (int i = 0; i < 3000; ++i) {
      if (isSo()) {
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "waited in vain";
  }
  /// Starts the long study and waits until its run has saved a state. Returns the process of the sweep; `hash` is the
  /// point.
  int beginLong(const std::string& study, const std::string& out, std::string& hash) const {
    const int process = startNdem({"sweep", study, "--out", path(out)});
    waitUntil([&] { return fs::exists(folder / out / "points") && !hashes(out).empty(); });
    hash = hashes(out).front();
    waitUntil([&] { return fs::exists(point(out, hash).state()); });
    return process;
  }
  static int codeOf(int process) {
    int status = 0;
    ::waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  std::string log(const std::string& out, const std::string& hash) const { return readFile(point(out, hash).log()); }
};

}  // namespace scree
