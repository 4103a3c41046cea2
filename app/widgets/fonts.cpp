#include "app/widgets/fonts.h"

#include <fontconfig/fontconfig.h>
#include <imgui.h>

#include <cmath>

namespace scree {

std::string fontFile(const char* family) {
  FcConfig* config = FcInitLoadConfigAndFonts();
  FcPattern* wanted = FcNameParse(reinterpret_cast<const FcChar8*>(family));
  FcConfigSubstitute(config, wanted, FcMatchPattern);
  FcDefaultSubstitute(wanted);
  FcResult result = FcResultNoMatch;
  FcPattern* match = FcFontMatch(config, wanted, &result);
  std::string file;
  FcChar8* found = nullptr;
  if (match != nullptr && FcPatternGetString(match, FC_FILE, 0, &found) == FcResultMatch) {
    file = reinterpret_cast<const char*>(found);
  }
  if (match != nullptr) {
    FcPatternDestroy(match);
  }
  FcPatternDestroy(wanted);
  FcConfigDestroy(config);
  return file;
}

void loadFont(float logicalSize, float scale) {
  // Ranges of letters: Latin, Greek, punctuation, super- and subscripts, arrows, mathematics, geometric shapes.
  static const ImWchar ranges[] = {0x0020, 0x017F, 0x0370, 0x03FF, 0x2010, 0x205F, 0x2070, 0x209F,
                                   0x2190, 0x21FF, 0x2200, 0x22FF, 0x25A0, 0x25FF, 0};
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  static const std::string file = fontFile("DejaVu Sans:style=Book");
  ImFontConfig config;
  config.OversampleH = 2;
  config.OversampleV = 1;
  ImFont* font = nullptr;
  if (!file.empty()) {
    font = io.Fonts->AddFontFromFileTTF(file.c_str(), std::round(logicalSize * scale), &config, ranges);
  }
  if (font != nullptr) {
    // The large font for bigText() must be last; it has figures only, so that the atlas stays small.
    static const ImWchar figures[] = {0x0020, 0x003A, 0};
    io.Fonts->AddFontFromFileTTF(file.c_str(), std::round(2.0f * logicalSize * scale), &config, figures);
  } else {
    config.SizePixels = std::round(13.0f * scale);
    io.Fonts->AddFontDefault(&config);
  }
  io.FontGlobalScale = 1.0f / scale;
}

}  // namespace scree
