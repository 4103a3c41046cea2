#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/panel.h"

namespace scree {

/// Place of a panel and whether it shows.
struct PanelPlace {
  bool visible = true;
  bool collapsed = false;
  PanelSide side = PanelSide::left;
  int order = 0;                                 ///< place among the docked panels of its side, from the top
  std::optional<std::array<float, 2>> floating;  ///< top left corner [px], for a panel dragged off the edges
  int opened = 0;                                ///< count of openings when the panel was opened; 0: never
  float natural = 0.0f;  ///< height that shows all of the panel [px], measured in the last frame
};

/// Puts the panels in two columns along the edges of the view; docked panels are not cut off and do not overlap. In a
/// full column the tallest panels shrink and scroll, the panel that was opened last less than the others. A panel can
/// be dragged off its column by its title, and back to an edge.
class PanelLayout {
 public:
  PanelLayout() { reset(); }
  void reset();
  /// Writes the places as one line of text for the settings.
  std::string save() const;
  /// Reads a line of save(); skips entries of unknown panels and entries that cannot be read.
  void restore(std::string_view saved);

  bool isVisible(std::string_view id) const;
  bool isOpen(std::string_view id) const;  ///< true if visible and not collapsed to its title
  void setVisible(std::string_view id, bool visible);
  /// Opens a panel that is collapsed or hidden.
  void reveal(std::string_view id);
  const std::vector<PanelPlace>& places() const { return places_; }

  /// Draws all visible panels inside `area` and returns the part between the columns, both in logical pixels.
  ProbeRect draw(PanelContext& context, const ProbeRect& area);
  /// Page of the manual about the panel under the pointer in the last frame; empty if there is none.
  std::string_view hoveredTopic() const;
  /// False if a panel needs another height than the last frame gave it, so that another frame must be drawn. Never
  /// false for more than eight frames in a row: text that wraps differently beside a scroll bar could change for ever.
  bool isSettled() const;

 private:
  std::vector<std::size_t> docked(PanelSide side) const;
  std::optional<std::size_t> openedLast(const std::vector<std::size_t>& column) const;
  float drawColumn(PanelContext& context, const ProbeRect& area, PanelSide side, float width);
  void drawPanel(PanelContext& context, std::size_t index, const ProbeRect& frame);
  void followDrag(std::size_t index);
  void drop(std::size_t index, const ProbeRect& area, float width);

  std::vector<PanelPlace> places_;  ///< place of each panel, in the order of panels()
  std::optional<std::size_t> dragged_;
  std::optional<std::size_t> hovered_;  ///< panel under the pointer
  int openings_ = 0;                    ///< number of times that a panel was opened
  bool heightsChanged_ = false;         ///< a height changed in the last frame
  int framesChanging_ = 0;              ///< frames in a row in which a height changed
};

/// Shares `room` [px] among panels of the heights `natural` [px]. The heights stay where their sum fits; otherwise the
/// tallest are cut to one level.
std::vector<float> shareHeight(const std::vector<float>& natural, float room);
/// Shares `room` [px] as the other shareHeight(), but panel `first` gets its height up to 0.6 of the room, or the room
/// that the others do not need; the others share the rest.
std::vector<float> shareHeight(const std::vector<float>& natural, float room, std::optional<std::size_t> first);

}  // namespace scree
