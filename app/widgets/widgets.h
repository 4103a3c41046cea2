#pragma once

#include <imgui.h>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui_state/panel_context.h"
#include "app/widgets/theme.h"

// The few widgets that panels are made of. Each leaves its rectangle under a name and shows a tooltip.
namespace scree {

/// A displayed colour of the view for ImGui.
ImU32 packed(const Eigen::Vector3f& colour);

/// "0.0123 m/s"; `digits` significant ones, decimal point in every locale.
std::string quantity(double value, std::string_view unit, int digits = 3);
/// "1.2e-05", and a plain "0": residuals span many decades.
std::string scientific(double value);
/// "12 345"
std::string grouped(std::uint64_t value);

/// "1 grain", "12 345 grains"
std::string counted(std::uint64_t count, std::string_view one);

/// Stores the last item's rectangle under `name`.
void probe(PanelContext& context, std::string_view name);
/// Shows `text` when the last item is hovered for a moment.
void tooltip(std::string_view text);
void text(std::string_view text, ImU32 colour = theme::kText);
/// Twice as high, for the one number that a panel is about.
void bigText(std::string_view text, ImU32 colour = theme::kText);
/// Text broken at spaces to fit `width` (ImGui's own wrapping also breaks numbers at their decimal point).
void wrappedText(std::string_view text, float width, ImU32 colour = theme::kText);

/// A line "label   value" with the value right of the middle; long values wrap.
void valueRow(PanelContext& context, std::string_view label, std::string_view value, std::string_view help,
              ImU32 colour = theme::kText);
/// A button that runs an action of the table and shows its tooltip and shortcut. Returns true when pressed.
bool actionButton(PanelContext& context, std::string_view id, const char* label, float width, bool lit = false);
/// A row of buttons of which one is lit (-1: none), over the rest of the line. Returns the index pressed.
std::optional<int> segmented(PanelContext& context, std::string_view name, std::span<const std::string_view> labels,
                             int current, std::span<const std::string_view> help);
/// A named check box over the whole width.
bool checkRow(PanelContext& context, std::string_view name, const char* label, bool& value, std::string_view help);
/// A label, over a part of the width, and a combo box. Returns true when `current` changed.
bool comboRow(PanelContext& context, std::string_view name, const char* label, int& current,
              std::span<const std::string_view> items, std::string_view help, float labelPart = 0.52f);

/// How a number is edited.
struct NumberSpec {
  std::string_view name;  ///< of the probe
  std::string label;
  std::string unit;
  std::string help;
  double minimum = 0.0;  ///< of typed numbers
  double maximum = 1.0;
  double low = 0.0;  ///< ends of the slider
  double high = 1.0;
  bool whole = false;
  bool logarithmic = false;
  std::string zero;                         ///< what is shown in place of 0; empty: 0
  std::string initialName = "the scene's";  ///< what the small button goes back to
};

/// A label with a slider (Ctrl+click or double click to type). Shows `inForce`; a value asked for but not yet in force
/// is shown in the warning colour until the snapshot has it. `initial` is what the small button goes back to.
/// Returns the value asked for, if any.
std::optional<double> numberRow(PanelContext& context, const NumberSpec& spec, double inForce, double initial);
/// Remembers that `value` was asked for under `name` with the command `sequence`.
void markPending(PanelContext& context, std::string_view name, std::uint64_t sequence, double value);
/// The value asked for under `name` and not yet in force.
std::optional<double> pendingValue(const PanelMemory& memory, const Snapshot& snapshot, std::string_view name);
std::optional<double> pendingValue(const PanelContext& context, std::string_view name);

}  // namespace scree
