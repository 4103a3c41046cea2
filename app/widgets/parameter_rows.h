#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/widgets.h"
#include "engine/settings/parameters.h"

// Parameters as lines of a panel: a table says what they are called and mean, a command sets them.
namespace scree {

/// How many processors this program may use.
int processors();

/// How the parameter is edited, as the table has it.
NumberSpec specOf(const ParameterInfo& info);
void drawParameter(PanelContext& context, ParameterKey key, const NumberSpec& spec);
void drawParameter(PanelContext& context, ParameterKey key);

/// A title over a row of buttons: what was asked for and is not yet in force, else a remark at the right.
void drawTitle(PanelContext& context, std::string_view title, std::string_view pending, const std::string& remark,
               std::string_view name, std::string_view help);

/// Buttons side by side.
struct Segments {
  std::vector<std::string_view> labels;
  std::vector<std::string_view> help;
};

/// Buttons for the values of a choice; lit is what the last snapshot was computed with.
void drawChoiceButtons(PanelContext& context, const ChoiceInfo& info);
/// Label, over a part of the width, and buttons on one line.
void drawChoiceRow(PanelContext& context, ChoiceKey key, float labelPart = 0.3f);

}  // namespace scree
