#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/saved_session.h"
#include "engine/scene/scene.h"

namespace scree {

/// Suffix of session files, as in "bed.session".
constexpr std::string_view kSessionSuffix = ".session";

/// True if the file is a session: by its first line, or by its suffix.
bool isSession(const std::filesystem::path& file);

/// A session, or all errors of its file.
struct SessionResult {
  std::optional<SavedSession> session;  ///< session with the absolute path of its scene; empty if there are errors
  std::vector<SceneError> errors;
};
SessionResult readSession(const std::filesystem::path& file);
/// Reads a session from its text. A relative path of the scene starts at the folder of `file`.
SessionResult readSessionText(std::string_view text, const std::filesystem::path& file);

/// Text of a session file; equal sessions give equal bytes. `file` is the place of the file, for the path of the scene.
std::string sessionText(const SavedSession& session, const std::filesystem::path& file);
/// Writes the session file, and replaces an old one atomically. Throws OutputError.
void writeSession(const SavedSession& session, const std::filesystem::path& file);

}  // namespace scree
