#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace scree {

/// File of another program that is to become a scene: particles, a mesh or an input script of LIGGGHTS.
struct FileToScene {
  std::filesystem::path file;
  std::filesystem::path out;  ///< scene file that will be written, for paths relative to its folder; empty: whole paths
  std::optional<double> scale;  ///< length of one unit of the file [m]; empty: the file's own, or 1 m
  int frame = 0;                ///< frame of the file, from 1; 0: the last
  bool closeHoles = false;      ///< closes the holes of a mesh
};

/// Content of a file, for people, and the scene that it makes; where it cannot be read, the message with its remedy.
struct FileScene {
  std::string text;
  std::string scene;
  bool isSound = true;
};

/// True if the name of a file says that it holds particles of another program.
bool isFileOfOthers(const std::filesystem::path& file);
/// Looks at a file: how it is read, first particles, sizes and box in metres, what is not taken over; and makes a scene
/// of it. Takes as long as the file is large. Never throws for bad content.
FileScene sceneOfFile(const FileToScene& options);

}  // namespace scree
