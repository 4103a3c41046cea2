#pragma once

#include <CLI/App.hpp>
#include <filesystem>
#include <list>
#include <map>
#include <string>

#include "engine/formats/made_meshes.h"

namespace scree {

/// Subcommand `ndem make KIND FILE`, with a subcommand for each kind of generated mesh. The options of a kind are its
/// keys in scene files.
class MakeOptions {
 public:
  void addTo(CLI::App& app);
  bool isGiven() const { return make_->parsed(); }
  /// Writes the requested mesh. Returns an ExitCode. Throws CLI::ValidationError for an invalid number.
  int run() const;

 private:
  template <class T>
  void addKind();

  /// Subcommand of one kind of mesh, with the typed values by key.
  struct Kind {
    CLI::App* command = nullptr;
    std::string name;
    MadeMesh mesh;
    std::map<std::string, std::string> values;
  };
  CLI::App* make_ = nullptr;
  std::list<Kind> kinds_;
  std::string file_;
};

}  // namespace scree
