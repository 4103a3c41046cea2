#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/panel.h"

namespace scree {

/// State of a panel on its page.
struct PanelPlace {
  bool folded = false;  ///< true: only the title is drawn
  bool pinned = false;  ///< true: the panel stands above every page
  float height = 0.0f;  ///< height in the last frame on its page [px]; 0: it was never drawn
};

/// Stacks panels on pages, one page at a time. A page scrolls as a whole and keeps its scroll; its panels have a fixed
/// order, and opening one moves only what is below it. A panel that changes its height moves neither the panel that the
/// user works in, below it, nor what is in sight while itself is not. Pinned panels stand above the page, whichever it
/// is.
class PanelLayout {
 public:
  PanelLayout() { reset(); }
  void reset();
  /// Writes page and panels as one line of text for the settings.
  std::string save() const;
  /// Reads a line of save(); skips entries of unknown panels and entries that cannot be read.
  void restore(std::string_view saved);

  PanelPage page() const { return page_; }
  void setPage(PanelPage page) { page_ = page; }
  /// True if the dock of the panels is wanted. The window shows and hides it.
  bool isShown() const { return shown_; }
  void setShown(bool shown) { shown_ = shown; }

  bool isFolded(std::string_view id) const;
  bool isPinned(std::string_view id) const;
  bool isOpen(std::string_view id) const;  ///< true if on the page shown or pinned, and not folded
  void setFolded(std::string_view id, bool folded);
  void setPinned(std::string_view id, bool pinned);
  /// Shows the page of a panel, opens the panel, and scrolls to it unless all of it is in sight.
  void reveal(std::string_view id);
  /// Does the same after a click in the view, which must not move the page that is shown: scrolls only on another page.
  void follow(std::string_view id);

  /// Draws pinned panels and the page in `area`, in logical pixels.
  void draw(PanelContext& context, const ProbeRect& area);
  /// Page of the manual about the panel under the pointer in the last frame; empty if there is none.
  std::string_view hoveredTopic() const;
  /// False if pinned panels need another height than the last frame gave them, so that another frame must be drawn.
  /// Never false for more than eight frames in a row: text that wraps differently could change for ever.
  bool isSettled() const;
  /// Gives the page the keyboard in the next frame.
  void takeKeyboard() { takesKeyboard_ = true; }

 private:
  void drawStack(PanelContext& context, const char* name, const std::vector<std::size_t>& stack, const ProbeRect& area);
  void drawPanel(PanelContext& context, std::size_t index);
  void drawTitle(PanelContext& context, std::size_t index);
  void keepInSight(std::size_t index, float top, float bottom);

  std::vector<PanelPlace> places_;  ///< state of each panel, in the order of panels()
  PanelPage page_ = PanelPage::reduction;
  bool shown_ = true;
  std::optional<std::size_t> hovered_;   ///< panel under the pointer
  std::optional<std::size_t> scrollTo_;  ///< panel to bring into sight
  std::optional<std::size_t> used_;      ///< panel that was clicked last
  float shift_ = 0.0f;                   ///< scroll that keeps what is in sight where it is [px]
  float pinnedHeight_ = 0.0f;            ///< height that shows all of the pinned panels [px], from the last frame
  bool heightsChanged_ = false;          ///< a height changed in the last frame
  int framesChanging_ = 0;               ///< frames in a row in which a height changed
  bool takesKeyboard_ = false;
};

}  // namespace scree
