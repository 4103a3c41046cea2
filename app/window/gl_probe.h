#pragma once

#include <string>

namespace scree {

/// Result of a test of OpenGL, made in a child process because a broken driver may crash the process.
struct GraphicsProbe {
  enum class Result { works, noDisplay, noOpenGl };
  Result result = Result::noOpenGl;
  std::string detail;  ///< driver, or output of the child
};

/// Runs `executable --gl-probe` with the platform option of `argv`, and waits up to twenty seconds.
GraphicsProbe probeGraphics(const std::string& executable, int argc, char** argv);
/// Tests OpenGL in the child process: makes a context, draws, reads back. Prints the result and returns the exit
/// status.
int runGraphicsProbe(int argc, char** argv);
/// Message for the user on missing OpenGL: the problem and its remedies.
std::string explain(const GraphicsProbe& probe);

}  // namespace scree
