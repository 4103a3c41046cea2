#include "engine/formats/mesh_file.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <assimp/Importer.hpp>
#include <charconv>
#include <cstring>
#include <system_error>

namespace scree {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargestFile = std::uintmax_t{2} << 30;

MeshFile refusal(std::string what, std::string remedy) { return {std::nullopt, std::move(what), std::move(remedy)}; }

/// The number with the fewest digits that is this one in single precision: what a text file said, or was made from.
double shortestNumber(float x) {
  std::array<char, 32> text;
  const auto written = std::to_chars(text.data(), text.data() + text.size(), x);
  double value = 0.0;
  const auto read = std::from_chars(text.data(), written.ptr, value);
  return read.ec == std::errc() ? value : double{x};
}

void append(const aiMesh& mesh, Triangles& all) {
  const auto first = static_cast<std::uint32_t>(all.points.size());
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    const aiVector3D& p = mesh.mVertices[i];
    all.points.emplace_back(shortestNumber(p.x), shortestNumber(p.y), shortestNumber(p.z));
  }
  for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
    const aiFace& face = mesh.mFaces[i];
    if (face.mNumIndices == 3) {
      all.corners.push_back({first + face.mIndices[0], first + face.mIndices[1], first + face.mIndices[2]});
    }
  }
}

std::string lowerCaseEnding(const fs::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return ending;
}

}  // namespace

MeshFile readMeshFile(const fs::path& file) {
  const std::string name = file.string();
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (status.type() == fs::file_type::not_found) {
    return refusal(fmt::format("there is no mesh file {}", name),
                   "paths are relative to the scene file; check the name");
  }
  if (status.type() != fs::file_type::regular) {
    return refusal(fmt::format("{} is no file", name), "name an STL, OBJ or PLY file");
  }
  const std::string ending = lowerCaseEnding(file);
  if (ending != ".stl" && ending != ".obj" && ending != ".ply") {
    return refusal(fmt::format("{} is of no known kind of mesh", name), "use a file that ends in .stl, .obj or .ply");
  }
  if (fs::file_size(file, problem) > kLargestFile || problem) {
    return refusal(fmt::format("{} is larger than {} GiB", name, kLargestFile >> 30), "use a coarser mesh");
  }
  Assimp::Importer importer;
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  const aiScene* scene = importer.ReadFile(name, aiProcess_Triangulate | aiProcess_SortByPType);
  if (scene == nullptr) {
    const std::string why = importer.GetErrorString();
    return refusal(fmt::format("{} cannot be read as a mesh{}{}", name, why.empty() ? "" : ": ", why),
                   "export it again as STL or OBJ");
  }
  MeshFile result;
  result.triangles.emplace();
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) {
    append(*scene->mMeshes[i], *result.triangles);
  }
  if (const std::string bad = problemOf(*result.triangles); !bad.empty()) {
    return refusal(fmt::format("the mesh {} cannot be used: {}", name, bad), "export it again as STL or OBJ");
  }
  return result;
}

std::string stlOf(const Triangles& triangles, const std::string& title) {
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
