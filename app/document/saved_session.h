#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/document/scene_hashes.h"
#include "app/ui_state/panel_context.h"
#include "app/view/camera.h"
#include "engine/scene_file/yaml_tree.h"

namespace scree {

/// A split sensor in a session file.
struct SavedSensor {
  SplitSensor sensor;   ///< the sensor; its `body` is not stored, see `carrier`
  std::string carrier;  ///< name of the body that carries the sensor; empty: the world
  YamlNode rest;        ///< unknown keys, written back when the session is saved
};

/// Changed values of the contact law of two materials in a session file, or of one material where `b` is empty.
struct SavedLaw {
  std::string a;
  std::string b;
  std::map<std::string, double, std::less<>> values;  ///< values by name of PairLawInfo; youngs_modulus of a material
};

/// Differences of a session from its scene. Parameters, choices and drives with the scene's values are left out.
struct SavedChanges {
  std::map<std::string, double, std::less<>> parameters;  ///< values by parameter name
  std::map<std::string, int, std::less<>> choices;        ///< values by choice name
  /// Speed of each drive by body name [m/s or rad/s]; empty: the scene's.
  std::map<std::string, std::vector<std::optional<double>>, std::less<>> drives;
  /// Numbers of made meshes by body name, then by index of the shape and key, such as "0 beta" [SI].
  std::map<std::string, std::map<std::string, double, std::less<>>, std::less<>> meshes;
  std::vector<SavedLaw> laws;
  /// Laws of granulation by name of GranulationInfo, and rates of feeds as "fines bed" and "spray water" [SI].
  std::map<std::string, double, std::less<>> granulation;
  std::optional<std::vector<SavedSensor>> sensors;  ///< all split sensors; empty: the scene's
};

/// Content of a session file: the view of a scene and the changes of its settings. It holds no grains.
struct SavedSession {
  std::string scene;        ///< path of the scene; the file holds it relative to its own folder where possible
  SceneHashes hashes;       ///< hashes of the scene when the session was saved
  SavedChanges changes;     ///< changes of the scene; empty for recordings, which hold their own changes
  double targetRate = 1.0;  ///< simulated seconds per second, 0 = as fast as possible
  Camera camera;
  ViewOptions view;  ///< options of the view; the picked grain or body is not stored
  RecordChoices record;
  TwinChoice twin;
  bool twinRuns = false;
  bool fitRange = true;
  bool legend = true;
  bool timeline = true;
  bool panelsShown = true;
  std::string panels;  ///< PanelLayout::save()
  std::string docks;   ///< QMainWindow::saveState() as base64
  YamlNode rest;       ///< unknown keys, written back when the session is saved
};

}  // namespace scree
