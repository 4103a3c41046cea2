#pragma once

#include "app/ui_state/panel_context.h"

// Comparison of the solver's methods in the Residual panel ("Measure this step with all methods").
namespace scree {

/// True if the snapshot has a measured comparison that the user has not cleared.
bool hasComparison(const PanelContext& context);
/// Draws the button that starts a measurement, `width` [px] wide. While the worker measures, the button is disabled and
/// says so.
void drawMeasureButton(PanelContext& context, const char* label, float width);
/// Draws curves, legend and controls of the newest comparison. Call it only if hasComparison().
void drawComparison(PanelContext& context);

}  // namespace scree
