#pragma once

#include <QHash>
#include <QString>

namespace scree {

/// Difference of two texts: one part that is replaced.
class TextDifference {
 public:
  TextDifference(const QString& before, const QString& after);

  bool isEmpty() const { return removed_.isEmpty() && added_.isEmpty(); }
  qsizetype place() const { return place_; }
  const QString& removed() const { return removed_; }
  const QString& added() const { return added_; }
  /// True if a text is the one before, or the one after.
  bool isBefore(const QString& text) const { return qHash(text) == before_; }
  bool isAfter(const QString& text) const { return qHash(text) == after_; }

 private:
  qsizetype place_ = 0;
  QString removed_;
  QString added_;
  std::size_t before_;
  std::size_t after_;
};

}  // namespace scree
