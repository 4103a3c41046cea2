#include "app/study_dock/study_views.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/study_dock/number_names.h"
#include "app/study_dock/run_lines_view.h"
#include "app/study_dock/value_map_view.h"

namespace scree {

namespace {

constexpr int kLinesTab = 0;
constexpr int kWidestColumn = 34;  // in letters
constexpr int kTimeColumn = 9;
constexpr int kLettersOfChoice = 3;        // at least shown of a choice
constexpr qint64 kBetweenPictures = 1000;  // while points are done one after the other [ms]
constexpr int kRowsLookedAt = 50;          // for the widths of columns
constexpr double kWide = 1.25;             // width over height from which pictures stand beside the table

QComboBox* choice(const char* name, const char* meaning) {
  auto* box = new QComboBox;
  box->setObjectName(name);
  box->setAccessibleName(meaning);
  box->setToolTip(meaning);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(kLettersOfChoice);
  return box;
}

/// Keys whose values are numbers.
std::vector<std::size_t> numericKeys(const SweepStudy& study) {
  std::vector<std::size_t> keys;
  for (std::size_t k = 0; k < study.keys.size(); ++k) {
    std::vector<std::string> texts;
    for (const std::vector<std::string>& row : study.rows) {
      texts.push_back(row[k]);
    }
    if (!axisOfTexts("", texts).axis.isOfWords()) {
      keys.push_back(k);
    }
  }
  return keys;
}

void setItems(QComboBox& box, const std::vector<std::pair<std::string, std::size_t>>& items, int chosen) {
  const QSignalBlocker quiet(box);
  box.clear();
  for (const auto& [text, value] : items) {
    box.addItem(QString::fromStdString(text), static_cast<int>(value));
  }
  box.setCurrentIndex(std::min(chosen, box.count() - 1));
}

}  // namespace

StudyViews::StudyViews(QWidget* parent)
    : QWidget(parent),
      model_(new StudyModel(this)),
      order_(new StudyOrder(this)),
      table_(new QTableView),
      filter_(choice("study_filter", "Points of which state are shown")),
      halves_(new QSplitter(Qt::Vertical)),
      tabs_(new QTabWidget),
      lines_(new RunLinesView([this](std::size_t place) { return model_->textOf(place); })),
      map_(new ValueMapView),
      number_(choice("study_number", "Collected number that gives the colours")),
      keyX_(choice("study_key_x", "Key across the map")),
      keyY_(choice("study_key_y", "Key up the map")) {
  order_->setSourceModel(model_);
  later_.setSingleShot(true);
  connect(&later_, &QTimer::timeout, this, &StudyViews::showPictures);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  halves_->setChildrenCollapsible(false);
  buildTable(*halves_);
  buildPictures(*halves_);
  halves_->setStretchFactor(0, 1);
  halves_->setStretchFactor(1, 1);
  rows->addWidget(halves_);
}

void StudyViews::buildTable(QSplitter& halves) {
  auto* side = new QWidget;
  auto* rows = new QVBoxLayout(side);
  rows->setContentsMargins(0, 0, 0, 0);
  auto* line = new QHBoxLayout;
  auto* label = new QLabel("Show");
  label->setBuddy(filter_);
  line->addWidget(label);
  line->addWidget(filter_, 1);
  filter_->addItem("all points", -1);
  for (const PointState state :
       {PointState::waiting, PointState::begun, PointState::running, PointState::done, PointState::failed}) {
    const std::string name(nameOf(state));
    filter_->addItem(QString::fromStdString(name), static_cast<int>(state));
  }
  filter_->addItem("perhaps needed", StudyModel::kPerhaps);
  connect(filter_, &QComboBox::currentIndexChanged, this, [this] {
    const int state = filter_->currentData().toInt();
    order_->setState(state < 0 ? std::nullopt : std::optional(state));
  });
  table_->setObjectName("study_table");
  table_->setAccessibleName("Points of the study");
  table_->setModel(order_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(-1, Qt::AscendingOrder);  // the order of the study
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setWordWrap(false);
  table_->setTabKeyNavigation(false);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(fontMetrics().lineSpacing() + 6);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
  table_->horizontalHeader()->setResizeContentsPrecision(kRowsLookedAt);
  table_->setMinimumHeight(60);
  order_->setSortRole(StudyModel::kSortRole);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &StudyViews::follow);
  connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
    Q_EMIT activated(static_cast<std::size_t>(order_->mapToSource(index).row()));
  });
  rows->addLayout(line);
  rows->addWidget(table_, 1);
  halves.addWidget(side);
}

