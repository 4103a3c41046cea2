#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <numbers>
#include <numeric>
#include <sstream>

#include "tests/bench/hold.h"

namespace scree::bench {

namespace {

namespace fs = std::filesystem;
constexpr const char* kScript = "in.hold";
constexpr const char* kDump = "frames.dump";

/// Steps of the plan, with the end of each block on a whole step.
struct Steps {
  double timeStep = 0.0;
  long block = 0;
  long skipped = 0;
  long total = 0;
};

/// Rayleigh time of the smallest sphere: T = π r sqrt(ρ/G) / (0.1631 ν + 0.8766), G = E/(2(1 + ν)).
double rayleighTime(const World& world) {
  const Material& material = world.materials.list[0];
  double radius = world.particles.radius.front();
  for (const double r : world.particles.radius) {
    radius = std::min(radius, r);
  }
  const double shear = material.youngsModulus / (2.0 * (1.0 + material.poissonRatio));
  return std::numbers::pi * radius * std::sqrt(material.density / shear) / (0.1631 * material.poissonRatio + 0.8766);
}

Steps stepsOf(const HoldScene& scene, const HoldPlan& plan, double rayleighShare) {
  Steps steps;
  steps.block = std::lround(std::ceil(plan.blockTime / (rayleighShare * rayleighTime(scene.start))));
  steps.timeStep = plan.blockTime / static_cast<double>(steps.block);
  steps.skipped = plan.skipped * steps.block;
  steps.total = (plan.skipped + plan.blocks) * steps.block;
  return steps;
}

/// A box around everything, with room for the domain's own use.
Bounds domainOf(const World& world) {
  Bounds box{world.particles.position.front(), world.particles.position.front()};
  for (const Vec3& p : world.particles.position) {
    box.lower = box.lower.cwiseMin(p);
    box.upper = box.upper.cwiseMax(p);
  }
  const Vec3 margin = Vec3::Constant(0.05);
  return {box.lower - margin, box.upper + margin};
}

void writeParticles(const HoldScene& scene, const fs::path& file) {
  const World& world = scene.start;
  const Bounds box = domainOf(world);
  std::ofstream out(file);
  fmt::print(out, "particles of {}\n\n{} atoms\n1 atom types\n\n", scene.name, world.particles.size());
  const std::array names = {"xlo xhi", "ylo yhi", "zlo zhi"};
  for (int axis = 0; axis < 3; ++axis) {
    fmt::print(out, "{} {} {}\n", box.lower[axis], box.upper[axis], names[static_cast<std::size_t>(axis)]);
  }
  fmt::print(out, "\nAtoms\n\n");
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    const Vec3& p = world.particles.position[i];
    fmt::print(out, "{} 1 {} {} {} {} {}\n", i + 1, 2.0 * world.particles.radius[i], world.materials.list[0].density,
               p.x(), p.y(), p.z());
  }
}

/// Planes across an axis are the primitive walls of LIGGGHTS.
void writeWalls(const HoldScene& scene, std::ofstream& out) {
  const std::array names = {"xplane", "yplane", "zplane"};
  for (std::size_t i = 0; i < scene.walls.size(); ++i) {
    int axis = 0;
    scene.walls[i].normal.cwiseAbs().maxCoeff(&axis);
    fmt::print(
        out, "fix wall{} all wall/gran model hertz tangential history rolling_friction epsd2 primitive type 1 {} {}\n",
        i, names[static_cast<std::size_t>(axis)], scene.walls[i].point[axis]);
  }
}

void writeScript(const HoldScene& scene, const Steps& steps, const fs::path& file) {
  const Material& material = scene.start.materials.list[0];
  const PairLaw& law = scene.start.materials.pair(0, 0);
  std::ofstream out(file);
  fmt::print(out,
             "atom_style granular\natom_modify map array\nboundary m m m\nnewton off\ncommunicate single vel yes\n"
             "units si\nread_data particles.data\nneighbor 0.0026 bin\nneigh_modify delay 0\n");
  fmt::print(out,
             "fix m1 all property/global youngsModulus peratomtype {}\n"
             "fix m2 all property/global poissonsRatio peratomtype {}\n"
             "fix m3 all property/global coefficientRestitution peratomtypepair 1 {}\n"
             "fix m4 all property/global coefficientFriction peratomtypepair 1 {}\n"
             "fix m5 all property/global coefficientRollingFriction peratomtypepair 1 {}\n",
             material.youngsModulus, material.poissonRatio, law.restitution, law.friction, law.rollingResistance);
  fmt::print(out,
             "pair_style gran model hertz tangential history rolling_friction epsd2\npair_coeff * *\ntimestep {}\n"
             "fix gravity all gravity {} vector 0 0 -1\n",
             steps.timeStep, -scene.start.parameters.gravity.z());
  writeWalls(scene, out);
  // Flushed lines of the thermodynamic output tell the moment at which a block ends. Positions with fewer digits would
  // move by more than a bed that creeps.
  fmt::print(out,
             "fix motion all nve/sphere\nthermo_style custom step atoms ke\nthermo {}\n"
             "thermo_modify flush yes lost error norm no\ncompute overlaps all contact/atom\n"
             "dump frames all custom {} {} id x y z vx vy vz c_overlaps\n"
             "dump_modify frames sort id format \"%d %.14g %.14g %.14g %g %g %g %g\"\nrun {}\n",
             steps.block, std::gcd(steps.skipped, steps.total), kDump, steps.total);
}

/// A child process with its output in a pipe.
struct Child {
  pid_t id = -1;
  std::FILE* output = nullptr;
};

Child start(const fs::path& program, const fs::path& folder) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return {};
  }
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  // The log is flushed after each line of the thermodynamic output when asked for, the screen never is.
  std::array<std::string, 7> words = {program.string(), "-in", kScript, "-log", "/dev/stdout", "-screen", "none"};
  std::array<char*, 8> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    arguments[i] = words[i].data();
  }
  Child child;
  if (::posix_spawn(&child.id, program.c_str(), &actions, nullptr, arguments.data(), ::environ) != 0) {
    child.id = -1;
  }
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  child.output = ::fdopen(ends[0], "r");
  return child;
}

