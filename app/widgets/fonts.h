#pragma once

#include <string>

namespace scree {

/// File of the font that fontconfig finds for `family`; empty when there is none.
std::string fontFile(const char* family);
/// Fills ImGui's atlas with DejaVu Sans (ImGui's own font when absent) rasterised for `scale` device pixels a logical
/// one, so that text is crisp; sizes stay logical. The last font is twice as large and has figures only.
void loadFont(float logicalSize, float scale);

}  // namespace scree
