#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/snapshot/snapshot.h"

namespace scree {

class Viewport;

/// What a report tells besides what viewport and snapshot know.
struct ReportedState {
  std::filesystem::path sceneFile;  ///< empty when none is open
  bool isRecording = false;         ///< of a run, so that its content is no text
  std::string session;              ///< as it would be saved
  std::vector<std::string> messages;
  std::filesystem::path lastRecording;  ///< that was saved; empty when none was
};

/// Versions of Scree and Qt, the graphics driver and what it can do, screens: a line each.
std::string graphicsText(const Viewport& viewport);
/// All that somebody needs who wants to find out what went wrong, as plain text in sections. Sends nothing.
std::string problemReport(const Viewport& viewport, const Snapshot& snapshot, const ReportedState& state);

}  // namespace scree
