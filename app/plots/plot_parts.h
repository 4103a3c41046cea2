#pragma once

#include <vector>

#include "app/plots/custom_plot.h"
#include "app/plots/plot_view.h"

// Objects of QCustomPlot in a PlotView. Include this header only in the sources of PlotView.
namespace scree {

struct PlotView::Parts {
  QCustomPlot* plot = nullptr;
  std::vector<QCPGraph*> graphs;                ///< graphs of the present run by curve
  std::vector<std::vector<QCPGraph*>> dropped;  ///< graphs of dropped branches by branch and curve
  QCPItemStraightLine* cursor = nullptr;        ///< line at the time shown in the window
  QCPItemStraightLine* pointer = nullptr;       ///< line at the mouse pointer
};

}  // namespace scree
