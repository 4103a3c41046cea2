#include "app/study_dock/study_model.h"

#include <QGuiApplication>
#include <algorithm>
#include <cmath>

#include "app/console/exit_codes.h"
#include "app/study_dock/number_names.h"
#include "app/study_dock/picture_style.h"
#include "engine/base/duration_text.h"

namespace scree {

namespace {

constexpr double kStrengthOfPerhaps = 0.45;  // of the ink of points that are perhaps needed, from the ground's 0 to 1

QString textFrom(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString timeText(double seconds) {
  constexpr double kHardlyAny = 0.1;
  return seconds < kHardlyAny ? QString("< 0.1 s")
         : seconds < 10.0     ? QString::number(seconds, 'g', 2) + " s"
                              : QString::fromStdString(durationText(seconds));
}

/// Text of a value with few digits: searches take values with many.
QString shortValue(const std::string& text) {
  constexpr qsizetype kLong = 8;
  const QString whole = QString::fromStdString(text);
  const QString number = whole.section(' ', 0, 0);
  bool isNumber = false;
  const double value = number.toDouble(&isNumber);
  return isNumber && number.size() > kLong ? QString::fromStdString(shortNumber(value)) + whole.mid(number.size())
                                           : whole;
}

QString stateText(const PointStatus& status) {
  return status.state == PointState::done && status.code == kTroubles ? "troubles" : textFrom(nameOf(status.state));
}

/// Colour of a state on the ground of the table; none for the usual one.
QVariant colourOfState(PointState state) {
  const QPalette palette = QGuiApplication::palette();
  switch (state) {
    case PointState::failed:
      return failedColour(palette);
    case PointState::running:
      return runningColour(palette);
    case PointState::waiting:
      return palette.color(QPalette::PlaceholderText);
    default:
      return {};
  }
}

}  // namespace

std::optional<double> StudyCounts::left() const {
  const auto running = static_cast<double>(in(PointState::running));
  const auto waiting = static_cast<double>(in(PointState::waiting) + in(PointState::begun));
  if (meanSeconds <= 0.0 || running == 0.0) {
    return std::nullopt;
  }
  return meanSeconds * (waiting + 0.5 * running) / running;
}

QString StudyCounts::text() const {
  QString text = QString("%1 of %2 done").arg(in(PointState::done)).arg(all);
  for (const PointState state : {PointState::failed, PointState::running, PointState::begun, PointState::waiting}) {
    if (in(state) > 0) {
      text += QString(", %1 %2").arg(in(state)).arg(textFrom(nameOf(state)));
    }
  }
  if (perhaps > 0) {
    text += QString(", %1 more perhaps").arg(perhaps);
  }
  if (const auto seconds = left()) {
    text += ", about " + timeText(*seconds) + " left";
  }
  return text;
}

void StudyModel::show(std::shared_ptr<const OpenedStudy> study) {
  beginResetModel();
  runs_.study = std::move(study);
  runs_.wanted.clear();
  runs_.readings.assign(runs_.study ? runs_.study->points.size() : 0, {});
  const std::vector<double> none(runs_.study ? runs_.study->study.collect.size() : 0, std::nan(""));
  for (PointReading& reading : runs_.readings) {
    reading.numbers = none;
  }
  names_ = runs_.study ? shortNames(runs_.study->study.keys) : std::vector<std::string>();
  endResetModel();
}

void StudyModel::take(std::vector<std::pair<std::size_t, PointReading>> news) {
  if (news.empty()) {
    return;
  }
  std::size_t first = news.front().first;
  std::size_t last = first;
  for (auto& [place, reading] : news) {
    first = std::min(first, place);
    last = std::max(last, place);
    runs_.readings[place] = std::move(reading);
  }
  Q_EMIT dataChanged(index(static_cast<int>(first), 0), index(static_cast<int>(last), columnCount() - 1));
}

void StudyModel::setWanted(std::vector<bool> wanted) {
  runs_.wanted = std::move(wanted);
  Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

StudyCounts StudyModel::counts() const {
  StudyCounts counts;
  double seconds = 0.0;
  for (std::size_t i = runs_.study ? runs_.study->starts : 0; i < runs_.readings.size(); ++i) {
    const PointStatus& status = runs_.readings[i].status;
    if (!runs_.isWanted(i)) {
      counts.perhaps += runs_.isPerhaps(i) ? 1 : 0;
      continue;
    }
    ++counts.all;
    ++counts.of.at(static_cast<std::size_t>(status.state));
    seconds += status.seconds;
  }
  counts.meanSeconds = seconds / static_cast<double>(std::max<std::size_t>(1, counts.in(PointState::done)));
  return counts;
}

QString StudyModel::stateOf(std::size_t place) const {
  return runs_.isPerhaps(place) ? QString("perhaps") : stateText(runs_.readings[place].status);
}

QString StudyModel::textOf(std::size_t place) const {
  const OpenedStudy& opened = *runs_.study;
  const PointReading& reading = runs_.readings[place];
  QString text = QString::fromStdString(nameOfPoint(opened.study, opened.points[place]));
  text += "\n" + (runs_.isPerhaps(place) ? "perhaps: it runs only if results ask for it" : stateOf(place));
  if (!reading.status.reason.empty()) {
    text += ": " + QString::fromStdString(reading.status.reason);
  }
  for (std::size_t c = 0; c < opened.study.collect.size(); ++c) {
    if (std::isfinite(reading.numbers[c])) {
      const NumberName name = nameOfNumber(opened.study.collect[c]);
      text +=
          "\n" + QString("%1 %2 %3")
                     .arg(QString::fromStdString(name.text), QString::fromStdString(shortNumber(reading.numbers[c])),
                          QString::fromStdString(name.unit))
                     .trimmed();
    }
  }
  return text;
}

int StudyModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(runs_.readings.size());
}

int StudyModel::columnCount(const QModelIndex& parent) const {
  constexpr std::size_t kOthers = 4;
  return parent.isValid() || !runs_.study
             ? 0
             : static_cast<int>(runs_.study->study.keys.size() + runs_.study->study.collect.size() + kOthers);
}

std::pair<StudyModel::Column, std::size_t> StudyModel::columnOf(int section) const {
  auto place = static_cast<std::size_t>(section);
  const std::size_t keys = runs_.study->study.keys.size();
  if (place < keys) {
    return {Column::key, place};
  }
  place -= keys;
  if (place < 3) {
    return {place == 0 ? Column::seed : place == 1 ? Column::state : Column::time, 0};
  }
  place -= 3;
  return place < runs_.study->study.collect.size() ? std::pair{Column::number, place}
                                                   : std::pair{Column::reason, std::size_t{0}};
}

QString StudyModel::textIn(std::size_t place, Column column, std::size_t which) const {
  const SweepStudy& study = runs_.study->study;
  const StudyPoint& point = runs_.study->points[place];
  const PointReading& reading = runs_.readings[place];
  const bool isStart = runs_.study->isStart(place);
  switch (column) {
    case Column::key:
      return isStart ? (which == 0 ? "start" : "") : shortValue(study.rows[point.row][which]);
    case Column::seed:
      return isStart && !study.start->isOfSeed ? "" : QString::fromStdString(seedOf(study, point));
    case Column::state:
      return stateOf(place);
    case Column::time:
      return reading.status.state == PointState::done ? timeText(reading.status.seconds) : "";
    case Column::number:
      return std::isfinite(reading.numbers[which]) ? QString::fromStdString(shortNumber(reading.numbers[which])) : "";
    case Column::reason:
      return QString::fromStdString(reading.status.reason);
  }
  return {};
}

QVariant StudyModel::sortIn(std::size_t place, Column column, std::size_t which) const {
  const PointReading& reading = runs_.readings[place];
  switch (column) {
    case Column::state:
      return runs_.isPerhaps(place) ? static_cast<double>(kPerhaps) : static_cast<double>(reading.status.state);
    case Column::time:
      return reading.status.state == PointState::done ? reading.status.seconds : std::nan("");
    case Column::number:
      return reading.numbers[which];
    default: {
      const bool isKey = column == Column::key && !runs_.study->isStart(place);
      const QString text = isKey
                               ? QString::fromStdString(runs_.study->study.rows[runs_.study->points[place].row][which])
                               : textIn(place, column, which);
      const double number = numberOf(text.toStdString()).value;
      return std::isfinite(number) ? QVariant(number) : QVariant(text);
    }
  }
}

QVariant StudyModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !runs_.study) {
    return {};
  }
  const auto place = static_cast<std::size_t>(index.row());
  const auto [column, which] = columnOf(index.column());
  const PointState state = runs_.readings[place].status.state;
  switch (role) {
    case Qt::DisplayRole:
      return textIn(place, column, which);
    case Qt::ToolTipRole:
      return textOf(place) + "\npoints/" + QString::fromStdString(runs_.study->points[place].hash);
    case Qt::TextAlignmentRole:
      return QVariant((column == Column::state    ? Qt::AlignHCenter
                       : column == Column::reason ? Qt::AlignLeft
                                                  : Qt::AlignRight) |
                      Qt::AlignVCenter);
    case Qt::ForegroundRole:
      if (runs_.isPerhaps(place)) {
        return inkOf(QGuiApplication::palette(), kStrengthOfPerhaps);
      }
      return column == Column::state || column == Column::reason ? colourOfState(state) : QVariant();
    case kSortRole:
      return sortIn(place, column, which);
    case kStateRole:
      return runs_.isPerhaps(place) ? kPerhaps : static_cast<int>(state);
    case kStartRole:
      return runs_.study->isStart(place);
    default:
      return {};
  }
}

