#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/widgets.h"
#include "engine/settings/parameters.h"

// Rows of a panel that show and set parameters. Names and meanings come from a table; a command sets the value.
namespace scree {

/// Number of processors that this program may use.
int processors();

/// Specification of the row of a parameter, from its entry in the table.
NumberSpec specOf(const ParameterInfo& info);
/// Draws the row of a parameter; a change posts the command that sets it.
void drawParameter(PanelContext& context, ParameterKey key, const NumberSpec& spec);
void drawParameter(PanelContext& context, ParameterKey key);
/// Draws the row of a parameter, greyed where it has no effect now: the reason `why` is in its tooltip then.
void drawParameter(PanelContext& context, ParameterKey key, NumberSpec spec, std::string_view why);

/// Draws the title above a row of buttons. At its right stands the value asked for and not yet in force, `pending`, or
/// if that is empty a remark.
void drawTitle(PanelContext& context, std::string_view title, std::string_view pending, const std::string& remark,
               std::string_view name, std::string_view help);

/// Labels and tooltips of buttons side by side.
struct Segments {
  std::vector<std::string_view> labels;
  std::vector<std::string_view> help;
};

/// Draws buttons for the values of a choice; the value of the snapshot is lit. A press posts the command that sets it.
/// They are greyed where the choice has no effect now: the reason `why` is in their tooltips then.
void drawChoiceButtons(PanelContext& context, const ChoiceInfo& info, std::string_view why = {});
constexpr float kChoicePart = 0.3f;  ///< part of the width that the label of a choice takes
/// Draws the label of a choice, over `labelPart` of the width, and its buttons on one line.
void drawChoiceRow(PanelContext& context, ChoiceKey key, float labelPart = kChoicePart, std::string_view why = {});

}  // namespace scree
