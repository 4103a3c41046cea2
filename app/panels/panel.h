#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "app/ui_state/panel_context.h"

// Panels beside the view, on pages. A new panel is one file with its draw function and one line in the list of
// panels.cpp.
namespace scree {

/// Page of panels that belong to one kind of work, in the order of the buttons.
enum class PanelPage : unsigned char { run, material, solver, reduction, sensors, scene, view, record, twin, analysis };

struct PageInfo {
  PanelPage page;
  std::string_view id;       ///< name in settings, actions and probes
  const char* title;         ///< title shown
  std::string_view meaning;  ///< tooltip of the button
};

struct Panel {
  std::string_view id;       ///< name in settings, actions and probes
  const char* title;         ///< title shown
  std::string_view meaning;  ///< tooltip in menus
  std::string_view topic;    ///< page of the manual about it
  PanelPage page;
  bool open;  ///< open by default; otherwise folded to its title
  void (*draw)(PanelContext&);
};

std::span<const Panel> panels();
std::span<const PageInfo> panelPages();

void drawRunPanel(PanelContext& context);
void drawHistoryPanel(PanelContext& context);
void drawScenePanel(PanelContext& context);
void drawMaterialPanel(PanelContext& context);
void drawGranulationPanel(PanelContext& context);
void drawSolverPanel(PanelContext& context);
void drawReductionPanel(PanelContext& context);
void drawResidualPanel(PanelContext& context);
void drawColourPanel(PanelContext& context);
void drawLayersPanel(PanelContext& context);
void drawClipPanel(PanelContext& context);
void drawPrecisionPanel(PanelContext& context);
void drawTimingPanel(PanelContext& context);
void drawInspectorPanel(PanelContext& context);
void drawHistogramPanel(PanelContext& context);
void drawFieldsPanel(PanelContext& context);
void drawForceNetworkPanel(PanelContext& context);
void drawSensorsPanel(PanelContext& context);
void drawRecordPanel(PanelContext& context);
void drawCameraPathPanel(PanelContext& context);
void drawTwinPanel(PanelContext& context);
void drawMeasurePanel(PanelContext& context);
void drawPlanPanel(PanelContext& context);

}  // namespace scree
