#include "app/window/shell/tour.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/viewport/viewport.h"

namespace scree {

namespace {

constexpr int kBubbleWidth = 320;
constexpr int kGap = 10;  // between bubble, control and edges of the window [px]

std::optional<QRect> rectOfButton(QMainWindow& window, const char* action) {
  for (QToolButton* button : window.findChildren<QToolButton*>()) {
    if (button->isVisible() && button->defaultAction() != nullptr &&
        button->defaultAction()->objectName() == QLatin1String(action)) {
      return QRect(button->mapTo(&window, QPoint(0, 0)), button->size());
    }
  }
  return std::nullopt;
}

std::optional<QRect> rectOfProbe(QMainWindow& window, const QWidget& widget, const Probes& probes, const char* name) {
  const auto rect = probes.find(name);
  if (!rect || !widget.isVisible()) {
    return std::nullopt;
  }
  const QPoint low = widget.mapTo(&window, QPoint(static_cast<int>(rect->x0), static_cast<int>(rect->y0)));
  return QRect(low, QSize(static_cast<int>(rect->x1 - rect->x0), static_cast<int>(rect->y1 - rect->y0)));
}

}  // namespace

std::vector<TourStep> tourSteps(QMainWindow& window, Viewport& viewport) {
  const auto button = [&window](const char* action) {
    return [&window, action] { return rectOfButton(window, action); };
  };
  const auto overlay = [&window, &viewport](const char* name) {
    return [&window, &viewport, name] { return rectOfProbe(window, viewport, viewport.probes(), name); };
  };
  return {
      {"<b>Play.</b> Grains fall and flow; Space does the same. Turn the picture with the left button, move it with "
       "the "
       "right one, zoom with the wheel.",
       button("bar_play_pause")},
      {"<b>Merging.</b> Grains that move together become one rigid aggregate, in one colour, and cost the solver "
       "nothing. Press it off and on while it runs.",
       button("bar_merging")},
      {"<b>What it saves.</b> h is the part of the grains that the solver is spared. When it drops, the cause stands "
       "below it. Drag in the strip to go back in time.",
       overlay("level")},
      {"<b>Split sensors.</b> Where you know that grains will flow, put a sensor: nothing merges in it. Drag it by its "
       "handle into the bed.",
       button("bar_add_box")},
      {"<b>Warm starting.</b> Each step starts from the contact forces of the last one. Turn it off and watch the "
       "residual, and the bed soften.",
       button("bar_warm_start")},
      {"<b>Record.</b> A press begins a film, another one ends it. Panels for all the rest are at the right; F1 opens "
       "the manual page of the panel under the pointer.",
       button("bar_record")},
  };
}

Tour::Tour(QMainWindow& window, std::vector<TourStep> steps)
    : QFrame(&window),
      window_(window),
      steps_(std::move(steps)),
      count_(new QLabel),
      text_(new QLabel),
      back_(new QPushButton("Back")),
      next_(new QPushButton("Next")),
      mark_(new QFrame(&window)) {
  setObjectName("tour");
  setAccessibleName("Tour");
  setAutoFillBackground(true);
  setFrameShape(QFrame::StyledPanel);
  mark_->setAttribute(Qt::WA_TransparentForMouseEvents);
  mark_->setStyleSheet("border: 3px solid rgb(255, 170, 60); border-radius: 4px;");
  text_->setWordWrap(true);
  text_->setTextFormat(Qt::RichText);
  auto* end = new QPushButton("End the tour");
  back_->setObjectName("tour_back");
  next_->setObjectName("tour_next");
  end->setObjectName("tour_end");
  connect(back_, &QPushButton::clicked, this, [this] { go(step_ - 1); });
  connect(next_, &QPushButton::clicked, this, [this] { go(step_ + 1); });
  connect(end, &QPushButton::clicked, this, &Tour::end);
  auto* rows = new QVBoxLayout(this);
  rows->addWidget(count_);
  rows->addWidget(text_);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(end);
  buttons->addStretch(1);
  buttons->addWidget(back_);
  buttons->addWidget(next_);
  rows->addLayout(buttons);
  setFixedWidth(kBubbleWidth);
  hide();
  mark_->hide();
}

void Tour::begin() { go(0); }

void Tour::end() { go(-1); }

void Tour::go(int step) {
  step_ = step < static_cast<int>(steps_.size()) ? step : -1;
  at_.reset();
  setVisible(isRunning());
  mark_->setVisible(isRunning());
  if (!isRunning()) {
    return;
  }
  const TourStep& now = steps_[static_cast<std::size_t>(step_)];
  count_->setText(QString("%1 of %2").arg(step_ + 1).arg(steps_.size()));
  text_->setText(now.text);
  back_->setEnabled(step_ > 0);
  next_->setText(step_ + 1 < static_cast<int>(steps_.size()) ? "Next" : "Done");
  setFixedWidth(std::max(kBubbleWidth, fontMetrics().averageCharWidth() * 46));
  adjustSize();
  follow();
}

void Tour::follow() {
  if (!isRunning()) {
    return;
  }
  const std::optional<QRect> control = steps_[static_cast<std::size_t>(step_)].place();
  if (at_ && control == at_) {
    return;
  }
  at_ = control;
  const QRect room = window_.rect().adjusted(kGap, kGap, -kGap, -kGap);
  QPoint low(room.center().x() - width() / 2, room.center().y() - height() / 2);
  mark_->setVisible(control.has_value());
  if (control) {
    mark_->setGeometry(control->adjusted(-4, -4, 4, 4));
    const bool below = control->bottom() + kGap + height() < room.bottom();
    low = {control->left(), below ? control->bottom() + kGap : control->top() - kGap - height()};
  }
  move(std::clamp(low.x(), room.left(), std::max(room.left(), room.right() - width())),
       std::clamp(low.y(), room.top(), std::max(room.top(), room.bottom() - height())));
  mark_->raise();
  raise();
}

}  // namespace scree
