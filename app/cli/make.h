#pragma once

#include <CLI/App.hpp>
#include <filesystem>
#include <list>
#include <map>
#include <string>

#include "engine/formats/made_meshes.h"

namespace scree {

/// `ndem make KIND FILE`: one subcommand a kind of mesh, its options made from the keys that scene files have for it.
class MakeOptions {
 public:
  void addTo(CLI::App& app);
  bool isGiven() const { return make_->parsed(); }
  /// Writes what was asked for; an ExitCode. Throws CLI::ValidationError when a number cannot be read.
  int run() const;

 private:
  template <class T>
  void addKind();

  /// What the command line said for one kind: text by key.
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
