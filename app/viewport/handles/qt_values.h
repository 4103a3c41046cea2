#pragma once

#include <QPointF>
#include <QString>
#include <filesystem>

#include "app/viewport/handles/gizmo_math.h"

// Values of Qt as those of this program, and back.
namespace scree {

inline Vec2 pixels(const QPointF& point) { return {point.x(), point.y()}; }

inline QString pathText(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

}  // namespace scree
