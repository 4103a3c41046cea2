#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "app/arguments/film_arguments.h"
#include "app/cli/command_table.h"
#include "app/cli/words/vocabulary.h"
#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "engine/io/recording_file.h"

namespace scree {

namespace {

/// Options of `ndem render`, which runs `scree --render`.
struct RenderOptions {
  std::string input;  ///< recording, scene file, or name of a shipped scene
  std::string film;   ///< file of the film, or folder of its pictures
  FilmArguments values;
  std::vector<std::pair<std::string, std::string>> passedOn;  ///< options of scree with their values
  std::vector<SceneOverride> settings;
};

/// Finds the program scree, which draws: beside this program if both are installed, otherwise in the same build tree.
/// Empty if it is in neither place.
std::filesystem::path findScree() {
  const std::filesystem::path own = executablePath().parent_path();
  for (const std::filesystem::path& candidate : {own / "scree", own / ".." / "window" / "scree"}) {
    if (::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return {};
}

/// Path of what is filmed. Empty after a message if there is no such file, or if --set is given for a recording.
std::filesystem::path findInput(const RenderOptions& options) {
  const std::optional<std::filesystem::path> file = resolveScene(options.input, shippedScenes());
  if (!file) {
    loadOrExplain(options.input, {});
    return {};
  }
  if (!options.settings.empty() && isRecording(*file)) {
    throw CLI::ValidationError("--set", file->string() + " is a recording, which has its settings: leave --set out");
  }
  return *file;
}

std::vector<std::string> wordsOf(const RenderOptions& options, const std::filesystem::path& input) {
  std::vector<std::string> words = {"--render=" + options.film, "--caller=ndem render"};
  for (const auto& [name, value] : options.passedOn) {
    words.push_back(name + "=" + value);
  }
  for (const SceneOverride& setting : options.settings) {
    words.push_back("--set=" + setting.key + "=" + setting.value);
  }
  words.push_back(input.string());
  return words;
}

/// Replaces this process by scree, which draws the film. Returns only if scree is missing or cannot be started.
int render(const RenderOptions& options) {
  if (const std::string complaint = complaintOnLimit(options.values); !complaint.empty()) {
    throw CLI::ValidationError("--limit", complaint);
  }
  const std::filesystem::path input = findInput(options);
  if (input.empty()) {
    return kBadScene;
  }
  const std::filesystem::path scree = findScree();
  if (scree.empty()) {
    print(stderr,
          "ndem draws nothing itself: the program scree, which does, is not beside it. Build it (without "
          "-DSCREE_WINDOW=OFF) or install it in {}\n",
          executablePath().parent_path().string());
    return kNoGraphics;
  }
  std::vector<std::string> words = wordsOf(options, input);
  std::string program = scree.string();
  std::vector<char*> raw = {program.data()};
  for (std::string& word : words) {
    raw.push_back(word.data());
  }
  raw.push_back(nullptr);
  std::fflush(nullptr);
  ::execv(scree.c_str(), raw.data());
  print(stderr, "{} cannot be started: {}\n", scree.string(), std::strerror(errno));
  return kNoGraphics;
}

/// Adds an option of films that scree has, too. Films without a window have no window in them.
void addFilmOption(Declaration& command, const FilmOption& known, const std::shared_ptr<RenderOptions>& options) {
  const std::string name(known.name);
  std::vector<std::string> names = known.names;
  std::erase(names, "window");
  const bool isFree = names.empty() || name == "--size";  // names are not all that may be given
  const auto take = [options, name, names, isFree, &known](const std::string& text) {
    std::string complaint = isFree ? "" : complaintOnName(text, names);
    complaint = complaint.empty() ? known.take(options->values, text) : complaint;
    options->passedOn.emplace_back(name, text);
    return complaint;
  };
  CLI::Option* option = command.read(name, take, std::string(known.type), std::string(known.meaning));
  if (!names.empty()) {
    command.know(option, {ValueKind::names, names});
  } else if (known.type == "FILE") {
    command.know(option, {ValueKind::file});
  }
}

}  // namespace

Runner declareRender(Declaration& command) {
  const auto options = std::make_shared<RenderOptions>();
  CLI::Option* input = command.command().add_option(
      "INPUT", options->input, "A recording (run --record), a scene file, or the name of a shipped scene");
  command.know(input->type_name("")->required(), {ValueKind::scene});
  CLI::Option* film = command.read(
      "--out",
      [options](const std::string& text) {
        options->film = text;
        return takeFilmFile(options->values.film, text);
      },
      "FILE", "The film: .mp4, .webm or .gif; without an ending, numbered pictures in a new folder");
  command.know(film->required(), {ValueKind::file});
  addSet(command, options->settings, "Change a value of the scene, for example solver.sweeps=500");
  for (const FilmOption& option : filmOptions()) {
    if (option.name != "--clock") {  // without a window there is no clock but the simulation's
      addFilmOption(command, option, options);
    }
  }
  command.command().footer(
      "Draws with the same pictures as the window, by the program scree. Ctrl-C ends the film where it is, and it can\n"
      "be played.\n\n" +
      exitCodesText());
  return [options] { return render(*options); };
}

}  // namespace scree
