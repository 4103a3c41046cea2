#include "app/window/command_palette.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/window/fuzzy.h"

namespace scree {

namespace {

constexpr int kMostShown = 200;

QTreeWidgetItem* itemOf(const PaletteEntry& entry) {
  auto* item = new QTreeWidgetItem({entry.text, entry.where, entry.shortcut});
  item->setData(0, Qt::UserRole, entry.id);
  item->setData(0, Qt::AccessibleTextRole,
                entry.text + ", " + entry.where + (entry.shortcut.isEmpty() ? QString() : ", " + entry.shortcut));
  for (int column = 0; column < 3; ++column) {
    item->setToolTip(column, entry.meaning);
  }
  return item;
}

}  // namespace

std::vector<std::size_t> fittingEntries(const std::vector<PaletteEntry>& entries, const QString& typed,
                                        const QStringList& recent) {
  std::vector<std::size_t> fitting;
  std::vector<int> scores(entries.size());
  std::vector<qsizetype> ages(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    // A match in the name counts more than one that needs the place.
    const auto own = fuzzyScore(typed, entries[i].text);
    const auto score = own ? std::optional(2 * *own + 1) : fuzzyScore(typed, entries[i].text + " " + entries[i].where);
    if (score) {
      scores[i] = *score;
      const qsizetype place = recent.indexOf(entries[i].id);
      ages[i] = place < 0 ? recent.size() : place;
      fitting.push_back(i);
    }
  }
  std::stable_sort(fitting.begin(), fitting.end(), [&](std::size_t a, std::size_t b) {
    if (scores[a] != scores[b] || ages[a] != ages[b] || typed.isEmpty()) {
      return scores[a] != scores[b] ? scores[a] > scores[b] : ages[a] < ages[b];
    }
    return entries[a].text.size() < entries[b].text.size();  // nearer to what was typed
  });
  return fitting;
}

CommandPalette::CommandPalette(std::vector<PaletteEntry> entries, QStringList recent, QWidget* parent)
    : QDialog(parent), entries_(std::move(entries)), recent_(std::move(recent)) {
  setObjectName("command_palette");
  setWindowTitle("Commands");
  setAttribute(Qt::WA_DeleteOnClose);
  typed_ = new QLineEdit;
  typed_->setObjectName("command_typed");
  typed_->setPlaceholderText("Type a few letters of what you want to do");
  typed_->setAccessibleName("Command to search for");
  typed_->setClearButtonEnabled(true);
  typed_->installEventFilter(this);
  list_ = new QTreeWidget;
  list_->setObjectName("command_list");
  list_->setAccessibleName("Commands that fit");
  list_->setColumnCount(3);
  list_->setHeaderHidden(true);
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setFocusPolicy(Qt::NoFocus);  // keys always go to the line above the list
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  list_->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
  connect(typed_, &QLineEdit::textChanged, this, &CommandPalette::fill);
  connect(list_, &QTreeWidget::itemClicked, this, &CommandPalette::runPicked);
  auto* column = new QVBoxLayout(this);
  column->addWidget(typed_);
  column->addWidget(list_);
  fill({});
  const int letter = fontMetrics().averageCharWidth();
  resize(std::min(90 * letter, parent->width() - 40),
         std::min(24 * fontMetrics().lineSpacing(), parent->height() - 80));
  move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 60)));
}

QStringList CommandPalette::shownIds() const {
  QStringList ids;
  for (int i = 0; i < list_->topLevelItemCount(); ++i) {
    const QString id = list_->topLevelItem(i)->data(0, Qt::UserRole).toString();
    if (!id.isEmpty()) {
      ids << id;
    }
  }
  return ids;
}

void CommandPalette::fill(const QString& typed) {
  list_->clear();
  for (const std::size_t index : fittingEntries(entries_, typed, recent_)) {
    if (list_->topLevelItemCount() == kMostShown) {
      break;
    }
    list_->addTopLevelItem(itemOf(entries_[index]));
  }
  if (list_->topLevelItemCount() == 0) {
    auto* nothing = new QTreeWidgetItem({"Nothing fits: fewer letters find more"});
    nothing->setFlags(Qt::NoItemFlags);
    list_->addTopLevelItem(nothing);
    nothing->setFirstColumnSpanned(true);
    return;
  }
  list_->setCurrentItem(list_->topLevelItem(0));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched != typed_ || event->type() != QEvent::KeyPress) {
    return QDialog::eventFilter(watched, event);
  }
  const auto& key = static_cast<const QKeyEvent&>(*event);
  switch (key.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      QCoreApplication::sendEvent(list_, event);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      runPicked();
      return true;
    default:
      return false;
  }
}

void CommandPalette::runPicked() {
  const QTreeWidgetItem* item = list_->currentItem();
  const QString id = item == nullptr ? QString() : item->data(0, Qt::UserRole).toString();
  if (id.isEmpty()) {
    return;
  }
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const PaletteEntry& entry) { return entry.id == id; });
  const std::function<void()> run = found->run;
  accept();
  Q_EMIT chosen(id);
  run();
}

}  // namespace scree
