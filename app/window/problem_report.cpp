#include "app/window/problem_report.h"

#include <fmt/format.h>
#include <imgui.h>

#include <QDateTime>
#include <QGuiApplication>
#include <QOpenGLContext>
#include <QScreen>
#include <QSettings>
#include <QSysInfo>
#include <QThread>
#include <algorithm>

#include "app/viewport/viewport.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr std::uintmax_t kLargestScene = 1 << 20;  // largest part of a scene in a report [bytes]

std::string section(std::string_view title, std::string_view text) {
  return fmt::format("== {} ==\n{}{}\n", title, text, text.empty() || text.back() != '\n' ? "\n" : "");
}

std::string environmentText() {
  std::string text;
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR",
                           "LIBGL_ALWAYS_SOFTWARE", "LANG", "LC_ALL"}) {
    if (qEnvironmentVariableIsSet(name)) {
      text += fmt::format("{}={}\n", name, qEnvironmentVariable(name).toStdString());
    }
  }
  return text;
}

std::string settingsText() {
  const QSettings stored;
  std::string text = fmt::format("file: {}\n", stored.fileName().toStdString());
  for (const QString& key : stored.allKeys()) {
    if (!key.startsWith("geometry")) {  // geometry is binary data
      text += fmt::format("{} = {}\n", key.toStdString(), stored.value(key).toStringList().join(", ").toStdString());
    }
  }
  return text;
}

std::string sceneText(const ReportedState& state) {
  if (state.sceneFile.empty()) {
    return "none is open\n";
  }
  std::error_code trouble;
  const std::uintmax_t size = std::filesystem::file_size(state.sceneFile, trouble);
  std::string text = fmt::format("file: {}\n", state.sceneFile.string());
  if (state.isRecording || trouble || size > kLargestScene) {
    return text + fmt::format("{}, {} bytes: its content is not in this report\n",
                              state.isRecording ? "a recording" : "a scene", trouble ? 0 : size);
  }
  try {
    return text + "\n" + readFile(state.sceneFile);
  } catch (const std::runtime_error& error) {
    return text + error.what() + "\n";
  }
}

std::string simulationText(const Snapshot& now, const ReportedState& state) {
  const Timeline& run = now.run.timeline;
  std::string text = fmt::format(
      "step {}, time {} s, {}\n{} grains, {} contacts, {} aggregates, {} split sensors\n"
      "worst overlap {}, largest speed {} m/s, {} sweeps in the last step\n"
      "rate {} of {} asked for (0: as fast as possible)\n",
      now.run.step, now.run.time, now.run.playing ? "playing" : "paused", now.particles(), now.solver.contacts,
      now.reduction.aggregates.size(), now.scene.sensors.size(), now.solver.worstOverlap, now.solver.largestSpeed,
      now.solver.sweeps, now.run.actualRate, now.run.targetRate);
  text += fmt::format("troubles: {}{}\n", now.run.faultCount,
                      now.run.lastFault.empty() ? "" : ", the last: " + now.run.lastFault);
  for (const std::string& finding : now.run.guardFindings) {
    text += "guard: " + finding + "\n";
  }
  text += fmt::format("states kept to go back to: {} with {} bytes of {}, from step {} to {}\n", run.states, run.bytes,
                      run.budget, run.first.step, run.last.step);
  std::error_code trouble;
  const std::uintmax_t size =
      state.lastRecording.empty() ? 0 : std::filesystem::file_size(state.lastRecording, trouble);
  text += state.lastRecording.empty()
              ? std::string("no recording of this run was saved\n")
              : fmt::format("last recording saved: {}, {} bytes\n", state.lastRecording.string(), trouble ? 0 : size);
  return text;
}

std::string messageText(const std::vector<std::string>& messages) {
  std::string text;
  for (const std::string& line : messages) {
    text += line + "\n";
  }
  return text.empty() ? "none\n" : text;
}

}  // namespace

std::string graphicsText(const Viewport& viewport) {
  std::string text = fmt::format("Scree {}, Qt {} (built with {}), Dear ImGui {}\n", SCREE_VERSION, qVersion(),
                                 QT_VERSION_STR, ImGui::GetVersion());
  text +=
      fmt::format("OpenGL: {}\n", viewport.views().failure().empty() ? viewport.views().graphicsInformation()
                                                                     : "does not work: " + viewport.views().failure());
  if (viewport.context() != nullptr) {
    const QSurfaceFormat format = viewport.context()->format();
    text += fmt::format("context {}.{} {}, depth {} bits{}\n", format.majorVersion(), format.minorVersion(),
                        format.profile() == QSurfaceFormat::CoreProfile ? "core" : "compatibility",
                        format.depthBufferSize(), viewport.views().isSoftware() ? ", software" : "");
  }
  text += fmt::format("platform {}, view {}x{} at {} device pixels a pixel\n",
                      QGuiApplication::platformName().toStdString(), viewport.width(), viewport.height(),
                      viewport.devicePixelRatioF());
  for (const QScreen* screen : QGuiApplication::screens()) {
    text += fmt::format("screen {} {}x{}, {} Hz\n", screen->name().toStdString(), screen->size().width(),
                        screen->size().height(), screen->refreshRate());
  }
  return text;
}

std::string problemReport(const Viewport& viewport, const Snapshot& snapshot, const ReportedState& state) {
  std::string report =
      "Scree problem report. It was sent to nobody: read it before you pass it on, paths in it may tell your name.\n\n";
  report += section("What happened", "(please write here what you did, what you saw, and what you expected)");
  report += section("Time", QDateTime::currentDateTime().toString(Qt::ISODate).toStdString());
  report +=
      section("System", fmt::format("{}, {}, {} processors", QSysInfo::prettyProductName().toStdString(),
                                    QSysInfo::currentCpuArchitecture().toStdString(), QThread::idealThreadCount()));
  report += section("Graphics", graphicsText(viewport));
  report += section("Environment", environmentText());
  report += section("Simulation", simulationText(snapshot, state));
  report += section("Last messages", messageText(state.messages));
  report += section("Settings", settingsText());
  report += section("Session", state.session);
  report += section("Scene", sceneText(state));
  return report;
}

}  // namespace scree
