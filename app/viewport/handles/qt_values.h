#pragma once

#include <QPointF>
#include <QString>
#include <filesystem>
#include <string_view>

#include "app/viewport/handles/gizmo_math.h"

// Conversions between values of Qt and of this program.
namespace scree {

inline Vec2 pixels(const QPointF& point) { return {point.x(), point.y()}; }

inline QString qtText(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

inline QString pathText(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

}  // namespace scree
