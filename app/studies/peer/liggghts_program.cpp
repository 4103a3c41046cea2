#include "app/studies/peer/liggghts_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <numbers>
#include <thread>

#include "app/console/signals.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr const char* kInput = "in.liggghts";
constexpr const char* kLog = "liggghts.log";
constexpr std::chrono::milliseconds kLook(20);  // between looks whether it has ended
constexpr int kFacets = 200;                    // of a drum around its axis

/// Corner of the polygon around a circle about y.
Vec3 cornerOf(double radius, int place, double y) {
  const double outer = radius / std::cos(std::numbers::pi / kFacets);
  const double angle = 2.0 * std::numbers::pi * place / kFacets;
  return {outer * std::cos(angle), y, outer * std::sin(angle)};
}

}  // namespace

std::optional<double> runLiggghts(const std::filesystem::path& folder, const std::string& input) {
  writeFileAtomically(folder / kInput, input);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  // With "-screen none" LIGGGHTS 3.8 writes to a null stream when it reads a mesh, and ends.
  std::array<std::string, 5> words = {"liggghts", "-in", kInput, "-log", kLog};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    arguments[i] = words[i].data();
  }
  pid_t process = -1;
  const int trouble = ::posix_spawnp(&process, "liggghts", &actions, nullptr, arguments.data(), ::environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (trouble != 0) {
    return std::nullopt;
  }
  int status = 0;
  rusage used = {};
  bool isAsked = false;
  while (true) {
    const pid_t ended = ::wait4(process, &status, WNOHANG, &used);
    if (ended == process || (ended < 0 && errno != EINTR)) {
      break;
    }
    if (signalReceived() != 0 && !isAsked) {
      ::kill(process, SIGTERM);
      isAsked = true;
    }
    std::this_thread::sleep_for(kLook);
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return std::nullopt;
  }
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::string liggghtsFailure(const std::filesystem::path& folder) {
  if (signalReceived() != 0) {
    return "it was stopped";
  }
  return fmt::format("the program liggghts is not installed or failed: see {} in {}", kLog, folder.string());
}

std::string liggghtsHead() {
  return "atom_style granular\natom_modify map array\nboundary m m m\nnewton off\ncommunicate single vel yes\nunits "
         "si\n"
         "hard_particles yes\nsoft_particles yes\nread_data particles.data\n";
}

std::string facetText(const Vec3& a, const Vec3& b, const Vec3& c) {
  std::string text = "facet normal 0 0 0\n outer loop\n";
  for (const Vec3& corner : {a, b, c}) {
    text += fmt::format("  vertex {} {} {}\n", corner.x(), corner.y(), corner.z());
  }
  return text + " endloop\nendfacet\n";
}

std::string stlText(const std::string& facets) { return "solid body\n" + facets + "endsolid body\n"; }

std::string drumShell(double radius, double length) {
  const double half = 0.5 * length;
  std::string text;
  for (int i = 0; i < kFacets; ++i) {
    const Vec3 a = cornerOf(radius, i, -half);
    const Vec3 b = cornerOf(radius, i + 1, -half);
    const Vec3 c = cornerOf(radius, i + 1, half);
    const Vec3 d = cornerOf(radius, i, half);
    text += facetText(a, b, c) + facetText(a, c, d);
  }
  return text;
}

std::string drumCaps(double radius, double length) {
  const double half = 0.5 * length;
  std::string text;
  for (int i = 0; i < kFacets; ++i) {
    text += facetText(cornerOf(radius, i, half), cornerOf(radius, i + 1, half), Vec3(0.0, half, 0.0));
    text += facetText(cornerOf(radius, i + 1, -half), cornerOf(radius, i, -half), Vec3(0.0, -half, 0.0));
  }
  return text;
}

}  // namespace scree
