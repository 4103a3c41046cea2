#include <filesystem>
#include <memory>

#include "app/cli/command_table.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/setups/file_scene.h"
#include "engine/io/output_file.h"
#include "engine/scene/scene.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

/// Options of `ndem import`.
struct ImportOptions {
  FileToScene source;
  bool dryRun = false;
};

int importCommand(const ImportOptions& options) {
  const FileScene found = sceneOfFile(options.source);
  if (!found.isSound) {
    print(stderr, "{}", found.text);
    return kBadScene;
  }
  print(stdout, "{}", found.text);
  if (options.dryRun) {
    print(stdout, "The scene would be:\n{}", found.scene);
    return kDone;
  }
  if (options.source.out.empty()) {
    print(stdout, "Give --out SCENE.yaml to make a scene of it.\n");
    return kDone;
  }
  std::error_code ignored;
  if (fs::exists(options.source.out, ignored)) {
    print(stderr, "{} is there already: give another name, or remove it\n", options.source.out.string());
    return kOutputFailed;
  }
  try {
    writeFileAtomically(options.source.out, found.scene);
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  print(stdout, "  {:<11}{}\n", "wrote", options.source.out.string());
  const SceneResult result = loadScene(options.source.out);
  for (const SceneError& error : result.errors) {
    print(stderr, "{}\n", error.text());
  }
  if (!result.errors.empty()) {
    print(stderr, "The scene needs these changes before it runs.\n");
    return kBadScene;
  }
  return kDone;
}

}  // namespace

Runner declareImport(Declaration& command) {
  const auto options = std::make_shared<ImportOptions>();
  command.know(
      command.command()
          .add_option("FILE", options->source.file,
                      "A table, dump, XYZ or VTK file of particles, a mesh (STL, OBJ, PLY), or an input script of "
                      "LIGGGHTS")
          ->type_name("")
          ->required(),
      {ValueKind::file});
  command.file("--out", options->source.out, "Scene file to write; without it the file is looked at only");
  command.flag("--dry-run", options->dryRun, "Print the scene instead of writing it");
  command.quantity("--scale", options->source.scale, Dimension::length, {1e-9, 1e6},
                   "Length of one unit of the file, such as '1 mm' (1 m)");
  command.count("--frame", options->source.frame, 1, 1000000000, "Frame of a file with several, from 1 (the last)");
  command.flag("--close-holes", options->source.closeHoles, "Close the holes of a mesh");
  command.command().footer("Tells how the file is read, where it lies in metres, and what is not taken over.\n\n" +
                           exitCodesText());
  return [options] { return importCommand(*options); };
}

}  // namespace scree
