#pragma once

// Header of QCustomPlot with the short keywords of Qt that it needs and this program does not define. The header is
// large: include it only in the sources of plots.
#include <QtGlobal>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach Q_FOREACH
#define emit
#include <qcustomplot.h>
#undef emit
#undef foreach
#undef slots
#undef signals
