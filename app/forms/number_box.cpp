#include "app/forms/number_box.h"

#include <QLocale>

namespace scree {

namespace {

/// Locale of numbers with a decimal point and no signs between thousands.
QLocale plainLocale() {
  QLocale locale = QLocale::c();
  locale.setNumberOptions(QLocale::RejectGroupSeparator | QLocale::OmitGroupSeparator);
  return locale;
}

}  // namespace

NumberBox::NumberBox(QWidget* parent) : QDoubleSpinBox(parent) { setLocale(plainLocale()); }

QValidator::State NumberBox::validate(QString& text, int& position) const {
  if (text.count('.') + text.count(',') > 1) {
    return QValidator::Invalid;
  }
  text.replace(',', '.');
  return QDoubleSpinBox::validate(text, position);
}

WholeBox::WholeBox(QWidget* parent) : QSpinBox(parent) { setLocale(plainLocale()); }

QValidator::State WholeBox::validate(QString& text, int& position) const {
  return text.contains('.') || text.contains(',') ? QValidator::Invalid : QSpinBox::validate(text, position);
}

}  // namespace scree
