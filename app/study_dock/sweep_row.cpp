#include "app/study_dock/sweep_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/forms/number_box.h"
#include "app/study_dock/elided_label.h"
#include "app/study_dock/flow_layout.h"
#include "app/study_dock/shipped_studies.h"

namespace scree {

namespace {

constexpr int kMessageLinesOfSweep = 4;

std::size_t undoneOf(const StudyCounts& counts) {
  return counts.all - counts.in(PointState::done)-counts.in(PointState::failed);
}

QString textOfCounts(const SweepCase& sweep) {
  if (sweep.search == nullptr) {
    return sweep.counts.text();
  }
  return QString("Stage %1 of at most %2: %3")
      .arg(sweep.search->stages)
      .arg(sweep.search->study->stages)
      .arg(sweep.counts.text());
}

}  // namespace

QString SweepCase::whyNoStart() const {
  const std::size_t failed = counts.in(PointState::failed);
  if (!hasProgram) {
    return "The program ndem, which runs the points, is not beside this one: install the package ndem.";
  }
  if (state != SweepState::idle || isClearing) {
    return process > 0 ? QString("A sweep works in this folder, process %1.").arg(process)
                       : QString("A sweep works in this folder.");
  }
  if (undoneOf(counts) + (retriesFailed ? failed : 0) > 0) {
    return {};
  }
  const QString retry = failed > 0 ? " More has 'Run failed points again'." : "";
  if (search != nullptr) {
    return search->isOver ? "The search is over: " + QString::fromStdString(search->end) + "." + retry
                          : "All points of this stage are through." + retry;
  }
  return failed > 0 ? "All points are through:" + retry : QString("All points are done.");
}

QString SweepCase::message() const {
  switch (state) {
    case SweepState::starting:
      return "The sweep starts …";
    case SweepState::pausing:
      return "The runs save their states …";
    case SweepState::stopping:
      return "The runs end …";
    case SweepState::running:
      return canEnd ? QString() : whyNoStart() + " It was started elsewhere, and ends there.";
    case SweepState::idle:
      break;
  }
  return undoneOf(counts) == 0 ? whyNoStart() : trouble.section('\n', -1);
}

SweepRow::SweepRow(QWidget* parent)
    : QWidget(parent),
      halves_(new QBoxLayout(QBoxLayout::TopToBottom)),
      start_(namedButton("study_start", "Start")),
      pause_(namedButton("study_pause", "Pause",
                         "Ends the runs once they have saved their states; Go on continues there.")),
      stop_(namedButton("study_stop", "Stop",
                        "Ends the runs and gives up what they have begun; points that are done stay.")),
      jobs_(new WholeBox),
      summary_(new ElidedLabel("study_summary")),
      best_(new QLabel),
      message_(new QLabel) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  auto* buttons = new FlowLayout;
  for (QPushButton* button : {start_, pause_, stop_}) {
    buttons->addWidget(button);
  }
  jobs_->setObjectName("study_jobs");
  jobs_->setAccessibleName("Runs side by side");
  jobs_->setToolTip("Runs side by side; all: as many as there are processors. Results do not depend on it.");
  jobs_->setRange(0, 999);
  jobs_->setSpecialValueText("all");
  auto* atOnce = new QWidget;
  auto* pair = new QHBoxLayout(atOnce);
  pair->setContentsMargins(0, 0, 0, 0);
  auto* label = new QLabel("At once");
  label->setBuddy(jobs_);
  pair->addWidget(label);
  pair->addWidget(jobs_);
  buttons->addWidget(atOnce);
  halves_->addLayout(buttons);
  halves_->addWidget(summary_, 1);
  rows->addLayout(halves_);
  best_->setObjectName("study_best");
  best_->setWordWrap(true);
  rows->addWidget(best_);
  message_->setObjectName("study_message");
  message_->setWordWrap(true);
  rows->addWidget(message_);
  connect(start_, &QPushButton::clicked, this, &SweepRow::startAsked);
  connect(pause_, &QPushButton::clicked, this, &SweepRow::pauseAsked);
  connect(stop_, &QPushButton::clicked, this, &SweepRow::stopAsked);
}

int SweepRow::jobs() const { return jobs_->value(); }

void SweepRow::setWide(bool isWide) {
  halves_->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void SweepRow::show(const SweepCase& sweep) {
  const std::size_t undone = undoneOf(sweep.counts);
  const bool isBegun = undone < sweep.counts.all || sweep.counts.in(PointState::begun) > 0 ||
                       (sweep.search != nullptr && sweep.search->stages > 1);
  const QString why = sweep.whyNoStart();
  start_->setEnabled(why.isEmpty());
  start_->setText(undone > 0 && isBegun ? "Go on" : "Start");
  start_->setToolTip(why.isEmpty() ? "Runs what is not done, as processes of their own." : why);
  pause_->setEnabled(sweep.state == SweepState::running && sweep.canEnd);
  stop_->setEnabled((sweep.state == SweepState::running || sweep.state == SweepState::pausing) && sweep.canEnd);
  summary_->setTexts(textOfCounts(sweep), {});
  const bool hasBest = sweep.search != nullptr && !sweep.search->best.empty();
  best_->setVisible(hasBest);
  if (hasBest) {
    best_->setText(QString::fromStdString(sweep.search->best));
    best_->setToolTip(QString::fromStdString(sweep.search->summary).trimmed());
  }
  const QString text = sweep.message();
  message_->setText(text);
  message_->setToolTip(sweep.trouble.isEmpty() ? text : sweep.trouble);
  message_->setVisible(!text.isEmpty());
  sizeMessage();
}

/// Long messages take few lines; all of them stand in the tool tip.
void SweepRow::sizeMessage() {
  const int line = fontMetrics().lineSpacing();
  const int wanted = message_->heightForWidth(std::max(1, width()));
  message_->setFixedHeight(std::clamp(wanted, line, kMessageLinesOfSweep * line));
}

void SweepRow::resizeEvent(QResizeEvent* event) {
  sizeMessage();
  QWidget::resizeEvent(event);
}

}  // namespace scree
