#include "app/widgets/theme.h"

namespace scree {

namespace theme {

namespace {

constexpr Palette kDarkPalette = {
    IM_COL32(226, 229, 234, 255),  // text
    IM_COL32(150, 156, 166, 255),  // dim
    IM_COL32(96, 170, 255, 255),   // accent
    IM_COL32(122, 204, 128, 255),  // good
    IM_COL32(245, 185, 88, 255),   // warn
    IM_COL32(244, 112, 104, 255),  // bad
    IM_COL32(102, 214, 214, 255),  // teal
    IM_COL32(214, 132, 220, 255),  // violet
    IM_COL32(236, 116, 150, 255),  // pink
    IM_COL32(24, 26, 31, 235),     // plate
    IM_COL32(24, 26, 31, 215),     // soft plate
    IM_COL32(52, 56, 65, 255),     // track
    IM_COL32(44, 78, 122, 255),    // bar
    IM_COL32(22, 24, 29, 255),     // ground
    IM_COL32(52, 56, 65, 255),     // grid
    IM_COL32(72, 77, 88, 255),     // strong grid
    IM_COL32(96, 170, 255, 48),    // under
    IM_COL32(150, 156, 166, 130),  // dropped
    IM_COL32(22, 24, 29, 130),     // ahead
    IM_COL32(226, 229, 234, 110),  // cursor
};

/// Palette of the light theme. Colours contrast with their background at least as much as those of the dark theme: text
/// and curves are darker, not only swapped.
constexpr Palette kLightPalette = {
    IM_COL32(28, 32, 40, 255),     // text
    IM_COL32(92, 99, 111, 255),    // dim
    IM_COL32(16, 92, 184, 255),    // accent
    IM_COL32(24, 120, 48, 255),    // good
    IM_COL32(156, 88, 0, 255),     // warn
    IM_COL32(190, 32, 32, 255),    // bad
    IM_COL32(0, 118, 124, 255),    // teal
    IM_COL32(138, 52, 150, 255),   // violet
    IM_COL32(184, 36, 92, 255),    // pink
    IM_COL32(250, 251, 252, 240),  // plate
    IM_COL32(250, 251, 252, 222),  // soft plate
    IM_COL32(224, 228, 234, 255),  // track
    IM_COL32(172, 204, 240, 255),  // bar
    IM_COL32(255, 255, 255, 255),  // ground
    IM_COL32(222, 226, 232, 255),  // grid
    IM_COL32(196, 202, 211, 255),  // strong grid
    IM_COL32(16, 92, 184, 36),     // under
    IM_COL32(92, 99, 111, 130),    // dropped
    IM_COL32(232, 235, 240, 150),  // ahead
    IM_COL32(28, 32, 40, 110),     // cursor
};

const Palette& paletteOf(Theme theme) { return theme == Theme::light ? kLightPalette : kDarkPalette; }

}  // namespace

Colour::operator ImU32() const {
  const auto* palette =
      ImGui::GetCurrentContext() == nullptr ? nullptr : static_cast<const Palette*>(ImGui::GetIO().UserData);
  return (palette == nullptr ? kDarkPalette : *palette)[static_cast<std::size_t>(role)];
}

}  // namespace theme

namespace {

ImVec4 rgb(int r, int g, int b, float a = 1.0f) {
  return {static_cast<float>(r) / 255.0f, static_cast<float>(g) / 255.0f, static_cast<float>(b) / 255.0f, a};
}

void setSizes(ImGuiStyle& style, float fontSize) {
  constexpr float kDesignedFor = 15.0f;  // font size for which the sizes below hold [px]
  style.WindowPadding = {10.0f, 8.0f};
  style.FramePadding = {6.0f, 2.0f};
  style.ItemSpacing = {7.0f, 3.0f};
  style.ItemInnerSpacing = {6.0f, 4.0f};
  style.ScrollbarSize = 11.0f;
  style.GrabMinSize = 4.0f;
  style.WindowRounding = 7.0f;
  style.ChildRounding = 5.0f;
  style.FrameRounding = 4.0f;
  style.PopupRounding = 5.0f;
  style.ScrollbarRounding = 6.0f;
  style.GrabRounding = 4.0f;
  style.WindowBorderSize = 1.0f;
  style.WindowTitleAlign = {0.0f, 0.5f};
  style.ScaleAllSizes(fontSize / kDesignedFor);
}

void setDarkColours(ImGuiStyle& style) {
  ImGui::StyleColorsDark(&style);
  ImVec4* colours = style.Colors;
  colours[ImGuiCol_Text] = rgb(226, 229, 234);
  colours[ImGuiCol_TextDisabled] = rgb(150, 156, 166);
  colours[ImGuiCol_WindowBg] = rgb(30, 33, 39, 0.95f);
  colours[ImGuiCol_PopupBg] = rgb(38, 41, 48, 0.98f);
  colours[ImGuiCol_Border] = rgb(62, 67, 77);
  colours[ImGuiCol_FrameBg] = rgb(50, 54, 63);
  colours[ImGuiCol_FrameBgHovered] = rgb(62, 67, 78);
  colours[ImGuiCol_FrameBgActive] = rgb(70, 76, 89);
  colours[ImGuiCol_TitleBg] = rgb(40, 44, 52);
  colours[ImGuiCol_TitleBgActive] = rgb(45, 50, 60);
  colours[ImGuiCol_TitleBgCollapsed] = rgb(40, 44, 52, 0.95f);
  colours[ImGuiCol_ScrollbarBg] = rgb(30, 33, 39, 0.0f);
  colours[ImGuiCol_ScrollbarGrab] = rgb(80, 86, 98);
  colours[ImGuiCol_CheckMark] = rgb(96, 170, 255);
  colours[ImGuiCol_SliderGrab] = rgb(56, 98, 152);
  colours[ImGuiCol_SliderGrabActive] = rgb(72, 128, 196);
  colours[ImGuiCol_Button] = rgb(58, 63, 74);
  colours[ImGuiCol_ButtonHovered] = rgb(72, 79, 93);
  colours[ImGuiCol_ButtonActive] = rgb(52, 96, 152);
  colours[ImGuiCol_Header] = rgb(52, 84, 124);
  colours[ImGuiCol_HeaderHovered] = rgb(62, 98, 144);
  colours[ImGuiCol_HeaderActive] = rgb(70, 112, 164);
  colours[ImGuiCol_Separator] = rgb(62, 67, 77);
  colours[ImGuiCol_TextSelectedBg] = rgb(52, 96, 152);
}

void setLightColours(ImGuiStyle& style) {
  ImGui::StyleColorsLight(&style);
  ImVec4* colours = style.Colors;
  colours[ImGuiCol_Text] = rgb(28, 32, 40);
  colours[ImGuiCol_TextDisabled] = rgb(92, 99, 111);
  colours[ImGuiCol_WindowBg] = rgb(246, 247, 249, 0.96f);
  colours[ImGuiCol_PopupBg] = rgb(252, 252, 253, 0.99f);
  colours[ImGuiCol_Border] = rgb(196, 202, 211);
  colours[ImGuiCol_FrameBg] = rgb(226, 230, 236);
  colours[ImGuiCol_FrameBgHovered] = rgb(214, 220, 229);
  colours[ImGuiCol_FrameBgActive] = rgb(203, 211, 222);
  colours[ImGuiCol_TitleBg] = rgb(226, 230, 236);
  colours[ImGuiCol_TitleBgActive] = rgb(214, 221, 231);
  colours[ImGuiCol_TitleBgCollapsed] = rgb(226, 230, 236, 0.96f);
  colours[ImGuiCol_ScrollbarBg] = rgb(246, 247, 249, 0.0f);
  colours[ImGuiCol_ScrollbarGrab] = rgb(182, 189, 200);
  colours[ImGuiCol_ScrollbarGrabHovered] = rgb(158, 167, 181);
  colours[ImGuiCol_ScrollbarGrabActive] = rgb(134, 145, 162);
  colours[ImGuiCol_CheckMark] = rgb(16, 92, 184);
  colours[ImGuiCol_SliderGrab] = rgb(134, 176, 224);
  colours[ImGuiCol_SliderGrabActive] = rgb(98, 150, 210);
  colours[ImGuiCol_Button] = rgb(221, 226, 233);
  colours[ImGuiCol_ButtonHovered] = rgb(205, 213, 224);
  colours[ImGuiCol_ButtonActive] = rgb(156, 194, 236);
  colours[ImGuiCol_Header] = rgb(190, 214, 241);
  colours[ImGuiCol_HeaderHovered] = rgb(172, 203, 237);
  colours[ImGuiCol_HeaderActive] = rgb(152, 190, 232);
  colours[ImGuiCol_Separator] = rgb(205, 210, 218);
  colours[ImGuiCol_TextSelectedBg] = rgb(156, 194, 236);
}

}  // namespace

void applyTheme(float fontSize, Theme chosen) {
  ImGuiStyle style;
  setSizes(style, fontSize);
  (chosen == Theme::light ? setLightColours : setDarkColours)(style);
  ImGui::GetStyle() = style;
  // The context carries this pointer for its user; ImGui never writes through it.
  ImGui::GetIO().UserData = const_cast<theme::Palette*>(&theme::paletteOf(chosen));
}

}  // namespace scree
