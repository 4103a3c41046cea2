#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/panel.h"

namespace scree {

/// Where one panel is and whether it shows.
struct PanelPlace {
  bool visible = true;
  bool collapsed = false;
  PanelSide side = PanelSide::left;
  int order = 0;                                 ///< among the docked ones of its side, from the top
  std::optional<std::array<float, 2>> floating;  ///< top left corner when dragged away from the edges
  int opened = 0;                                ///< later ones have larger numbers, 0: never
  float natural = 0.0f;                          ///< height that shows everything, measured in the last frame
};

/// Puts the panels in two columns along the edges of the view, none cut off, none over another: when a column is full
/// its tallest panels shrink and scroll, the one of them opened last less than the others. Titles can be dragged away
/// and back to an edge.
class PanelLayout {
 public:
  PanelLayout() { reset(); }
  void reset();
  /// As one line of text for the settings; `restore` ignores what it does not know.
  std::string save() const;
  void restore(std::string_view saved);

  bool isVisible(std::string_view id) const;
  bool isOpen(std::string_view id) const;  ///< and not collapsed to its title
  void setVisible(std::string_view id, bool visible);
  /// Opens a panel that is collapsed or hidden.
  void reveal(std::string_view id);
  const std::vector<PanelPlace>& places() const { return places_; }

  /// Draws all visible panels inside `area` and returns the part between the columns.
  ProbeRect draw(PanelContext& context, const ProbeRect& area);
  /// False when a panel turned out higher or lower than it was drawn, so that another frame is needed. Never false for
  /// many frames in a row: text that breaks differently beside a scroll bar could go back and forth.
  bool isSettled() const;

 private:
  std::vector<std::size_t> docked(PanelSide side) const;
  std::optional<std::size_t> openedLast(const std::vector<std::size_t>& column) const;
  float drawColumn(PanelContext& context, const ProbeRect& area, PanelSide side, float width);
  void drawPanel(PanelContext& context, std::size_t index, const ProbeRect& frame);
  void followDrag(std::size_t index);
  void drop(std::size_t index, const ProbeRect& area, float width);

  std::vector<PanelPlace> places_;  ///< in the order of panels()
  std::optional<std::size_t> dragged_;
  int openings_ = 0;             ///< of panels, by somebody
  bool heightsChanged_ = false;  ///< in the last frame
  int framesChanging_ = 0;       ///< in a row
};

/// Heights for panels that want `natural` each and have `room` together: all of them, or the tallest cut to one level.
std::vector<float> shareHeight(const std::vector<float>& natural, float room);
/// The same, but panel `first` gets what it wants up to a good half of the room before the others share the rest.
std::vector<float> shareHeight(const std::vector<float>& natural, float room, std::optional<std::size_t> first);

}  // namespace scree