QVariant StudyModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || !runs_.study || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
    return {};
  }
  const SweepStudy& study = runs_.study->study;
  const auto [column, which] = columnOf(section);
  switch (column) {
    case Column::key:
      return QString::fromStdString(role == Qt::ToolTipRole ? study.keys[which] : names_[which]);
    case Column::seed:
      return "seed";
    case Column::state:
      return "state";
    case Column::time:
      return role == Qt::ToolTipRole ? "Real time of the run" : "time";
    case Column::number:
      return QString::fromStdString(role == Qt::ToolTipRole ? study.collect[which]
                                                            : nameOfNumber(study.collect[which]).withUnit());
    case Column::reason:
      return role == Qt::ToolTipRole ? "Reason of a failure" : "reason";
  }
  return {};
}

void StudyOrder::setState(std::optional<int> state) {
  state_ = state;
  invalidateFilter();
}

bool StudyOrder::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const int state = sourceModel()->index(row, 0, parent).data(StudyModel::kStateRole).toInt();
  return !state_ || state == *state_;
}

bool StudyOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const bool isAscending = sortOrder() == Qt::AscendingOrder;
  const bool isStart = left.data(StudyModel::kStartRole).toBool();
  if (isStart != right.data(StudyModel::kStartRole).toBool()) {
    return isStart == isAscending;
  }
  const QVariant a = left.data(StudyModel::kSortRole);
  const QVariant b = right.data(StudyModel::kSortRole);
  const bool isNumber = a.typeId() == QMetaType::Double;
  if (isNumber != (b.typeId() == QMetaType::Double)) {
    return isNumber;
  }
  if (!isNumber) {
    return a.toString() < b.toString();
  }
  const bool isNone = std::isnan(a.toDouble());
  if (isNone || std::isnan(b.toDouble())) {
    // Values that are not known yet come last, either way.
    return isNone != std::isnan(b.toDouble()) && isNone != isAscending;
  }
  return a.toDouble() < b.toDouble();
}

}  // namespace scree
