#include "app/setups/file_scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/setups/setup.h"
#include "engine/base/count_text.h"
#include "engine/base/place_text.h"
#include "engine/formats/mesh_defects.h"
#include "engine/formats/mesh_file.h"
#include "engine/formats/particles/particle_file.h"
#include "engine/formats/text/file_bytes.h"
#include "engine/formats/text/plain_text.h"
#include "engine/formats/text/text_number.h"
#include "engine/settings/parameters.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestScript = std::uintmax_t{16} << 20;
constexpr std::size_t kShownParticles = 3;
constexpr std::size_t kShownDefects = 10;

void item(std::string& text, std::string_view label, const std::string& value) {
  text += fmt::format("  {:<11}{}\n", label, value);
}

FileScene refusedImport(const fs::path& file, int line, const std::string& what, const std::string& remedy) {
  const std::string at = line > 0 ? fmt::format(":{}", line) : "";
  return {fmt::format("{}{}: {}: {}\n", file.string(), at, what, remedy), {}, false};
}

/// Path of a file as a scene at `out` names it.
std::string pathFrom(const fs::path& out, const fs::path& file) {
  std::error_code problem;
  const fs::path near =
      out.empty() ? fs::path() : fs::relative(fs::absolute(file), fs::absolute(out).parent_path(), problem);
  return (problem || near.empty() ? fs::absolute(file) : near).generic_string();
}

/// Head of a scene with one material, whose numbers the user has to look at.
std::string sceneHead(const fs::path& file, const std::string& material, std::optional<double> density) {
  return fmt::format(
      "scree: 1\nname: \"{}\"\n# {} is an assumption: put in that of the material.\nmaterials: "
      "{{{}: {{density: {:.10g} kg/m3}}}}\ndefault_pair: {{friction: 0.5}}\n",
      shortened(file.stem().string()), density ? "Friction" : "Density, like friction,", material,
      density.value_or(2500.0));
}

/// Bounds of a scene, where what is in it lies beyond the usual ones, with room of its size around it; else nothing.
std::string boundsAround(const Vec3& lower, const Vec3& upper) {
  const Bounds usual = Parameters().bounds;
  if (usual.contains(lower) && usual.contains(upper)) {
    return {};
  }
  const Vec3 room = Vec3::Constant(std::max(1.0, (upper - lower).norm()));
  const Vec3 low = (lower - room).array().floor();
  const Vec3 high = (upper + room).array().ceil();
  return fmt::format("bounds: {{lower: [{}, {}, {}], upper: [{}, {}, {}]}}\n", low.x(), low.y(), low.z(), high.x(),
                     high.y(), high.z());
}

/// Adds the largest defects to a text, and the number of the others.
void addDefects(std::string& text, const MeshDefects& defects) {
  const std::size_t shown = std::min(kShownDefects, defects.list.size());
  for (std::size_t i = 0; i < shown; ++i) {
    item(text, i == 0 ? "defects" : "", textOf(defects.list[i]));
  }
  if (const std::size_t others = defects.list.size() - shown + defects.more; others > 0) {
    item(text, "", fmt::format("and {} more", others));
  }
}

FileScene importMesh(const FileToScene& options) {
  MeshFile file = readMeshFile(options.file);
  if (!file.triangles) {
    return {fmt::format("{}: {}\n", file.what, file.remedy), {}, false};
  }
  const double scale = options.scale.value_or(1.0);
  for (Vec3& point : file.triangles->points) {
    point *= scale;
  }
  const MeshHealth health = mend(*file.triangles, options.closeHoles ? HoleRepair::close : HoleRepair::leave);
  if (file.triangles->corners.empty()) {
    return refusedImport(options.file, 0,
                         fmt::format("none of its {} has an area", countText(health.given, "triangle")),
                         "export it again");
  }
  if (options.frame > 0) {
    return refusedImport(options.file, 0, "a mesh has no frames", "leave the frame out");
  }
  FileScene found;
  found.text = fmt::format("{}: a mesh\n", options.file.string());
  item(found.text, "mesh", summaryOf(health, file.triangles->corners.size()));
  item(found.text, "box",
       fmt::format("from {} to {} m", placeText(health.bounds.lower), placeText(health.bounds.upper)));
  for (const std::string& note : notesOf(health)) {
    item(found.text, "note", note);
  }
  addDefects(found.text, defectsOf(*file.triangles, health));
  if (!options.scale) {
    item(found.text, "units", "not in the file, taken as m: a scale of 1 mm takes them as millimetres");
  }
  if (const Weightless why = whyWeightless(health); !why.what.empty()) {
    item(found.text, "mass", fmt::format("cannot be weighed: {}: {}", why.what, why.remedy));
  }
  found.scene =
      sceneHead(options.file, "wall", {}) + boundsAround(health.bounds.lower, health.bounds.upper) +
      fmt::format("bodies: {{part: {{shapes: [{{mesh: {{file: \"{}\", scale: {:.10g} m{}, material: wall}}}}]}}}}\n",
                  pathFrom(options.out, options.file), scale,
                  health.closedHoles && health.closedHoles->holes > 0 ? ", close_holes: true" : "");
  return found;
}

