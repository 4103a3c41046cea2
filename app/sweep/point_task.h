#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/sweep/study.h"

namespace scree {

/// Run of a point: a scene with overrides, and how it is run.
struct PointTask {
  std::filesystem::path scene;
  std::vector<SceneOverride> overrides;
  SweepRun run;
  std::string start;  ///< hash of the point from whose state it branches; empty: it begins as the scene does
};

/// XXH3 of files, each read once.
class FileHashes {
 public:
  /// Hash as 16 hexadecimal digits; "missing" for a file that cannot be read.
  const std::string& of(const std::filesystem::path& file);

 private:
  std::map<std::filesystem::path, std::string> known_;
};

/// All that the result of a point depends on, as lines of text: contents of the scene and of the files that it reads,
/// overrides, start, end, measuring, and the version of the program and of its states. Equal texts mean equal results.
std::string identityOf(const PointTask& task, const SceneKeys& keys, FileHashes& hashes);
/// Name of the folder of a point: XXH3 of its identity as 16 hexadecimal digits.
std::string hashOf(const std::string& identity);

/// Task of a point with its identity, as the file point.json in its folder holds it.
std::string pointJson(const PointTask& task, const std::string& identity);
/// Reads a text of pointJson(). Throws std::runtime_error with the reason.
struct ReadPoint {
  PointTask task;
  std::string identity;
};
ReadPoint readPoint(const std::string& text);

}  // namespace scree
