#pragma once

#include <QString>
#include <filesystem>

class QImage;

namespace scree {

/// Unused file name in the user's folder of pictures, with scene, date and time: "scree-drum-2026-01-31-235959.png".
QString pictureFile(const std::filesystem::path& scene);
/// Writes a PNG. Returns an empty string, or a message with the error and its remedy.
QString writePicture(const QImage& image, const QString& file);

}  // namespace scree
