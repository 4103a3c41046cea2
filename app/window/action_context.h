#pragma once

#include <functional>
#include <string_view>

#include "app/window/files/window_host.h"

namespace scree {

class CameraPathFiles;
class ComparisonSaving;
class Filming;
class ManualWindow;
class RunSaving;
class MeshImporting;
class OpenFiles;
class PlotDocks;
class RecordingSaving;
class ReportSaving;
class SceneOpening;
class SceneTextDock;
class ScenePictures;
class SessionSaving;
class StartPage;
class StudiesDock;
class Tour;
class UndoList;
class WindowLayout;
class WindowLook;

/// Parts of the window that actions use.
struct ActionContext {
  const WindowHost& host;  ///< window, run and view
  const OpenFiles& files;
  Filming& filming;
  PlotDocks& plots;
  SceneOpening& opening;
  MeshImporting& importing;
  SessionSaving& sessions;
  RecordingSaving& recordings;
  ScenePictures& pictures;
  ComparisonSaving& comparisons;
  RunSaving& runs;
  CameraPathFiles& cameraPaths;
  ReportSaving& reports;
  ManualWindow& manual;
  SceneTextDock& sceneText;
  StudiesDock& studies;
  StartPage& startPage;
  Tour& tour;
  UndoList& undoList;
  WindowLook& look;
  WindowLayout& layout;
  std::function<void(std::string_view)> trigger;  ///< runs an action by its id after the present event
};

}  // namespace scree