FileScene importParticles(const FileToScene& options) {
  const ParticleFile file = readParticleFile(
      options.file,
      {.frame = options.frame > 0 ? std::optional(static_cast<std::size_t>(options.frame)) : std::nullopt});
  if (!file.what.empty()) {
    return refusedImport(options.file, file.line, file.what, file.remedy);
  }
  if (file.isInMetres && options.scale && *options.scale != 1.0) {
    return refusedImport(options.file, 0, "it tells its units", "leave the scale out");
  }
  const double scale = options.scale.value_or(1.0);
  Vec3 lower = Vec3::Constant(1e300);
  Vec3 upper = -lower;
  double smallest = 1e300;
  double largest = 0.0;
  for (const FileParticle& particle : file.particles) {
    lower = lower.cwiseMin(scale * particle.position);
    upper = upper.cwiseMax(scale * particle.position);
    smallest = std::min(smallest, 2.0 * scale * particle.radius);
    largest = std::max(largest, 2.0 * scale * particle.radius);
  }
  FileScene found;
  found.text =
      fmt::format("{}: {}, {}\n", options.file.string(), countText(file.particles.size(), "particle"), file.kind);
  item(found.text, "read", file.mapping);
  for (const std::string& note : file.notes) {
    item(found.text, "note", note);
  }
  for (std::size_t i = 0; i < std::min(kShownParticles, file.particles.size()); ++i) {
    const FileParticle& p = file.particles[i];
    item(found.text, i == 0 ? "first" : "",
         fmt::format("at {} m, {}, velocity {} m/s", placeText(scale * p.position),
                     p.radius > 0.0 ? fmt::format("radius {:.6g} m", scale * p.radius) : std::string("no radius"),
                     placeText(scale * p.velocity)));
  }
  item(found.text, "diameters",
       !(largest > 0.0) ? std::string("none in the file: the scene needs 'diameter'")
                        : fmt::format("{:.6g} to {:.6g} m", smallest, largest));
  item(found.text, "box", fmt::format("of the centres from {} to {} m", placeText(lower), placeText(upper)));
  if (!file.isInMetres && !options.scale) {
    item(found.text, "units", "not in the file, taken as m: a scale of 1 mm takes them as millimetres");
  }
  const double radius = largest > 0.0 ? 0.5 * largest : 0.005;
  const std::string scaleText = file.isInMetres || scale == 1.0 ? "" : fmt::format(", scale: {:.10g} m", scale);
  const std::string frame = options.frame > 0 ? fmt::format(", frame: {}", options.frame) : "";
  const std::string diameter = largest > 0.0 ? "" : ", diameter: 10 mm";
  found.scene = sceneHead(options.file, "grains", file.density) + boundsAround(lower, upper) +
                fmt::format(
                    "bodies: {{floor: {{shapes: [{{plane: {{position: [0, 0, {:.10g}], material: grains}}}}]}}}}\n"
                    "particles:\n  - file: {{path: \"{}\", material: grains{}{}{}}}\n",
                    lower.z() - radius, pathFrom(options.out, options.file), scaleText, frame, diameter);
  return found;
}

