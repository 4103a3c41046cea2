#pragma once

#include <QString>
#include <filesystem>

class QImage;

namespace scree {

/// A new file name in the pictures folder with scene, date and time: "scree-drum-2026-01-31-235959.png".
QString pictureFile(const std::filesystem::path& scene);
/// Writes a PNG. Returns an empty string, or what went wrong and what to do.
QString writePicture(const QImage& image, const QString& file);

}  // namespace scree
