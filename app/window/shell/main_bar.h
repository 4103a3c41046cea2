#pragma once

#include <QColor>
#include <QFont>
#include <QToolBar>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

class QAction;

namespace scree {

class Filming;
struct ActionText;
struct WindowHost;

/// True if solves start warm: not with the method smooth, which solves nothing.
bool startsWarm(const WindowHost& host);

/// Buttons along the top of the window for what the program is used for most: open, play, merging, warm starting, a
/// split sensor, a film, a twin. They run the actions of the menus.
class MainBar : public QToolBar {
  Q_OBJECT

 public:
  using Trigger = std::function<void(std::string_view)>;
  /// `trigger` runs an action by its id.
  MainBar(const WindowHost& host, const Filming& filming, Trigger trigger);
  /// Marks what is on now.
  void follow();

 private:
  struct Entry;
  void add(const Entry& entry);
  /// Gives all buttons widths for both of their texts in the letters of now.
  void fitButtons();

  struct Shown {
    QAction* action;
    const Entry* entry;
    bool on;
  };
  const WindowHost& host_;
  const Filming& filming_;
  Trigger trigger_;
  std::vector<Shown> shown_;
  QColor ink_;                    ///< colour of the icons drawn last
  std::optional<QFont> letters_;  ///< letters for which the buttons have their widths
};

}  // namespace scree
