#include "engine/formats/particles/particle_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/formats/particles/particle_readers.h"
#include "engine/formats/text/file_bytes.h"
#include "engine/formats/text/foreign_files.h"
#include "engine/formats/text/plain_text.h"
#include "engine/formats/text/text_number.h"

namespace scree {

namespace {

constexpr std::uintmax_t kLargestParticleFile = std::uintmax_t{4} << 30;

constexpr UnitSystem kUnitSystems[] = {{"si", 1.0, 1.0, 1.0},        {"cgs", 1e-2, 1.0, 1e3},
                                       {"micro", 1e-6, 1e-6, 1e3},   {"nano", 1e-9, 1e-9, 1e6},
                                       {"metal", 1e-10, 1e-12, 1e3}, {"real", 1e-10, 1e-15, 1e3}};

/// True if the first line that is no remark begins a dump.
bool isDumpText(std::string_view text) {
  while (text.starts_with('#') || text.starts_with('\n')) {
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return text.starts_with("ITEM:");
}

ParticleFile readPlain(std::string bytes, const ParticleChoice& choice) {
  PlainText plain = plainText(std::move(bytes));
  if (!plain.what.empty()) {
    return badFile(std::move(plain.what), std::move(plain.remedy));
  }
  const std::string& text = plain.text;
  const bool isDump = isDumpText(text);
  if (text.starts_with("---\n") && text.find("keywords:") < 4096) {
    return badFile("it is a dump in YAML", "dump again with 'dump ... custom ... id type x y z radius'");
  }
  const bool isData = !isDump && isLammpsData(text);
  const bool isXyzText = !isDump && !isData && isXyz(text);
  ParticleFile result = isDump      ? readDump(text, choice)
                        : isData    ? readLammpsData(text)
                        : isXyzText ? readXyz(text, choice)
                                    : readParticleTable(text);
  if (result.what.empty() && choice.frame && !isDump && !isXyzText) {
    if (auto bad = badFrame(choice, 1)) {
      return std::move(*bad);
    }
  }
  result.kind = isDump ? "dump of LAMMPS or LIGGGHTS" : isData ? "data file of LAMMPS" : isXyzText ? "XYZ" : "table";
  if (!plain.note.empty()) {
    result.notes.insert(result.notes.begin(), plain.note);
  }
  return result;
}

bool isXml(std::string_view bytes) {
  const std::size_t begin = std::min(bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), bytes.size());
  bytes.remove_prefix(begin);
  return bytes.starts_with("<?xml") || bytes.starts_with("<VTKFile") || bytes.starts_with("<!");
}

}  // namespace

ParticleFile badFile(std::string what, std::string remedy, int line) {
  ParticleFile bad;
  bad.what = std::move(what);
  bad.remedy = std::move(remedy);
  bad.line = line;
  return bad;
}

std::optional<UnitSystem> unitSystem(std::string_view name) {
  const auto* found = std::ranges::find(kUnitSystems, name, &UnitSystem::name);
  return found == std::end(kUnitSystems) ? std::nullopt : std::optional(*found);
}

std::string noteOfTypes(std::size_t types) {
  return types > 1 ? fmt::format("{} types of particles become one material: split the file by type for more", types)
                   : std::string();
}

std::optional<ParticleFile> badFrame(const ParticleChoice& choice, std::size_t most) {
  if (!choice.frame || (*choice.frame >= 1 && *choice.frame <= most)) {
    return std::nullopt;
  }
  return badFile(fmt::format("there is no frame {}", *choice.frame),
                 most == 1 ? "it has one frame: take 'frame' out" : fmt::format("give a frame from 1 to {}", most));
}

TextProblem readParticleRow(const ParticleColumns& columns, std::span<const std::string_view> words,
                            FileParticle& particle) {
  TextProblem problem;
  const auto take = [&](int column, double& value) {
    if (column < 0 || problem.any()) {
      return;
    }
    const std::string_view word = words[static_cast<std::size_t>(column)];
    const std::optional<double> number = numberOf(word);
    if (!number || !std::isfinite(*number)) {
      problem.what = fmt::format("{} is no finite number", quotedPart(word));
      return;
    }
    value = *number;
  };
  for (int axis = 0; axis < 3; ++axis) {
    take(columns.place[axis], particle.position[axis]);
    take(columns.velocity[axis], particle.velocity[axis]);
    take(columns.spin[axis], particle.angularVelocity[axis]);
  }
  take(columns.radius >= 0 ? columns.radius : columns.diameter, particle.radius);
  particle.radius *= columns.radius >= 0 ? 1.0 : 0.5;
  if (!problem.any() && columns.hasSizes() && !(particle.radius > 0.0)) {
    problem = {kNoSize, kSizeWanted, 0};
  }
  return problem;
}

bool TextLines::next(std::string_view& line) {
  if (rest_.empty()) {
    return false;
  }
  const std::size_t end = rest_.find('\n');
  isCut_ = end == std::string_view::npos;
  line = rest_.substr(0, end);
  rest_.remove_prefix(isCut_ ? rest_.size() : end + 1);
  ++number_;
  return true;
}

ParticleFile readParticleBytes(std::string bytes, const ParticleChoice& choice, const std::filesystem::path& folder) {
  FileBytes whole = unpacked(std::move(bytes), kLargestParticleFile);
  if (!whole.what.empty()) {
    return badFile(std::move(whole.what), std::move(whole.remedy));
  }
  if (const auto foreign = foreignFile(whole.bytes)) {
    return badFile(std::string(foreign->what), std::string(foreign->remedy));
  }
  const bool isVtk = whole.bytes.starts_with("# vtk");
  const bool isVtkXml = isXml(std::string_view(whole.bytes).substr(0, 4096));
  ParticleFile result = isVtk      ? readVtkLegacy(whole.bytes)
                        : isVtkXml ? readVtkXml(whole.bytes, choice, folder)
                                   : readPlain(std::move(whole.bytes), choice);
  if (result.what.empty() && isVtk) {
    if (auto bad = badFrame(choice, 1)) {
      return std::move(*bad);
    }
  }
  if (result.what.empty() && result.particles.empty()) {
    return badFile("it has no particles", "give a table with columns x y z r, a dump, XYZ or VTK with points");
  }
  result.kind = isVtk ? "legacy VTK" : isVtkXml ? "VTK XML" : result.kind;
  if (!whole.note.empty()) {
    result.notes.insert(result.notes.begin(), whole.note);
  }
  return result;
}

ParticleFile readParticleFile(const std::filesystem::path& file, const ParticleChoice& choice) {
  FileBytes whole = readBytes(file, kLargestParticleFile, "a table, a dump or a VTK file");
  if (!whole.what.empty()) {
    return badFile(std::move(whole.what), std::move(whole.remedy));
  }
  ParticleFile result = readParticleBytes(std::move(whole.bytes), choice, file.parent_path());
  if (result.what.empty() && !whole.note.empty()) {
    result.notes.insert(result.notes.begin(), whole.note);
  }
  return result;
}

}  // namespace scree
