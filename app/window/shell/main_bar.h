#pragma once

#include <QColor>
#include <QToolBar>
#include <functional>
#include <string_view>
#include <vector>

class QAction;

namespace scree {

class Filming;
struct ActionText;
struct WindowHost;

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

  struct Shown {
    QAction* action;
    const Entry* entry;
    bool on;
  };
  const WindowHost& host_;
  const Filming& filming_;
  Trigger trigger_;
  std::vector<Shown> shown_;
  QColor ink_;  ///< colour of the icons drawn last
};

}  // namespace scree