void StudyViews::buildPictures(QSplitter& halves) {
  auto* side = new QWidget;
  auto* rows = new QVBoxLayout(side);
  rows->setContentsMargins(0, 0, 0, 0);
  auto* line = new QHBoxLayout;
  auto* label = new QLabel("Colours");
  label->setBuddy(number_);
  line->addWidget(label);
  line->addWidget(number_, 1);
  rows->addLayout(line);
  auto* scroll = new QScrollArea;
  scroll->setWidget(lines_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  tabs_->setObjectName("study_pictures");
  tabs_->addTab(scroll, "Lines");
  tabs_->setTabToolTip(kLinesTab, "A line a run over an axis for each key and each collected number.");
  auto* page = new QWidget;
  auto* pageRows = new QVBoxLayout(page);
  pageRows->setContentsMargins(0, 4, 0, 0);
  auto* keys = new QHBoxLayout;
  keys->addWidget(new QLabel("Over"));
  keys->addWidget(keyX_, 1);
  keys->addWidget(new QLabel("and"));
  keys->addWidget(keyY_, 1);
  pageRows->addLayout(keys);
  pageRows->addWidget(map_, 1);
  tabs_->addTab(page, "Map");
  tabs_->setTabToolTip(1, "The number over two keys: means of all runs with the same values of both, linear between.");
  tabs_->setDocumentMode(true);
  rows->addWidget(tabs_, 1);
  for (const QComboBox* box : {number_, keyX_, keyY_}) {
    connect(box, &QComboBox::currentIndexChanged, this, &StudyViews::showPictures);
  }
  connect(tabs_, &QTabWidget::currentChanged, this, &StudyViews::showPictures);
  connect(lines_, &RunLinesView::clicked, this, &StudyViews::select);
  connect(map_, &ValueMapView::clicked, this, &StudyViews::select);
  halves.addWidget(side);
}

QSize StudyViews::minimumSizeHint() const {
  int widest = 0;
  for (int i = 0; i < halves_->count(); ++i) {
    widest = std::max(widest, halves_->widget(i)->minimumSizeHint().width());
  }
  return {widest, halves_->minimumSizeHint().height()};
}

/// Puts the pictures beside the table where there is room for both.
void StudyViews::turnToFit() {
  int both = halves_->handleWidth();
  for (int i = 0; i < halves_->count(); ++i) {
    both += halves_->widget(i)->minimumSizeHint().width();
  }
  halves_->setOrientation(width() >= both && width() > kWide * height() ? Qt::Horizontal : Qt::Vertical);
  updateGeometry();
}

void StudyViews::resizeEvent(QResizeEvent* event) {
  turnToFit();
  QWidget::resizeEvent(event);
}

void StudyViews::show(const std::shared_ptr<const OpenedStudy>& study) {
  model_->show(study);
  fillChoices();
  isFitted_ = false;
  fitColumns();
  showPictures();
}

void StudyViews::fitColumns() {
  const SweepStudy& study = model_->runs().study->study;
  table_->verticalHeader()->setDefaultSectionSize(fontMetrics().lineSpacing() + 6);
  table_->resizeColumnsToContents();
  const int letter = fontMetrics().averageCharWidth();
  const auto seed = static_cast<int>(study.keys.size());
  for (int column = 0; column < model_->columnCount(); ++column) {
    const int least = column > seed && column < seed + 3 ? kTimeColumn * letter : 0;  // state and time change
    table_->setColumnWidth(column, std::clamp(table_->columnWidth(column), least, kWidestColumn * letter));
  }
  table_->setColumnHidden(seed, study.seeds.empty());
}

void StudyViews::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) {
    turnToFit();
    if (model_->runs().study) {
      fitColumns();
      showPictures();
    }
  }
  QWidget::changeEvent(event);
}

