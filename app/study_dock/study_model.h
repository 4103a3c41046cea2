#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <array>
#include <optional>

#include "app/study_dock/study_picture.h"

namespace scree {

/// Counts of the points of a study by their state, without starts and without points that are perhaps needed.
struct StudyCounts {
  std::array<std::size_t, 5> of{};  ///< by PointState
  std::size_t all = 0;
  std::size_t perhaps = 0;   ///< points that are needed only if results ask for them
  double meanSeconds = 0.0;  ///< wall time of a run that is done [s]; 0 without one

  std::size_t in(PointState state) const { return of.at(static_cast<std::size_t>(state)); }
  /// Time left [s] with as many runs side by side as there are now, of which each is half through; empty where nothing
  /// runs or was done.
  std::optional<double> left() const;
  /// "3 of 12 done, 1 failed, 2 running, 6 waiting, 8 more perhaps, about 40 s left".
  QString text() const;
};

/// Table of a study: a row a start and a point, with keys, seed, state, time, collected numbers and reason.
class StudyModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int kSortRole = Qt::UserRole;       ///< number or text to sort by
  static constexpr int kStateRole = Qt::UserRole + 1;  ///< PointState as number, or kPerhaps
  static constexpr int kStartRole = Qt::UserRole + 2;  ///< true for a start

  static constexpr int kPerhaps = 5;  ///< state of points that are needed only if results ask for them

  using QAbstractTableModel::QAbstractTableModel;

  /// Shows a study, of which nothing is known yet; null: none.
  void show(std::shared_ptr<const OpenedStudy> study);
  /// Takes over what has changed.
  void take(std::vector<std::pair<std::size_t, PointReading>> news);
  /// Takes over which points are needed by the results that there are.
  void setWanted(std::vector<bool> wanted);
  const StudyRuns& runs() const { return runs_; }
  StudyCounts counts() const;
  /// Values, seed, state and numbers of a point in lines of text.
  QString textOf(std::size_t place) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  enum class Column : unsigned char { key, seed, state, time, number, reason };
  /// Meaning of a column, with the place among those of its kind.
  std::pair<Column, std::size_t> columnOf(int section) const;
  QString stateOf(std::size_t place) const;
  QString textIn(std::size_t place, Column column, std::size_t which) const;
  QVariant sortIn(std::size_t place, Column column, std::size_t which) const;

  StudyRuns runs_;
  std::vector<std::string> names_;  ///< of keys, short
};

/// Rows of a table in the order of a column, starts first, and of one state or all.
class StudyOrder : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  /// Shows only points of a state, as StudyModel::kStateRole has it; empty: all.
  void setState(std::optional<int> state);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  std::optional<int> state_;
};

}  // namespace scree
