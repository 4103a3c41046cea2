#include "app/window/shell/main_bar.h"

#include <QAction>
#include <QIcon>
#include <QMainWindow>
#include <QPainter>
#include <QPixmap>
#include <QToolButton>
#include <algorithm>
#include <array>

#include "app/document/simulation.h"
#include "app/film/filming.h"
#include "app/viewport/handles/qt_values.h"
#include "app/viewport/viewport.h"
#include "app/window/files/window_host.h"

namespace scree {

/// Icon of a button: none, a player's triangle or bars, a disc or square, a lamp.
enum class BarSign : unsigned char { none, play, record, lamp };

/// Button of the bar.
struct MainBar::Entry {
  std::string_view id;  ///< action that the button runs
  const char* text;     ///< text while it is off
  const char* textOn;   ///< text while it is on
  BarSign sign;         ///< icon
  bool (*isOn)(const WindowHost&, const Filming&);
  bool separatorBefore;
};

namespace {

constexpr int kIconSize = 32;

const QColor kRed(214, 60, 60);
const QColor kLit(70, 190, 110);

QIcon iconOf(BarSign sign, bool on, const QColor& ink) {
  QPixmap picture(kIconSize, kIconSize);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(sign == BarSign::record ? kRed : ink);
  if (sign == BarSign::lamp) {
    painter.setPen(QPen(on ? kLit : ink, 3.0));
    painter.setBrush(on ? QBrush(kLit) : QBrush(Qt::NoBrush));
    painter.drawEllipse(QPointF(16, 16), 9, 9);
  } else if (sign == BarSign::play && !on) {
    painter.drawPolygon(QPolygonF({{8, 5}, {27, 16}, {8, 27}}));
  } else if (sign == BarSign::play) {
    painter.drawRect(7, 6, 6, 20);
    painter.drawRect(19, 6, 6, 20);
  } else if (on) {
    painter.drawRect(7, 7, 18, 18);
  } else {
    painter.drawEllipse(QPointF(16, 16), 10, 10);
  }
  return QIcon(picture);
}

bool isPlaying(const WindowHost& host, const Filming& /*filming*/) {
  const RunState state = host.simulation.runState();
  return state == RunState::playing || state == RunState::starting;
}

bool isMerging(const WindowHost& host, const Filming& /*filming*/) {
  return host.simulation.snapshot()->scene.parameters.reduction.merging == Switch::on;
}

bool isWarm(const WindowHost& host, const Filming& /*filming*/) { return startsWarm(host); }

bool hasTwin(const WindowHost& host, const Filming& /*filming*/) { return host.viewport.twin().hasTwin(); }

bool isFilming(const WindowHost& /*host*/, const Filming& filming) { return filming.isRecording(); }

/// Tooltip of a button: what its action does, and the key.
QString helpOf(const std::vector<ActionText>& actions, std::string_view id) {
  const auto found = std::ranges::find(actions, id, &ActionText::id);
  if (found == actions.end()) {
    return {};
  }
  const QString key = found->shortcut.empty() ? QString() : QString(" (%1)").arg(qtText(found->shortcut));
  return qtText(found->tooltip) + key;
}

}  // namespace

MainBar::MainBar(const WindowHost& host, const Filming& filming, Trigger trigger)
    : QToolBar("Main buttons", &host.window), host_(host), filming_(filming), trigger_(std::move(trigger)) {
  // Buttons that a narrow window has no room for are at the end: the twin and restarting, behind the one for more.
  static constexpr std::array<Entry, 8> kEntries = {{
      {"open", "Open", "Open", BarSign::none, nullptr, false},
      {"play_pause", "Play", "Pause", BarSign::play, isPlaying, true},
      {"merging", "Merging", "Merging", BarSign::lamp, isMerging, true},
      {"warm_start", "Warm starting", "Warm starting", BarSign::lamp, isWarm, false},
      {"add_box", "Add sensor", "Add sensor", BarSign::none, nullptr, true},
      {"record", "Record", "Stop film", BarSign::record, isFilming, false},
      {"twin", "Twin", "Twin", BarSign::lamp, hasTwin, true},
      {"restart", "Restart", "Restart", BarSign::none, nullptr, false},
  }};
  setObjectName("main_bar");
  setMovable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setIconSize({kIconSize / 2, kIconSize / 2});
  for (const Entry& entry : kEntries) {
    add(entry);
  }
  // The button of what does not fit is Qt's own.
  if (auto* more = findChild<QToolButton*>("qt_toolbar_ext_button")) {
    more->setAccessibleName("More buttons");
  }
  host.window.addToolBar(Qt::TopToolBarArea, this);
  follow();
}

void MainBar::add(const Entry& entry) {
  if (entry.separatorBefore) {
    addSeparator();
  }
  QAction* action = addAction(entry.text);
  action->setObjectName("bar_" + qtText(entry.id));
  action->setToolTip(helpOf(host_.viewport.panels().actions(), entry.id));
  action->setCheckable(entry.sign == BarSign::lamp);
  connect(action, &QAction::triggered, this, [this, id = entry.id] { trigger_(id); });
  if (auto* button = qobject_cast<QToolButton*>(widgetForAction(action))) {
    button->setFocusPolicy(Qt::TabFocus);
    if (entry.sign != BarSign::none) {
      action->setIcon(iconOf(entry.sign, false, Qt::black));
    }
  }
  shown_.push_back({action, &entry, false});
}

void MainBar::fitButtons() {
  for (const Shown& one : shown_) {
    auto* button = qobject_cast<QToolButton*>(widgetForAction(one.action));
    if (button == nullptr) {
      continue;
    }
    // The longer of the two texts decides the width, so that no button moves when the state changes.
    const QString text = one.action->text();
    int widest = 0;
    for (const char* either : {one.entry->text, one.entry->textOn}) {
      one.action->setText(either);
      widest = std::max(widest, button->sizeHint().width());
    }
    one.action->setText(text);
    button->setMinimumWidth(widest);
  }
}

void MainBar::follow() {
  const QColor ink = palette().color(QPalette::ButtonText);
  for (Shown& one : shown_) {
    const bool on = one.entry->isOn != nullptr && one.entry->isOn(host_, filming_);
    // A click checks a lamp also where its command is refused.
    const bool isChecked = one.action->isCheckable() ? one.action->isChecked() : on;
    if (on == one.on && on == isChecked && ink == ink_) {
      continue;
    }
    one.on = on;
    one.action->setChecked(on);
    one.action->setText(on ? one.entry->textOn : one.entry->text);
    if (one.entry->sign != BarSign::none) {
      one.action->setIcon(iconOf(one.entry->sign, on, ink));
    }
  }
  ink_ = ink;
  if (letters_ != font()) {
    letters_ = font();
    fitButtons();
  }
}

bool startsWarm(const WindowHost& host) {
  const Parameters& now = host.simulation.snapshot()->scene.parameters;
  return now.warmStart != WarmStart::off && now.method != Method::smooth;
}

}  // namespace scree
