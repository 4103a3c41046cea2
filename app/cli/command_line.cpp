#include "app/cli/command_line.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>

#include "app/cli/command_table.h"
#include "app/cli/words/refusals.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "engine/base/version.h"

namespace scree {

CommandLine::CommandLine()
    : app_("ndem " + std::string(version()) + ": runs granular scenes without a window.", "ndem") {
  app_.footer(exitCodesText());
  app_.set_version_flag("--version", std::string(version()));
  Declaration root(app_, options_);
  runner_ = declareAll(root, commandTable());
}

int CommandLine::run(std::span<const std::string> words) {
  if (const std::string unknown = unknownCommand(app_, words); !unknown.empty()) {
    print(stderr, "{}", unknown);
    return kUsage;
  }
  try {
    app_.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    return runner_();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      return app_.exit(error) == 0 ? kDone : kUsage;  // help or version
    }
    print(stderr, "{}", refusal(app_, error));
    return kUsage;
  }
}

}  // namespace scree
