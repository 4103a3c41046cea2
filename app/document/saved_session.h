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

/// A split sensor as a session file has it.
struct SavedSensor {
  SplitSensor sensor;   ///< but for what carries it
  std::string carrier;  ///< name of that body; empty: the world
  YamlNode rest;        ///< keys that this version does not know
};

/// What a session changes of its scene. Values that are the scene's are not in it.
struct SavedChanges {
  std::map<std::string, double, std::less<>> parameters;                          ///< by name
  std::map<std::string, int, std::less<>> choices;                                ///< by name
  std::map<std::string, std::vector<std::optional<double>>, std::less<>> drives;  ///< by body, one for each drive
  std::optional<std::vector<SavedSensor>> sensors;                                ///< all of them
};

/// How somebody looks at a scene and what was changed in it; all that a session file holds. Never grains.
struct SavedSession {
  std::string scene;     ///< path; in the file relative to it where that can be
  SceneHashes hashes;    ///< of the scene when the session was saved
  SavedChanges changes;  ///< empty for recordings, which hold their own
  double targetRate = 1.0;
  Camera camera;
  ViewOptions view;  ///< but for what is picked
  RecordChoices record;
  TwinChoice twin;
  bool twinRuns = false;
  bool fitRange = true;
  bool legend = true;
  bool timeline = true;
  bool panelsShown = true;
  std::string panels;  ///< PanelLayout::save()
  std::string docks;   ///< QMainWindow::saveState() as base64
  YamlNode rest;       ///< keys that this version does not know: they are kept
};

}  // namespace scree
