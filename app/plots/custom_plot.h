#pragma once

// QCustomPlot's header wants Qt's short keywords, which this program does without. Large: for one source file.
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
