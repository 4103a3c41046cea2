#include "app/window/gl_probe.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFramebufferObject>
#include <QOpenGLFunctions>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string_view>
#include <vector>

namespace scree {

namespace {

constexpr int kWorks = 0;
constexpr int kNoOpenGl = 3;
/// Longest time of the test. A software driver on a busy machine needs several seconds; a driver that hangs is rare.
constexpr std::chrono::seconds kLimit{20};

/// Starts the child with output and errors in one pipe. Returns its process id and the end of the pipe to read.
std::optional<std::pair<pid_t, int>> startChild(const std::string& executable, std::vector<std::string> arguments) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return std::nullopt;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) {
    pointers.push_back(argument.data());
  }
  pointers.push_back(nullptr);
  pid_t child = 0;
  const int failed = posix_spawn(&child, executable.c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (failed != 0) {
    close(ends[0]);
    return std::nullopt;
  }
  return std::pair(child, ends[0]);
}

/// Reads until the pipe closes. Returns false after kLimit.
bool readAll(int pipe, std::string& text) {
  const auto end = std::chrono::steady_clock::now() + kLimit;
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    pollfd wanted{pipe, POLLIN, 0};
    if (left <= 0 || poll(&wanted, 1, static_cast<int>(left)) <= 0) {
      return false;
    }
    const ssize_t got = read(pipe, buffer.data(), buffer.size());
    if (got <= 0) {
      return true;
    }
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

bool saysNoDisplay(const std::string& text) {
  for (const std::string_view sign :
       {"could not connect to display", "Failed to create wl_display", "no Qt platform plugin could be initialized"}) {
    if (text.find(sign) != std::string::npos) {
      return true;
    }
  }
  return false;
}

/// Draws one colour into a framebuffer object and reads it back.
bool drawsAndReads() {
  QOpenGLFramebufferObject target(16, 16, QOpenGLFramebufferObject::CombinedDepthStencil);
  if (!target.isValid() || !target.bind()) {
    return false;
  }
  QOpenGLFunctions& gl = *QOpenGLContext::currentContext()->functions();
  gl.glViewport(0, 0, 16, 16);
  gl.glClearColor(0.0f, 1.0f, 0.0f, 1.0f);
  gl.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  std::array<unsigned char, 4> pixel{};
  gl.glReadPixels(8, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
  return pixel[0] == 0 && pixel[1] == 255;
}

}  // namespace

int runGraphicsProbe(int argc, char** argv) {
  // Without a display Qt aborts. This is a valid result, so no core file is written.
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  const QGuiApplication application(argc, argv);
  const QString platform = QGuiApplication::platformName();
  if (platform == "offscreen" || platform == "minimal" || platform == "vnc" || platform == "linuxfb") {
    std::printf("the Qt platform \"%s\" shows no OpenGL\n", platform.toUtf8().constData());
    return kNoOpenGl;
  }
  QOpenGLContext context;
  QOffscreenSurface surface;
  surface.create();
  if (!context.create() || !context.makeCurrent(&surface)) {
    std::printf("no OpenGL context could be made\n");
    return kNoOpenGl;
  }
  const QSurfaceFormat format = context.format();
  if (format.version() < std::pair(3, 3)) {
    std::printf("OpenGL %d.%d is too old: 3.3 is needed\n", format.majorVersion(), format.minorVersion());
    return kNoOpenGl;
  }
  if (!drawsAndReads()) {
    std::printf("the driver draws nothing into a framebuffer object\n");
    return kNoOpenGl;
  }
  // Dear ImGui opens this library itself, wherever Qt has its OpenGL from.
  void* library = dlopen("libGL.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    std::printf("the library libGL.so.1 is missing (Debian's package libgl1): %s\n", dlerror());
    return kNoOpenGl;
  }
  dlclose(library);
  std::printf("%s\n", reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER)));
  return kWorks;
}

GraphicsProbe probeGraphics(const std::string& executable, int argc, char** argv) {
  std::vector<std::string> arguments = {executable, "--gl-probe"};
  for (int i = 1; i + 1 < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "-platform" || option == "--platform" || option == "-display") {
      arguments.insert(arguments.end(), {argv[i], argv[i + 1]});
    }
  }
  const auto child = startChild(executable, arguments);
  if (!child) {
    return {GraphicsProbe::Result::works, "not probed"};  // drawing is tried without the test
  }
  std::string text;
  const bool inTime = readAll(child->second, text);
  close(child->second);
  if (!inTime) {
    kill(child->first, SIGKILL);
  }
  int status = 0;
  waitpid(child->first, &status, 0);
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  if (!inTime) {
    return {GraphicsProbe::Result::noOpenGl, "the driver did not answer within twenty seconds"};
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == kWorks) {
    return {GraphicsProbe::Result::works, text};
  }
  return {saysNoDisplay(text) ? GraphicsProbe::Result::noDisplay : GraphicsProbe::Result::noOpenGl, text};
}

std::string explain(const GraphicsProbe& probe) {
  const std::string instead =
      "Without a window, run the same scenes with: ndem run SCENE --until SECONDS\n"
      "Without a screen, try: xvfb-run -a scree SCENE";
  if (probe.result == GraphicsProbe::Result::noDisplay) {
    return "scree: there is no display to open a window on (is DISPLAY or WAYLAND_DISPLAY set?)\n" + instead;
  }
  return "scree: OpenGL 3.3 does not work here: " + probe.detail +
         "\nInstall or update the graphics driver, or try software OpenGL: scree --safe\n" + instead;
}

}  // namespace scree
