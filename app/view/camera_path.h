#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "app/view/camera.h"

namespace scree {

/// Key of a camera path: the camera at a simulated time.
struct CameraKey {
  double time = 0.0;  ///< simulated time [s]
  Camera camera;
};

/// Camera path: a camera that moves smoothly through keys and stands still before the first and after the last.
class CameraPath {
 public:
  /// Adds a key, or replaces the key at the same time.
  void add(const CameraKey& key);
  /// Removes the key at `index`; does nothing if there is none.
  void remove(std::size_t index);
  void clear() { keys_.clear(); }
  bool isEmpty() const { return keys_.empty(); }
  const std::vector<CameraKey>& keys() const { return keys_; }  ///< keys in order of time

  /// The camera at `time` [s]. There must be a key. Target, angles and the logarithms of distance and field of view
  /// follow monotone cubics: the camera never swings beyond a key, stands still between equal keys, and turns the short
  /// way. Perspective or orthographic is that of the key before.
  Camera at(double time) const;

 private:
  std::vector<CameraKey> keys_;
};

/// Error of a camera path that cannot be read; what() gives file, line, reason and remedy.
struct CameraPathError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Text of a camera path, a table for a file: one key a line, times in seconds, lengths in metres, angles in degrees.
std::string cameraPathText(const CameraPath& path);
/// Reads a table of cameraPathText(). `name` is the name of the file in errors. Throws CameraPathError.
CameraPath parseCameraPath(const std::string& text, const std::string& name);

}  // namespace scree
