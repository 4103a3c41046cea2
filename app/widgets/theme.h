#pragma once

#include <imgui.h>

#include <array>
#include <cstddef>

// Colours of the panels and of drawings over the view, for a dark and a light theme.
namespace scree {

enum class Theme : unsigned char { dark, light };

namespace theme {

/// Role of a colour.
enum class Role : unsigned char {
  text,
  dim,
  accent,
  good,
  warn,
  bad,
  teal,
  violet,
  pink,
  plate,
  softPlate,
  track,
  bar,
  ground,
  grid,
  strongGrid,
  under,
  dropped,
  ahead,
  cursor,
  count
};
constexpr std::size_t kRoles = static_cast<std::size_t>(Role::count);
using Palette = std::array<ImU32, kRoles>;

/// Colour by its role; converts to the colour in the theme of the current ImGui context (dark before applyTheme()).
struct Colour {
  Role role;
  operator ImU32() const;
};

constexpr Colour kText{Role::text};
constexpr Colour kDim{Role::dim};
constexpr Colour kAccent{Role::accent};
constexpr Colour kGood{Role::good};
constexpr Colour kWarn{Role::warn};
constexpr Colour kBad{Role::bad};
constexpr Colour kTeal{Role::teal};            ///< further curves
constexpr Colour kViolet{Role::violet};        ///< further curves
constexpr Colour kPink{Role::pink};            ///< further curves
constexpr Colour kPlate{Role::plate};          ///< plate behind text over the scene
constexpr Colour kSoftPlate{Role::softPlate};  ///< plate through which a little of the scene shows
constexpr Colour kTrack{Role::track};          ///< track of a bar that fills
constexpr Colour kBar{Role::bar};              ///< filled part of a bar, behind text
constexpr Colour kGround{Role::ground};        ///< background of plots
constexpr Colour kGrid{Role::grid};
constexpr Colour kStrongGrid{Role::strongGrid};
constexpr Colour kUnder{Role::under};      ///< area below a curve in the accent's colour
constexpr Colour kDropped{Role::dropped};  ///< curve of a dropped part of the run
constexpr Colour kAhead{Role::ahead};      ///< shade over times after the time shown
constexpr Colour kCursor{Role::cursor};    ///< line at the pointer in a plot

}  // namespace theme

/// Sets style and colours of all windows of the current ImGui context. Starts from a fresh style; sizes are for a font
/// of `fontSize` logical pixels.
void applyTheme(float fontSize, Theme theme = Theme::dark);

}  // namespace scree
