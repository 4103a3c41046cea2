#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "engine/base/large_pages.h"
#include "engine/io/checkpoint_file.h"
#include "engine/io/recording_file.h"

namespace scree {
namespace {

// Opens the standard streams that the caller has closed. Otherwise the next file would get the number of such a stream,
// and printed text would be written into it.
void openStandardStreams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) == -1 && ::open("/dev/null", O_RDWR) == -1) {
      return;
    }
  }
}

// Runs the command line. Returns an ExitCode, for errors of all kinds.
int codeOf(const std::vector<std::string>& words) {
  try {
    return CommandLine().run(words);
  } catch (const CheckpointError& error) {
    print(stderr, "{}\n", error.what());
    return kBadCheckpoint;
  } catch (const RecordingError& error) {
    print(stderr, "{}\n", error.what());
    return kBadCheckpoint;
  } catch (const std::bad_alloc&) {
    print(stderr, "out of memory: use fewer particles or more memory\n");
  } catch (const std::exception& error) {
    print(stderr, "error of the program: {}\n", error.what());
  }
  return kInternal;
}

}  // namespace
}  // namespace scree

int main(int argc, char** argv) {
  using namespace scree;
  restartOnLargePages(argv);
  openStandardStreams();
  int code = codeOf({argv + (argc > 0 ? 1 : 0), argv + argc});
  // Printed text may still be in the buffer, and writing it may fail, for example on a full disk.
  const bool lost = std::ferror(stdout) != 0;
  if ((std::fflush(stdout) != 0 || lost) && code == kDone) {
    print(stderr, "cannot write the standard output\n");
    code = kOutputFailed;
  }
  return code;
}
