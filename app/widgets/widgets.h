#pragma once

#include <imgui.h>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui_state/panel_context.h"
#include "app/widgets/theme.h"

// Widgets of the panels. Each records its rectangle under a name (a probe) and shows a tooltip.
namespace scree {

/// Converts a displayed colour of the view to a colour of ImGui.
ImU32 packed(const Eigen::Vector3f& colour);

/// Text of a value with its unit: "0.0123 m/s"; `digits` significant digits, a decimal point in every locale.
std::string quantity(double value, std::string_view unit, int digits = 3);
/// Text of a residual, which may span many decades: "1.2e-05", and "0" for zero.
std::string scientific(double value);
constexpr std::size_t kCellRoom = 7;  ///< characters that fit in a cell of a table
/// Text of a number for a cell of a table: "0.012", "1.2e-5".
std::string cellNumber(double value);
/// A number without plus and leading zeros of its exponent: "1e-5" for "1e-05".
std::string shortExponent(std::string number);
/// Text of a count in groups of three digits: "12 345".
std::string grouped(std::uint64_t value);

/// Text of a count of things: "1 grain", "12 345 grains".
std::string counted(std::uint64_t count, std::string_view one);

/// Records the rectangle of the last item under `name`.
void probe(PanelContext& context, std::string_view name);
/// Shows `text` once the pointer has been over the last item for a moment.
void tooltip(std::string_view text);
/// Draws a text.
void text(std::string_view text, ImU32 colour = theme::kText);
/// Draws a text at the right edge of its table cell.
void rightText(std::string_view text, ImU32 colour = theme::kText);
/// Draws the main number of a panel in letters twice as high. The font has figures only.
void bigText(std::string_view text, ImU32 colour = theme::kText);
/// Text with line ends in place of the spaces after which the next word would not fit into `width` [px].
std::string brokenAtSpaces(std::string_view text, float width);
/// Draws a text broken at spaces to fit `width` [px]. ImGui's own wrapping also breaks numbers at their decimal point.
void wrappedText(std::string_view text, float width, ImU32 colour = theme::kText);

/// Text cut to fit `width` [px], with an ellipsis where it is cut.
std::string elided(std::string_view text, float width);
/// Draws two texts in a row of a list, the second at its right end. Both are cut with ellipses where there is no room:
/// the first keeps a half of the row at least.
void drawPair(const ProbeRect& row, std::string_view left, std::string_view right, ImU32 leftColour, ImU32 rightColour);

/// Draws a line "label   value" with the value at a third of the width, or behind `labelRoom` [px] where that is more;
/// long values wrap.
void valueRow(PanelContext& context, std::string_view label, std::string_view value, std::string_view help,
              ImU32 colour = theme::kText, float labelRoom = 0.0f);
/// Draws a button that runs the action `id` and shows its tooltip and shortcut. Returns true if pressed.
bool actionButton(PanelContext& context, std::string_view id, const char* label, float width, bool lit = false);
/// Draws the buttons that choose the action of the handles in the view, in one row.
void gizmoModeButtons(PanelContext& context);
/// Draws buttons over the rest of the line; button `current` is lit (-1: none). Returns the index of the button
/// pressed.
std::optional<int> segmented(PanelContext& context, std::string_view name, std::span<const std::string_view> labels,
                             int current, std::span<const std::string_view> help);
/// Draws a check box. Returns true if `value` changed.
bool checkRow(PanelContext& context, std::string_view name, const char* label, bool& value, std::string_view help);
/// Draws a label in the left part of a line and moves the cursor to the place of the value, which is below the label
/// where there is little room. Returns the width left [px].
float labelColumn(std::string_view label, std::string_view help, ImU32 colour = theme::kText, float part = 0.52f);
/// Draws a label, over `labelPart` of the width, and a combo box. Returns true if an item was chosen.
bool comboRow(PanelContext& context, std::string_view name, const char* label, int& current,
              std::span<const std::string_view> items, std::string_view help, float labelPart = 0.52f);

/// Specification of a row for a number.
struct NumberSpec {
  std::string_view name;  ///< name of the probe
  std::string label;
  std::string unit;
  std::string help;
  double minimum = 0.0;                     ///< least number that can be typed
  double maximum = 1.0;                     ///< largest number that can be typed
  double low = 0.0;                         ///< lower end of the slider
  double high = 1.0;                        ///< upper end of the slider
  bool whole = false;                       ///< the number is an integer
  bool logarithmic = false;                 ///< the slider is logarithmic
  bool whenLeft = false;                    ///< asks when the user leaves the field, not at each digit or move
  std::string zero;                         ///< text shown in place of 0; empty: "0"
  std::string initialName = "the scene's";  ///< name of the value that the small button goes back to
};

/// Draws a label with a slider (Ctrl+click or double click to type). It shows `inForce`, or in the warning colour a
/// value that was asked for and is not yet in force in the snapshot. The small button goes back to `initial`. Returns
/// the value asked for if it is new: within the limits, and rounded to three digits if dragged.
std::optional<double> numberRow(PanelContext& context, const NumberSpec& spec, double inForce, double initial);
/// Limits a number that the last item has changed to its range. Says so once the user leaves the field with a number
/// outside it. Call it in every frame, with nothing where the number is as before.
std::optional<double> limitedTo(PanelContext& context, const NumberSpec& spec, std::optional<double> typed);
/// Notes that `value` was asked for under `name` with the command of number `sequence`.
void markPending(PanelContext& context, std::string_view name, std::uint64_t sequence, double value);
/// Value that was asked for under `name` and is not yet in force in the snapshot.
std::optional<double> pendingValue(const PanelMemory& memory, const Snapshot& snapshot, std::string_view name);
std::optional<double> pendingValue(const PanelContext& context, std::string_view name);

}  // namespace scree
