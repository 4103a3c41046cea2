#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/saved_session.h"
#include "engine/scene/scene.h"

namespace scree {

/// How files of sessions end: "bed.session".
constexpr std::string_view kSessionSuffix = ".session";

/// Whether the file is to be read as a session: by its first line, or by its ending.
bool isSession(const std::filesystem::path& file);

/// A session, or all that is wrong with its file.
struct SessionResult {
  std::optional<SavedSession> session;  ///< its scene as a path that can be opened
  std::vector<SceneError> errors;
};
SessionResult readSession(const std::filesystem::path& file);
/// The same from text; relative scenes lie in `file`'s folder.
SessionResult readSessionText(std::string_view text, const std::filesystem::path& file);

/// The session as it is written: the same one is the same bytes every time.
std::string sessionText(const SavedSession& session, const std::filesystem::path& file);
/// Replaces the file at once. Throws OutputError.
void writeSession(const SavedSession& session, const std::filesystem::path& file);

}  // namespace scree
