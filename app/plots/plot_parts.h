#pragma once

#include <vector>

#include "app/plots/custom_plot.h"
#include "app/plots/plot_view.h"

// For the sources of PlotView only.
namespace scree {

struct PlotView::Parts {
  QCustomPlot* plot = nullptr;
  std::vector<QCPGraph*> graphs;                ///< by curve
  std::vector<std::vector<QCPGraph*>> dropped;  ///< by branch and curve
  QCPItemStraightLine* cursor = nullptr;
  QCPItemStraightLine* pointer = nullptr;
};

}  // namespace scree
