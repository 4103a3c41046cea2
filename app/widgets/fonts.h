#pragma once

#include <string>

namespace scree {

/// File of the font that fontconfig finds for `family`; empty if there is none.
std::string fontFile(const char* family);
/// Fills ImGui's atlas with DejaVu Sans, or ImGui's own font if that is absent. Letters are rasterised for `scale`
/// device pixels a logical pixel, so that text is crisp; sizes stay logical. The last font of DejaVu Sans is twice as
/// large and has figures only (bigText()).
void loadFont(float logicalSize, float scale);

}  // namespace scree
