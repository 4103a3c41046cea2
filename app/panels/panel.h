#pragma once

#include <span>
#include <string_view>

#include "app/ui_state/panel_context.h"

// Panels of the view. A new panel is one file with its draw function and one line in the list of panels.cpp.
namespace scree {

enum class PanelSide : unsigned char { left, right };

struct Panel {
  std::string_view id;       ///< name in settings, actions and probes
  const char* title;         ///< title shown
  std::string_view meaning;  ///< tooltip in menus
  std::string_view topic;    ///< page of the manual about it
  PanelSide side;
  bool open;  ///< open by default; otherwise collapsed to its title
  void (*draw)(PanelContext&);
  bool hidden = false;  ///< hidden by default: menu and palette show it, and the columns keep their room
};

std::span<const Panel> panels();

void drawRunPanel(PanelContext& context);
void drawHistoryPanel(PanelContext& context);
void drawScenePanel(PanelContext& context);
void drawMaterialPanel(PanelContext& context);
void drawSolverPanel(PanelContext& context);
void drawReductionPanel(PanelContext& context);
void drawResidualPanel(PanelContext& context);
void drawColourPanel(PanelContext& context);
void drawLayersPanel(PanelContext& context);
void drawClipPanel(PanelContext& context);
void drawPrecisionPanel(PanelContext& context);
void drawTimingPanel(PanelContext& context);
void drawInspectorPanel(PanelContext& context);
void drawSensorsPanel(PanelContext& context);
void drawRecordPanel(PanelContext& context);
void drawCameraPathPanel(PanelContext& context);
void drawTwinPanel(PanelContext& context);

}  // namespace scree
