#pragma once

#include <imgui.h>

#include <array>
#include <cstddef>

// Colours of the panels and of what is drawn over the view, for a dark and a light surrounding.
namespace scree {

enum class Theme : unsigned char { dark, light };

namespace theme {

/// What a colour is for.
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

/// A colour by what it is for: the one of the theme that the current ImGui context has (dark before applyTheme).
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
constexpr Colour kTeal{Role::teal};            ///< curves beside the ones above
constexpr Colour kViolet{Role::violet};        ///< likewise
constexpr Colour kPink{Role::pink};            ///< likewise
constexpr Colour kPlate{Role::plate};          ///< behind text over the scene
constexpr Colour kSoftPlate{Role::softPlate};  ///< the same, a little of the scene shows through
constexpr Colour kTrack{Role::track};          ///< of a bar that fills
constexpr Colour kBar{Role::bar};              ///< what fills it, behind text
constexpr Colour kGround{Role::ground};        ///< of plots
constexpr Colour kGrid{Role::grid};
constexpr Colour kStrongGrid{Role::strongGrid};
constexpr Colour kUnder{Role::under};      ///< area below a curve in the accent's colour
constexpr Colour kDropped{Role::dropped};  ///< a curve that no longer counts
constexpr Colour kAhead{Role::ahead};      ///< over what lies ahead of the time shown
constexpr Colour kCursor{Role::cursor};    ///< line at the pointer in a plot

}  // namespace theme

/// Style and colours of all windows of the current ImGui context, from a fresh style: sizes in logical pixels for a
/// font of `fontSize`.
void applyTheme(float fontSize, Theme theme = Theme::dark);

}  // namespace scree
