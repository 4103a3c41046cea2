#pragma once

#include <string>

namespace scree {

/// What drawing can be had here, found out in a child process so that a broken driver takes only the child with it.
struct GraphicsProbe {
  enum class Result { works, noDisplay, noOpenGl };
  Result result = Result::noOpenGl;
  std::string detail;  ///< driver, or what the child said
};

/// Runs `executable --gl-probe` (and the given platform option) and waits up to twenty seconds.
GraphicsProbe probeGraphics(const std::string& executable, int argc, char** argv);
/// The child's work: makes a context, draws, reads back. Prints what it found; the result is the exit status.
int runGraphicsProbe(int argc, char** argv);
/// What to tell a user for whom it does not work: what is wrong and what can be done.
std::string explain(const GraphicsProbe& probe);

}  // namespace scree
