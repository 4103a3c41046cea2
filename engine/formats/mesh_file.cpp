#include "engine/formats/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <limits>
#include <new>
#include <system_error>

#include "engine/formats/mesh_readers.h"
#include "engine/formats/mesh_sides.h"
#include "engine/formats/text/file_bytes.h"
#include "engine/formats/text/foreign_files.h"
#include "engine/formats/text/plain_text.h"
#include "engine/formats/text/text_number.h"

namespace scree {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargestMeshFile = std::uintmax_t{2} << 30;

using MeshReader = MeshFile (*)(std::string_view bytes, const std::string& name);

// A new format is one entry in each of the two lists.
constexpr std::array<std::string_view, 3> kEndings = {".stl", ".obj", ".ply"};
constexpr std::array<MeshReader, kEndings.size()> kReaders = {readStl, readObj, readPly};

/// Index of an ending in the lists; their size when it is not there.
std::size_t placeOfEnding(std::string_view ending) {
  return static_cast<std::size_t>(std::ranges::find(kEndings, ending) - kEndings.begin());
}

/// Names of the formats for a message: "STL, OBJ or PLY".
std::string formatNames() {
  std::string names;
  for (std::size_t i = 0; i < kEndings.size(); ++i) {
    names += i == 0 ? "" : i + 1 < kEndings.size() ? ", " : " or ";
    for (const char c : kEndings[i].substr(1)) {
      names += static_cast<char>(c - 'a' + 'A');
    }
  }
  return names;
}

MeshFile refusal(std::string what, std::string remedy) { return {std::nullopt, std::move(what), std::move(remedy)}; }

/// Ending of a mesh file without that of its compression: ".stl" of "Part.STL.gz".
std::string lowerCaseEnding(const fs::path& file) {
  std::string ending = file.extension().string();
  if (ending == ".gz" || ending == ".zst") {
    ending = file.stem().extension().string();
  }
  std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return ending;
}

MeshFile unknownKind(const std::string& name) {
  return refusal(fmt::format("{} is of no known kind of mesh", name),
                 fmt::format("use a file that ends in {}", fmt::join(kEndings, ", ")));
}

/// True if a text has the words of an STL file as text near its beginning.
bool isStlText(std::string_view bytes) {
  const std::string head = lowerCase(bytes.substr(0, 2048));
  return head.find('\0') == std::string::npos && head.find("facet") != std::string::npos &&
         head.find("outer") != std::string::npos && head.find("vertex") != std::string::npos;
}

/// True if the first lines of a text are those of an OBJ file, three points among them.
bool isObjText(std::string_view bytes) {
  constexpr std::string_view kWords[] = {"v", "vt", "vn", "vp", "f", "o", "g", "s", "l", "p", "usemtl", "mtllib"};
  constexpr int kLookedAt = 200;
  int points = 0;
  for (int i = 0; i < kLookedAt && !bytes.empty(); ++i) {
    const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    const std::vector<std::string_view> words = wordsOf(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (words.empty() || words[0].starts_with('#')) {
      continue;
    }
    if (std::ranges::find(kWords, words[0]) == std::end(kWords)) {
      return false;
    }
    points += words[0] == "v" && words.size() >= 4 ? 1 : 0;
  }
  return points >= 3;
}

/// Reader by what the bytes begin with, as files are named by mistake; null where that does not tell.
MeshReader readerByContent(std::string_view bytes) {
  if (bytes.starts_with("ply\n") || bytes.starts_with("ply\r")) {
    return readPly;
  }
  return isStlText(bytes) ? readStl : isObjText(bytes) ? readObj : nullptr;
}

}  // namespace

std::span<const std::string_view> meshEndings() { return kEndings; }

bool isMesh(std::string_view bytes) { return readerByContent(bytes) != nullptr; }

bool isMeshFile(const fs::path& file) { return placeOfEnding(lowerCaseEnding(file)) < kEndings.size(); }

MeshFile readMeshBytes(std::string_view bytes, std::string_view ending, const std::string& name) {
  if (const auto foreign = foreignFile(bytes)) {
    return refusal(fmt::format("{} is no mesh that is read here: {}", name, foreign->what),
                   std::string(foreign->remedy));
  }
  std::string plain;
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    plain = plainText(std::string(bytes)).text;
    bytes = plain.empty() ? bytes : plain;
  }
  const std::size_t format = placeOfEnding(ending);
  const MeshReader byContent = readerByContent(bytes);
  if (byContent == nullptr && format == kReaders.size()) {
    return unknownKind(name);
  }
  try {
    MeshFile file = (byContent != nullptr ? byContent : kReaders[format])(bytes, name);
    if (const std::string bad = problemOf(*file.triangles); !bad.empty()) {
      return refusal(fmt::format("the mesh {} cannot be used: {}", name, bad),
                     fmt::format("export it again as {}", formatNames()));
    }
    return file;
  } catch (MeshProblem& problem) {
    return refusal(std::move(problem.what), std::move(problem.remedy));
  } catch (const std::bad_alloc&) {
    return refusal(fmt::format("the mesh {} does not fit into memory", name), "use a coarser mesh");
  }
}