/// Processor time that another process has used [s]; NaN when it is gone.
double processorSecondsOf(pid_t process) {
  clockid_t clock = 0;
  timespec time = {};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
    return kUnmeasured;
  }
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Reads the output to its end; notes the processor time at the line of each block's end. Returns the last error line.
std::string watch(const Child& child, const Steps& steps, std::vector<double>& times) {
  std::array<char, 4096> buffer{};
  std::string failure;
  while (std::fgets(buffer.data(), buffer.size(), child.output) != nullptr) {
    const std::string line(buffer.data());
    if (line.find("ERROR") != std::string::npos) {
      failure = "LIGGGHTS: " + line.substr(0, line.find('\n'));
    }
    std::istringstream words(line);
    long stepNumber = -1;
    std::size_t atoms = 0;
    double energy = 0.0;
    if (words >> stepNumber >> atoms >> energy && stepNumber == static_cast<long>(times.size()) * steps.block) {
      times.push_back(processorSecondsOf(child.id));
    }
  }
  std::fclose(child.output);
  int status = 0;
  ::waitpid(child.id, &status, 0);
  if (failure.empty() && status != 0) {
    failure = fmt::format("LIGGGHTS ended with status {}", status);
  }
  return failure;
}

/// The grains of the frame that the stream stands before.
void readFrame(std::ifstream& in, std::size_t particles, HoldRun& run) {
  run.position.assign(particles, Vec3::Zero());
  run.velocity.assign(particles, Vec3::Zero());
  run.contacts = 0.0;
  for (std::size_t i = 0; i < particles; ++i) {
    std::size_t id = 0;
    double touching = 0.0;
    Vec3 p;
    Vec3 v;
    in >> id >> p.x() >> p.y() >> p.z() >> v.x() >> v.y() >> v.z() >> touching;
    run.position.at(id - 1) = p;
    run.velocity.at(id - 1) = v;
    run.contacts += 0.5 * touching;
  }
}

/// The frame after the skipped blocks and the last one of the dump.
void readFrames(const fs::path& file, std::size_t particles, const Steps& steps, HoldRun& run) {
  std::ifstream in(file);
  std::string line;
  long stepNumber = -1;
  while (std::getline(in, line)) {
    if (line.rfind("ITEM: TIMESTEP", 0) == 0) {
      in >> stepNumber;
    } else if (line.rfind("ITEM: ATOMS", 0) == 0) {
      readFrame(in, particles, run);
      if (stepNumber == steps.skipped) {
        run.settled = run.position;
      }
    }
  }
}

}  // namespace

fs::path findLiggghts() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  std::string folder;
  while (std::getline(folders, folder, ':')) {
    fs::path candidate = fs::path(folder) / "liggghts";
    if (::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return {};
}

HoldRun holdInLiggghts(const HoldScene& scene, const HoldPlan& plan, double rayleighShare, const fs::path& folder) {
  HoldRun run;
  const Steps steps = stepsOf(scene, plan, rayleighShare);
  fs::create_directories(folder);
  fs::remove(folder / kDump);
  writeParticles(scene, folder / "particles.data");
  writeScript(scene, steps, folder / kScript);
  const Child child = start(findLiggghts(), folder);
  if (child.id < 0 || child.output == nullptr) {
    run.failure = "LIGGGHTS could not be started";
    return run;
  }
  std::vector<double> times;
  run.failure = watch(child, steps, times);
  if (run.failure.empty() && times.size() != std::size_t{1} + plan.skipped + plan.blocks) {
    run.failure = fmt::format("LIGGGHTS reported {} of {} blocks", times.size(), plan.skipped + plan.blocks + 1);
  }
  if (!run.failure.empty()) {
    return run;
  }
  run.instructionSet = "scalar";
  run.timeStep = steps.timeStep;
  for (std::size_t i = static_cast<std::size_t>(plan.skipped); i + 1 < times.size(); ++i) {
    run.blockSeconds.push_back(times[i + 1] - times[i]);
  }
  readFrames(folder / kDump, scene.start.particles.size(), steps, run);
  return run;
}

}  // namespace scree::bench
