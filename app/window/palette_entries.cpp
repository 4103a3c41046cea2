#include "app/window/palette_entries.h"

#include <QFileInfo>
#include <QMainWindow>

#include "app/document/simulation.h"
#include "app/panels/panel.h"
#include "app/viewport/handles/qt_values.h"
#include "app/viewport/viewport.h"
#include "app/window/action_context.h"
#include "app/window/actions.h"
#include "app/window/files/scene_opening.h"
#include "app/window/files/settings.h"

namespace scree {

namespace {

void addActions(std::vector<PaletteEntry>& entries, const ActionContext& context) {
  for (const ActionText& action : actionTexts()) {
    if (action.id == "command_palette") {
      continue;
    }
    entries.push_back({qtText(action.id), qtText(action.text), qtText(action.menu), qtText(action.shortcut),
                       qtText(action.tooltip), [&context, id = action.id] { context.trigger(id); }});
  }
}

void addPanels(std::vector<PaletteEntry>& entries, Viewport& viewport) {
  for (const Panel& panel : panels()) {
    entries.push_back({"panel." + qtText(panel.id),
                       QString("Panel ") + panel.title,
                       "Panels",
                       {},
                       qtText(panel.meaning),
                       [&viewport, id = panel.id] {
                         viewport.layout().reveal(id);
                         viewport.requestFrame();
                       }});
  }
}

void addColours(std::vector<PaletteEntry>& entries, Viewport& viewport) {
  for (int i = 0; i < kColourByCount; ++i) {
    const auto by = static_cast<ColourBy>(i);
    const ColourInfo& info = infoOf(by);
    entries.push_back({"colour." + qtText(info.name),
                       "Colour by " + qtText(info.name),
                       "Colour",
                       {},
                       qtText(info.meaning),
                       [&viewport, by] {
                         colourGrains(viewport.options(), viewport.memory(), by);
                         viewport.requestFrame();
                       }});
  }
  for (std::size_t map = 0; map < colourMapNames().size(); ++map) {
    const QString name = qtText(colourMapNames()[map]);
    entries.push_back({"map." + name,
                       "Colour map " + name,
                       "Colour",
                       {},
                       "Shows values in the colours of this map.",
                       [&viewport, map] {
                         viewport.options().colourMap = static_cast<int>(map);
                         viewport.requestFrame();
                       }});
  }
}

void addPresets(std::vector<PaletteEntry>& entries, const ActionContext& context) {
  const auto post = [&context](const Command& command) {
    context.host.simulation.post(command);
    context.host.viewport.requestFrame();
  };
  for (const PresetInfo& info : presetTable()) {
    entries.push_back({"solver." + qtText(info.name),
                       "Solver preset " + qtText(info.name),
                       "Solver",
                       {},
                       qtText(info.meaning),
                       [post, preset = info.preset] { post(SetPreset{preset}); }});
  }
  for (const ReductionPresetInfo& info : reductionPresetTable()) {
    entries.push_back({"reduction." + qtText(info.name),
                       "Reduction preset " + qtText(info.name),
                       "Reduction",
                       {},
                       qtText(info.meaning),
                       [post, preset = info.preset] { post(SetReductionPreset{preset}); }});
  }
}

void addMeasurements(std::vector<PaletteEntry>& entries, const ActionContext& context) {
  entries.push_back({"compare_methods",
                     "Measure this step with all methods",
                     "Residual",
                     {},
                     "Takes the next step on copies of the world, once with each method, and shows how they converge.",
                     [&context] {
                       Viewport& viewport = context.host.viewport;
                       viewport.layout().reveal("residual");
                       context.host.simulation.post(CompareMethods{viewport.memory().comparison.sweeps});
                       viewport.requestFrame();
                     }});
}

void addFiles(std::vector<PaletteEntry>& entries, const ActionContext& context) {
  for (const std::filesystem::path& file : context.host.library.files) {
    const QString name = QString::fromStdString(file.stem().string());
    entries.push_back(
        {"scene." + name, "Open scene " + name, "Scenes", {}, QString::fromStdString(file.string()), [&context, file] {
           context.opening.open(file);
         }});
  }
  for (const QString& file : settings::recentScenes()) {
    entries.push_back({"file." + file, "Open " + QFileInfo(file).fileName(), "Recent", {}, file, [&context, file] {
                         context.opening.open(file.toStdString());
                       }});
  }
}

}  // namespace

std::vector<PaletteEntry> paletteEntries(const ActionContext& context) {
  std::vector<PaletteEntry> entries;
  addActions(entries, context);
  addPanels(entries, context.host.viewport);
  addColours(entries, context.host.viewport);
  addPresets(entries, context);
  addMeasurements(entries, context);
  addFiles(entries, context);
  return entries;
}

void showCommandPalette(const ActionContext& context) {
  auto* palette = new CommandPalette(paletteEntries(context), settings::recentCommands(), &context.host.window);
  QObject::connect(palette, &CommandPalette::chosen, palette, [](const QString& id) {
    QStringList recent = settings::recentCommands();
    recent.removeAll(id);
    recent.prepend(id);
    settings::setRecentCommands(recent);
  });
  palette->open();
}

}  // namespace scree