MeshFile readMeshFile(const fs::path& file) {
  const std::string name = file.string();
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (status.type() == fs::file_type::not_found) {
    return refusal(fmt::format("there is no mesh file {}", name),
                   "check the name; in a scene, paths are relative to its file");
  }
  if (status.type() != fs::file_type::regular) {
    return refusal(fmt::format("{} is no file", name), fmt::format("name a file of {}", formatNames()));
  }
  const std::string ending = lowerCaseEnding(file);
  if (fs::file_size(file, problem) > kLargestMeshFile || problem) {
    return refusal(fmt::format("{} is larger than {} GiB", name, kLargestMeshFile >> 30), "use a coarser mesh");
  }
  try {
    const FileBytes whole = readBytes(file, kLargestMeshFile, fmt::format("a file of {}", formatNames()));
    if (!whole.what.empty()) {
      return refusal(fmt::format("the mesh {} cannot be read: {}", name, whole.what), whole.remedy);
    }
    return readMeshBytes(whole.bytes, ending, name);
  } catch (const std::bad_alloc&) {
    return refusal(fmt::format("{} does not fit into memory", name), "use a coarser mesh");
  }
}

namespace {

/// True if single precision keeps points to a millionth of the box around them.
bool fitSinglePrecision(const std::vector<Vec3>& points) {
  constexpr double kLoss = 1e-6;
  if (points.empty()) {
    return true;
  }
  const Bounds box = boxOfPoints(points);
  const double farthest = std::max(box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff());
  return farthest * static_cast<double>(std::numeric_limits<float>::epsilon()) <=
         kLoss * (box.upper - box.lower).norm();
}

std::string stlText(const Triangles& triangles) {
  std::string text = "solid scree\n";
  for (const Corners& corners : triangles.corners) {
    const Vec3 normal = areaVector(triangles.points, corners).stableNormalized();
    fmt::format_to(std::back_inserter(text), "facet normal {:.9g} {:.9g} {:.9g}\nouter loop\n", normal.x(), normal.y(),
                   normal.z());
    for (const std::uint32_t corner : corners) {
      const Vec3& point = triangles.points[corner];
      fmt::format_to(std::back_inserter(text), "vertex {:.15g} {:.15g} {:.15g}\n", point.x(), point.y(), point.z());
    }
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid scree\n";
}

}  // namespace

std::string stlOf(const Triangles& triangles, const std::string& title) {
  if (!fitSinglePrecision(triangles.points)) {
    return stlText(triangles);
  }
  constexpr std::size_t kHead = 80;
  constexpr std::size_t kOne = 50;
  std::string bytes(kHead + 4 + kOne * triangles.corners.size(), '\0');
  // A binary file must not begin with "solid".
  const std::string head = "scree " + title;
  std::memcpy(bytes.data(), head.data(), std::min(head.size(), kHead));
  const auto count = static_cast<std::uint32_t>(triangles.corners.size());
  std::memcpy(bytes.data() + kHead, &count, sizeof count);
  char* at = bytes.data() + kHead + 4;
  for (const Corners& corners : triangles.corners) {
    const Vec3 normal = areaVector(triangles.points, corners).stableNormalized();
    std::array<float, 12> numbers;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto i = static_cast<Eigen::Index>(axis);
      numbers[axis] = static_cast<float>(normal[i]);
      for (std::size_t k = 0; k < 3; ++k) {
        numbers[3 + 3 * k + axis] = static_cast<float>(triangles.points[corners[k]][i]);
      }
    }
    std::memcpy(at, numbers.data(), sizeof numbers);
    at += kOne;
  }
  return bytes;
}

}  // namespace scree