/// True if a text has commands of LAMMPS or LIGGGHTS among its first lines.
bool isScript(std::string_view text) {
  constexpr std::string_view kCommands[] = {"units",    "atom_style", "boundary",   "pair_style",
                                            "region",   "newton",     "create_box", "fix",
                                            "timestep", "neighbor",   "variable",   "atom_modify"};
  constexpr std::size_t kLookedAt = 200;
  std::size_t found = 0;
  for (std::size_t i = 0; i < kLookedAt && !text.empty(); ++i) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::vector<std::string_view> words = wordsOf(text.substr(0, end));
    found += words.size() > 1 && std::ranges::find(kCommands, words[0]) != std::end(kCommands) ? 1 : 0;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found >= 2;
}

/// Reads the particle files of a script for what the set-up needs of them.
void takeFilesOf(const FileToScene& options, ImportedSetup& setup) {
  for (SetupFile& file : setup.files) {
    const fs::path path = options.file.parent_path() / file.path;
    const ParticleFile found = readParticleFile(path);
    if (!found.what.empty()) {
      setup.doubts.push_back({file.line, file.path, fmt::format("{}: {}", found.what, found.remedy)});
    }
    file.types = found.types;
    if (found.isInMetres) {
      file.scale = file.density = 1.0;
    }
    if (found.density && !setup.materials.empty()) {
      setup.materials[0].density = setup.materials[0].density.value_or(file.density * *found.density);
    }
    if (found.box && setup.box.empty()) {
      SetupRegion box;
      box.name = setup.box = "the box of " + file.path;
      box.lower = file.scale * found.box->lower;
      box.upper = file.scale * found.box->upper;
      setup.regions.push_back(box);
    }
    file.path = pathFrom(options.out, path);
  }
}

FileScene importScript(const FileToScene& options, std::string_view text) {
  ImportedSetup setup = readLiggghtsScript(text);
  // Files lie where the script names them.
  for (SetupWall& wall : setup.walls) {
    wall.file = wall.file.empty() ? "" : pathFrom(options.out, options.file.parent_path() / wall.file);
  }
  takeFilesOf(options, setup);
  FileScene found;
  // Scripts are named in.case, or case.in.
  const std::string stem = options.file.stem().string();
  found.scene = sceneOfSetup(setup, stem == "in" ? options.file.extension().string().substr(1) : stem);
  found.text = fmt::format("{}: a script of LIGGGHTS\n", options.file.string());
  item(found.text, "materials", fmt::format("{}", setup.materials.size()));
  item(found.text, "walls", fmt::format("{}", std::ranges::count_if(setup.walls, &SetupWall::isUsed)));
  item(found.text, "insertions", fmt::format("{}", setup.insertions.size()));
  for (const std::string& note : setup.notes) {
    item(found.text, "note", note);
  }
  if (!setup.doubts.empty()) {
    found.text +=
        fmt::format("  not taken over, {} line{}:\n", setup.doubts.size(), setup.doubts.size() == 1 ? "" : "s");
    for (const ScriptDoubt& doubt : setup.doubts) {
      found.text += fmt::format("    {}: {}\n        {}\n", doubt.line, doubt.text, doubt.reason);
    }
  }
  return found;
}

}  // namespace

bool isFileOfOthers(const fs::path& file) {
  constexpr std::string_view kEndings[] = {".csv",    ".dump", ".lammpstrj", ".data", ".xyz",
                                           ".extxyz", ".vtk",  ".vtp",       ".vtu",  ".pvtp",
                                           ".pvtu",   ".pvd",  ".gz",        ".zst",  ".liggghts"};
  return std::ranges::find(kEndings, lowerCase(file.extension().string())) != std::end(kEndings);
}

FileScene sceneOfFile(const FileToScene& options) {
  if (isMeshFile(options.file)) {
    return importMesh(options);
  }
  if (options.closeHoles) {
    return refusedImport(options.file, 0, "no mesh, so that there are no holes to close", "leave --close-holes out");
  }
  const FileBytes whole = readBytes(options.file, kLargestScript, "a particle file, a mesh or a script");
  if (whole.what.empty() && isMesh(whole.bytes)) {
    return importMesh(options);
  }
  if (whole.what.empty()) {
    if (const PlainText plain = plainText(whole.bytes); plain.what.empty() && isScript(plain.text)) {
      return importScript(options, plain.text);
    }
  }
  return importParticles(options);
}

}  // namespace scree
