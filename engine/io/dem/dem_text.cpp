#include "engine/io/dem/dem_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/io/dem/dem_constants.h"

namespace scree {

namespace {

constexpr std::size_t kWidth = 108;

/// One remark in lines behind '#', the later ones indented.
void addRemark(std::string& text, const std::string& first, const std::string& remark) {
  std::string line = first;
  std::size_t from = 0;
  while (from < remark.size()) {
    const std::size_t end = std::min(remark.find(' ', from), remark.size());
    const std::string word = remark.substr(from, end - from);
    if (line.size() + 1 + word.size() > kWidth) {
      text += line + "\n";
      line = "#  ";
    }
    line += " " + word;
    from = end + 1;
  }
  text += line + "\n";
}

}  // namespace

std::string lineSafe(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  // An '&' at the end of a line joins the next one to it in LIGGGHTS.
  std::ranges::replace(text, '&', '+');
  return text;
}

std::string startHead(const World& world, const StartFiles& files, const std::string& how) {
  std::string text;
  addRemark(text, "#", fmt::format("{} at {:.9g} s, written by Scree. {}", lineSafe(world.name), world.time, how));
  addRemark(text, "#", "SI units; the time of this run begins at 0.");
  text += files.leftOut.empty() ? "#\n# Nothing is left out.\n" : "#\n# Left out:\n";
  for (const std::string& one : files.leftOut) {
    addRemark(text, "# -", lineSafe(one));
  }
  text += "#\n# Otherwise than in Scree:\n";
  for (const std::string& one : files.otherwise) {
    addRemark(text, "# -", lineSafe(one));
  }
  return text + "\n";
}

void addCommonRemarks(const World& world, StartFiles& files) {
  if (world.parameters.reduction.merging == Switch::on || world.reduction.memberCount > 0) {
    files.leftOut.emplace_back("merging: all grains are free there");
  }
  if (world.parameters.method != Method::smooth) {
    files.otherwise.emplace_back(
        "contacts are springs with dashpots and small explicit steps, friction has a tangential spring; here they are "
        "constraints");
  }
  files.otherwise.emplace_back("contacts at the start have no history: their friction begins at zero");
  for (const Joint& joint : world.joints) {
    files.leftOut.push_back(
        fmt::format("the joint {}{}", joint.name, joint.motor.kind == MotorKind::none ? "" : " with its motor"));
  }
  for (const Emitter& emitter : world.emitters) {
    if (emitter.emitted < emitter.limit && world.time < emitter.stop) {
      files.leftOut.push_back(
          fmt::format("the emitter {}: no grains come in; export at a later time where they are there", emitter.name));
    }
  }
  for (const Sink& sink : world.sinks) {
    files.leftOut.push_back(fmt::format("the sink {}: grains in it stay", sink.name));
  }
  if (world.pull) {
    files.leftOut.emplace_back("the hand that pulls a grain or a body");
  }
  const Bounds usual;
  if (world.parameters.bounds.lower != usual.lower || world.parameters.bounds.upper != usual.upper) {
    files.leftOut.emplace_back("the bounds: grains that pass them are not taken out");
  }
}

StartSteps startSteps(double seconds, double longest) {
  const long every = std::max(1L, static_cast<long>(std::ceil(seconds / longest / dem::kFrames)));
  const long all = every * dem::kFrames;
  return {.every = every, .all = all, .step = seconds / static_cast<double>(all)};
}

DemSurfaces startSurfaces(const World& world, double seconds, bool keepPlanes) {
  const std::vector<double>& radii = world.particles.radius;
  if (radii.empty()) {
    throw NoStart(
        fmt::format("there are no grains at {:g} s, and other programs need some: give a later --time", world.time));
  }
  return surfacesOf(world, seconds, *std::ranges::min_element(radii), keepPlanes);
}

}  // namespace scree
