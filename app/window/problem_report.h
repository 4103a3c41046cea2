#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/snapshot/snapshot.h"

namespace scree {

class Viewport;

/// Content of a problem report that viewport and snapshot do not hold.
struct ReportedState {
  std::filesystem::path sceneFile;  ///< file of the present scene; empty if none is open
  bool isRecording = false;         ///< the file is a recording, so its content is no text
  std::string session;              ///< text of the present session file
  std::vector<std::string> messages;
  std::filesystem::path lastRecording;  ///< recording saved last; empty if none was
};

/// Text on the versions of Scree and Qt, the graphics driver with its abilities, and screens, a line each.
std::string graphicsText(const Viewport& viewport);
/// Text of a problem report in sections: all data that finding a fault needs. Sends nothing.
std::string problemReport(const Viewport& viewport, const Snapshot& snapshot, const ReportedState& state);

}  // namespace scree
