#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "app/view/camera.h"

namespace scree {

/// Where the camera is to be at a simulated time.
struct CameraKey {
  double time = 0.0;  ///< s
  Camera camera;
};

/// A camera that moves smoothly through keys: still before the first and after the last one.
class CameraPath {
 public:
  /// Adds a key, in place of one at the same time.
  void add(const CameraKey& key);
  void remove(std::size_t index);
  void clear() { keys_.clear(); }
  bool isEmpty() const { return keys_.empty(); }
  const std::vector<CameraKey>& keys() const { return keys_; }  ///< by time

  /// The camera at a time. There must be a key. Everything about it, distances and fields of view by their logarithms,
  /// follows monotone cubics: it never swings beyond a key, stands still between equal ones, and turns the short way.
  Camera at(double time) const;

 private:
  std::vector<CameraKey> keys_;
};

/// A path that can't be read: file, line, reason and remedy in words.
struct CameraPathError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The path as a table for a text file: one key a line, lengths in metres, angles in degrees.
std::string cameraPathText(const CameraPath& path);
/// Reads such a table. `name` is what errors call it. Throws CameraPathError.
CameraPath parseCameraPath(const std::string& text, const std::string& name);

}  // namespace scree
