#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>

namespace scree {

/// Field of a number that takes a decimal point and a decimal comma alike, whatever the locale, and shows a point. Text
/// with both, or with two of one, is not taken.
class NumberBox : public QDoubleSpinBox {
 public:
  explicit NumberBox(QWidget* parent = nullptr);

 protected:
  QValidator::State validate(QString& text, int& position) const override;
};

/// Field of a whole number; points and commas, which mean thousands here and decimals there, are not taken.
class WholeBox : public QSpinBox {
 public:
  explicit WholeBox(QWidget* parent = nullptr);

 protected:
  QValidator::State validate(QString& text, int& position) const override;
};

}  // namespace scree
