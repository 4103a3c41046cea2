#pragma once

#include "app/ui_state/panel_context.h"

// "Measure this step with all methods": the part of the Residual panel that compares methods.
namespace scree {

/// True when there is a measured comparison that was not cleared.
bool hasComparison(const PanelContext& context);
/// The button that measures, across the panel; says so while the worker measures.
void drawMeasureButton(PanelContext& context, const char* label, float width);
/// Curves, legend and controls of the newest comparison.
void drawComparison(PanelContext& context);

}  // namespace scree