void StudyViews::fillChoices() {
  const SweepStudy& study = model_->runs().study->study;
  std::vector<std::pair<std::string, std::size_t>> numbers;
  for (std::size_t c = 0; c < study.collect.size(); ++c) {
    numbers.emplace_back(nameOfNumber(study.collect[c]).withUnit(), c);
  }
  setItems(*number_, numbers, 0);
  const std::vector<std::string> names = shortNames(study.keys);
  std::vector<std::pair<std::string, std::size_t>> keys;
  for (const std::size_t key : numericKeys(study)) {
    keys.emplace_back(names[key], key);
  }
  setItems(*keyX_, keys, 0);
  setItems(*keyY_, keys, 1);
  for (QComboBox* box : {keyX_, keyY_}) {
    box->setEnabled(keys.size() > 1);
  }
}

void StudyViews::take(std::vector<std::pair<std::size_t, PointReading>> news) {
  if (news.empty()) {
    return;
  }
  const bool hasNumbers =
      std::ranges::any_of(news, [](const auto& one) { return one.second.status.state == PointState::done; });
  model_->take(std::move(news));
  if (hasNumbers && !isFitted_) {
    isFitted_ = true;
    fitColumns();
  }
  showSoon();
  follow();
}

/// Shows the pictures anew, not too often.
void StudyViews::showSoon() {
  const qint64 elapsed = sincePictures_.isValid() ? sincePictures_.elapsed() : kBetweenPictures;
  if (elapsed >= kBetweenPictures) {
    showPictures();
  } else if (!later_.isActive()) {
    later_.start(static_cast<int>(kBetweenPictures - elapsed));
  }
}

void StudyViews::setWanted(std::vector<bool> wanted) {
  model_->setWanted(std::move(wanted));
  showSoon();
}

void StudyViews::grow(const std::shared_ptr<const OpenedStudy>& study) {
  const std::optional<std::size_t> chosen = selected();
  model_->show(study);
  fitColumns();
  if (chosen && *chosen < study->points.size()) {
    select(*chosen);
  }
}

void StudyViews::showPictures() {
  const StudyRuns& runs = model_->runs();
  if (!runs.study) {
    return;
  }
  later_.stop();
  sincePictures_.start();
  const auto number = static_cast<std::size_t>(std::max(0, number_->currentData().toInt()));
  if (tabs_->currentIndex() == kLinesTab) {
    lines_->show(runs, number);
  } else if (keyX_->count() < 2 || number_->count() == 0) {
    map_->show(std::nullopt, "A map needs two varied keys whose values are numbers.");
  } else if (keyX_->currentIndex() == keyY_->currentIndex()) {
    map_->show(std::nullopt, "Choose two different keys.");
  } else {
    ValueMap map = valueMap(runs, static_cast<std::size_t>(keyX_->currentData().toInt()),
                            static_cast<std::size_t>(keyY_->currentData().toInt()), number);
    if (map.samples.empty()) {
      map_->show(std::nullopt, "Values appear here as points are done.");
    } else {
      map_->show(std::move(map));
    }
  }
  follow();
}

std::optional<std::size_t> StudyViews::selected() const {
  const QModelIndexList chosen = table_->selectionModel()->selectedRows();
  return chosen.isEmpty() ? std::nullopt
                          : std::optional(static_cast<std::size_t>(order_->mapToSource(chosen.front()).row()));
}

void StudyViews::select(std::size_t place) {
  const QModelIndex source = model_->index(static_cast<int>(place), 0);
  if (!order_->mapFromSource(source).isValid()) {
    filter_->setCurrentIndex(0);
  }
  const QModelIndex shown = order_->mapFromSource(source);
  table_->selectRow(shown.row());
  table_->scrollTo(shown);
}

/// Marks the chosen point in the pictures. Its state may be another since.
void StudyViews::follow() {
  const std::optional<std::size_t> place = selected();
  lines_->select(place);
  std::optional<std::array<double, 2>> shares;
  const StudyRuns& runs = model_->runs();
  if (place && map_->map() && !runs.study->isStart(*place) && keyX_->count() > 1) {
    const std::vector<std::string>& row = runs.study->study.rows[runs.study->points[*place].row];
    const auto share = [&](const ValueAxis& axis, const QComboBox& key) {
      return axis.shareOf(numberOf(row[static_cast<std::size_t>(key.currentData().toInt())]).value);
    };
    const std::array<double, 2> found = {share(map_->map()->x, *keyX_), share(map_->map()->y, *keyY_)};
    if (std::isfinite(found[0]) && std::isfinite(found[1])) {
      shares = found;
    }
  }
  map_->select(shares);
  Q_EMIT selectionChanged();
}

}  // namespace scree
