#include "app/scene_text/part_list.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "app/scene_text/part_editing.h"

namespace scree {

namespace {

constexpr int kForm = Qt::UserRole;  // form of a part
constexpr int kSide = 6;             // room beside a text [px]

/// Draws a part: its name, and its form at the right; what has no room ends with an ellipsis.
class PartRow : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const override {
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    option.text.clear();
    const QStyle& style = *option.widget->style();
    style.drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
    const QPalette::ColorGroup group = !isEnabled                                    ? QPalette::Disabled
                                       : option.state.testFlag(QStyle::State_Active) ? QPalette::Active
                                                                                     : QPalette::Inactive;
    const auto draw = [&](const QRect& place, const QString& text, QPalette::ColorRole role, Qt::Alignment side) {
      painter->setPen(option.palette.color(group, isSelected ? QPalette::HighlightedText : role));
      painter->drawText(place, static_cast<int>(side | Qt::AlignVCenter),
                        option.fontMetrics.elidedText(text, Qt::ElideRight, place.width()));
    };
    painter->save();
    painter->setFont(option.font);
    const QRect all = option.rect.adjusted(kSide, 0, -kSide, 0);
    const QString name = index.data(Qt::DisplayRole).toString();
    const QString form = index.data(kForm).toString();
    // The name goes first: the form has the rest, but a third of the row at least.
    const int wanted = option.fontMetrics.horizontalAdvance(name) + kSide;
    const int nameWidth =
        std::min(wanted, all.width() - std::min(option.fontMetrics.horizontalAdvance(form), all.width() / 3));
    draw(all.adjusted(0, 0, nameWidth - all.width(), 0), name, QPalette::Text, Qt::AlignLeft);
    draw(all.adjusted(nameWidth + kSide, 0, 0, 0), form, QPalette::PlaceholderText, Qt::AlignRight);
    painter->restore();
  }
};

}  // namespace

PartList::PartList(PartEditing& editing)
    : editing_(editing),
      list_(new QListWidget),
      preview_(new QLabel),
      rename_(new QPushButton("Rename")),
      duplicate_(new QPushButton("Copy")),
      remove_(new QPushButton("Delete")) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(3);
  list_->setObjectName("scene_parts");
  list_->setAccessibleName("Parts of the scene");
  list_->setToolTip("Parts of the text. A click selects one in the view and in the text; a double click renames it.");
  list_->setUniformItemSizes(true);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setItemDelegate(new PartRow(list_));
  rows->addWidget(list_, 1);
  auto* buttons = new QHBoxLayout;
  rename_->setObjectName("part_rename");
  rename_->setToolTip("Gives the selected part another name, also where sensors and joints name it.");
  duplicate_->setObjectName("part_copy");
  duplicate_->setToolTip("Puts a copy of the selected part beside it (Ctrl+D in the view).");
  remove_->setObjectName("part_delete");
  remove_->setToolTip("Takes the selected part out of the text (Del in the view).");
  for (QPushButton* button : {rename_, duplicate_, remove_}) {
    button->setFocusPolicy(Qt::TabFocus);
    buttons->addWidget(button);
  }
  auto* shown = new QCheckBox("Grains");
  shown->setObjectName("part_preview");
  shown->setChecked(true);
  shown->setToolTip("Shows the grains with which the text would start, as dots, while it is not saved.");
  buttons->addStretch(1);
  buttons->addWidget(shown);
  rows->addLayout(buttons);
  preview_->setObjectName("part_preview_text");
  preview_->setWordWrap(true);
  preview_->setMinimumHeight(fontMetrics().lineSpacing());
  rows->addWidget(preview_);
  connect(shown, &QCheckBox::toggled, &editing_, &PartEditing::setPreviewed);
  connect(&editing_, &PartEditing::listed, this, &PartList::fill);
  connect(&editing_, &PartEditing::selectionChanged, this, &PartList::showSelected);
  connect(&editing_, &PartEditing::previewed, this, &PartList::showPreview);
  connect(list_, &QListWidget::currentRowChanged, this, [this](int row) {
    if (!filling_) {
      editing_.select(row >= 0 ? std::optional(static_cast<std::uint32_t>(row)) : std::nullopt);
    }
  });
  connect(list_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
    if (!filling_) {
      const auto row = static_cast<std::uint32_t>(list_->row(item));
      editing_.rename(row, item->text().trimmed().toStdString());
      fill();
    }
  });
  connect(rename_, &QPushButton::clicked, this, [this] { list_->editItem(list_->currentItem()); });
  connect(duplicate_, &QPushButton::clicked, this, [this] {
    if (const auto selected = editing_.memory().selected) {
      editing_.duplicate(*selected);
    }
  });
  connect(remove_, &QPushButton::clicked, this, [this] {
    if (const auto selected = editing_.memory().selected) {
      editing_.remove(*selected);
    }
  });
  fill();
}

void PartList::fill() {
  filling_ = true;
  const PartMemory& memory = editing_.memory();
  list_->clear();
  for (const ScenePart& part : memory.parts) {
    const QString name = QString::fromStdString(part.name);
    auto* item = new QListWidgetItem(name);
    item->setToolTip(QString("%1: %2").arg(name, QString::fromStdString(part.form)));
    if (part.keys.isNamed && part.name == part.keys.entry.back()) {
      item->setFlags(item->flags() | Qt::ItemIsEditable);
    }
    item->setData(kForm, QString::fromStdString(part.form));
    list_->addItem(item);
  }
  list_->setEnabled(!memory.isStale);
  filling_ = false;
  showSelected();
}

void PartList::showSelected() {
  const PartMemory& memory = editing_.memory();
  filling_ = true;
  list_->setCurrentRow(memory.selected ? static_cast<int>(*memory.selected) : -1);
  filling_ = false;
  const bool can = memory.selected && !memory.isStale;
  const QListWidgetItem* item = list_->currentItem();
  rename_->setEnabled(can && item != nullptr && item->flags().testFlag(Qt::ItemIsEditable));
  duplicate_->setEnabled(can);
  remove_->setEnabled(can);
}

void PartList::showPreview() { preview_->setText(editing_.previewText()); }

}  // namespace scree
