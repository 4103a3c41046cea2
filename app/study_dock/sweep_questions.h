#pragma once

#include <QString>
#include <cstddef>

class QWidget;

// Questions to the user before a sweep ends.
namespace scree {

enum class SweepAnswer : unsigned char { stop, pause, goOn, cancel };

/// Question whether a sweep is to stop, with so many runs that have begun.
QString stopQuestion(std::size_t begun);
/// Asks it. Returns stop, pause or cancel.
SweepAnswer askToStop(std::size_t begun, QWidget* parent);

/// Question before the window closes, with so many sweeps that run.
QString closeQuestion(std::size_t sweeps);
/// Asks it. Returns goOn, pause or cancel.
SweepAnswer askOnClosing(std::size_t sweeps, QWidget* parent);

}  // namespace scree
