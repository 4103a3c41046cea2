#include "app/window/shell/start_page.h"

#include <QCheckBox>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QIcon>
#include <QLabel>
#include <QPixmap>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/viewport/handles/qt_values.h"
#include "engine/scene_file/title.h"

namespace scree {

namespace {

constexpr int kMargin = 24;       // between page and view [px]
constexpr int kMostWidth = 900;   // [px]
constexpr int kMostHeight = 640;  // [px]
constexpr int kMostRecentShown = 5;
constexpr QSize kPicture(176, 110);
constexpr int kAround = 60;  // margins, and the bar of the gallery [px]

QString firstSentence(QString text) {
  text = text.simplified();
  const qsizetype end = text.indexOf(". ");
  return end < 0 ? text : text.left(end + 1);
}

QLabel* labelOf(const QString& text, double size = 1.0, bool bold = false) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * size);
  font.setBold(bold);
  label->setFont(font);
  label->setWordWrap(true);
  return label;
}

}  // namespace

std::vector<SceneCard> sceneCards(const std::vector<std::filesystem::path>& scenes,
                                  const std::filesystem::path& pictures) {
  std::vector<SceneCard> cards;
  for (const std::filesystem::path& file : scenes) {
    const std::string name = file.stem().string();
    cards.push_back({file, qtText(name), firstSentence(qtText(readTitle(file).description)),
                     pictures / ("scene_" + name + ".jpg")});
  }
  return cards;
}

StartPage::StartPage(QWidget& view, Calls calls) : QFrame(&view), view_(view), calls_(std::move(calls)) {
  setObjectName("start_page");
  setAccessibleName("Start page");
  setAutoFillBackground(true);
  setFrameShape(QFrame::StyledPanel);
  view.installEventFilter(this);
  (new QVBoxLayout(this))->setContentsMargins(0, 0, 0, 0);
  hide();
}

void StartPage::showPage(const std::vector<SceneCard>& cards, const QStringList& recent, bool shownAtStart) {
  refill_ = [=, this] {
    fill(cards, recent, shownAtStart);
    place();
  };
  refill_();
  show();
  raise();
}

void StartPage::fill(const std::vector<SceneCard>& cards, const QStringList& recent, bool shownAtStart) {
  delete body_;
  body_ = new QWidget;
  layout()->addWidget(body_);
  auto* rows = new QVBoxLayout(body_);
  auto* head = new QHBoxLayout;
  QWidget* side = firstSteps(recent);
  const int width = std::min(view_.width() - 2 * kMargin, kMostWidth) - kAround;
  // Beside large letters there is no room for a picture: the gallery stands below them then.
  const bool isNarrow = width - side->sizeHint().width() < kPicture.width();
  head->addWidget(labelOf("Scree", 1.6, true), isNarrow ? 1 : 0);
  if (!isNarrow) {
    head->addWidget(labelOf("Grains that move together are merged, and split just before they would flow."), 1);
  }
  auto* close = new QToolButton;
  close->setText("✕");
  close->setObjectName("start_close");
  close->setAccessibleName("Close the start page");
  close->setToolTip("Closes the start page. Help > Start page shows it again.");
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  head->addWidget(close, 0, Qt::AlignTop);
  rows->addLayout(head);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* inner = new QWidget;
  auto* columns = new QBoxLayout(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight, inner);
  columns->addWidget(side);
  columns->addWidget(gallery(cards, isNarrow ? width : width - side->sizeHint().width()), 1);
  scroll->setWidget(inner);
  rows->addWidget(scroll, 1);
  auto* atStart = new QCheckBox("Show this page at start");
  atStart->setChecked(shownAtStart);
  connect(atStart, &QCheckBox::toggled, this, [this](bool on) { calls_.setShownAtStart(on); });
  rows->addWidget(atStart);
}

QWidget* StartPage::firstSteps(const QStringList& recent) {
  auto* side = new QWidget;
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 12, 0);
  addButton(*column, "Take the tour", "Six steps through the window.", "tour");
  addButton(*column, "New scene…", "A box, drum, hopper, belt or heap from a few numbers.", "new_scene");
  addButton(*column, "Open a file…", "A scene, a recording or a session.", "open");
  addButton(*column, "Import a mesh…", "A machine as STL, OBJ or PLY becomes a body of a scene.", "import_mesh");
  addButton(*column, "Read the manual", "What everything is for.", "manual");
  if (!recent.isEmpty()) {
    column->addSpacing(8);
    column->addWidget(labelOf("Recent", 1.0, true));
  }
  for (const QString& file : recent.mid(0, kMostRecentShown)) {
    auto* button = new QPushButton(QFileInfo(file).fileName());
    button->setFlat(true);
    button->setStyleSheet("text-align: left; padding: 3px;");
    button->setToolTip(file);
    connect(button, &QPushButton::clicked, this, [this, file] {
      hide();
      calls_.open(file.toStdString());
    });
    column->addWidget(button);
  }
  column->addStretch(1);
  return side;
}

void StartPage::addButton(QVBoxLayout& column, const QString& text, const QString& help, std::string_view action) {
  auto* button = new QPushButton(text);
  button->setObjectName("start_" + qtText(action));
  button->setToolTip(help);
  connect(button, &QPushButton::clicked, this, [this, action] {
    hide();
    calls_.trigger(action);
  });
  column.addWidget(button);
}

QWidget* StartPage::gallery(const std::vector<SceneCard>& cards, int width) {
  auto* inner = new QWidget;
  auto* grid = new QGridLayout(inner);
  const int perRow = std::max(1, width / (kPicture.width() + 20));
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const SceneCard& card = cards[i];
    auto* button = new QToolButton;
    button->setObjectName("start_scene_" + card.name);
    button->setText(card.name);
    button->setToolTip(card.description);
    button->setAccessibleName("Open the scene " + card.name);
    button->setAccessibleDescription(card.description);
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setAutoRaise(true);
    button->setIconSize(kPicture);
    if (const QPixmap picture(pathText(card.picture)); !picture.isNull()) {
      button->setIcon(QIcon(picture.scaled(kPicture, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation)));
    }
    connect(button, &QToolButton::clicked, this, [this, file = card.file] {
      hide();
      calls_.openShipped(file);
    });
    grid->addWidget(button, static_cast<int>(i) / perRow, static_cast<int>(i) % perRow);
  }
  grid->setRowStretch(grid->rowCount(), 1);
  return inner;
}

void StartPage::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange && isVisible()) {
    // Letters of titles are set when the page is filled. Later, since its parts handle the same event.
    QMetaObject::invokeMethod(
        this, [this] { refill_(); }, Qt::QueuedConnection);
  }
  QFrame::changeEvent(event);
}

bool StartPage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && isVisible()) {
    place();
  }
  return QFrame::eventFilter(watched, event);
}

void StartPage::place() {
  // The line at the top and the strip at the bottom stay in sight.
  const int line = 2 * fontMetrics().height();
  const int strip = 5 * fontMetrics().height();
  const QSize room = view_.size() - QSize(2 * kMargin, line + strip);
  const QSize size(std::min(room.width(), kMostWidth), std::min(room.height(), kMostHeight));
  setGeometry((view_.width() - size.width()) / 2, line + (room.height() - size.height()) / 2, size.width(),
              size.height());
}

}  // namespace scree
