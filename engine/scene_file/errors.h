#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/quotes.h"
#include "engine/scene_file/scene_error.h"

namespace scree {

/// Place in a scene file (source 0), in a base that it starts from, or in the value of an override (source 1, 2, ...).
/// Lines and columns count from 1; 0 = unknown.
struct Mark {
  int source = 0;
  int line = 0;
  int column = 0;
};

/// Collects the errors and notes of a scene, and the files that it reads. Keeps the first few hundred errors: a file
/// that is no scene must not give a message for every byte.
class ErrorList {
 public:
  explicit ErrorList(std::string file) { addFile(std::move(file)); }

  /// Registers a file. Returns its source number; the scene's own is 0.
  int addFile(std::string name);
  /// Registers an override, whose errors are reported as "--set key". Returns its source number.
  int addSource(std::string name);
  void add(const Mark& mark, std::string what, std::string remedy);
  /// Adds a note, which stops nothing: a repair or an oddity.
  void note(const Mark& mark, std::string what, std::string remedy);
  /// Registers a file that the scene reads besides its own: a base, a table, a mesh, particles.
  void noteFile(const std::filesystem::path& file);
  /// Files registered by noteFile(), each once, in the order in which they were read.
  const std::vector<std::filesystem::path>& files() const { return files_; }
  std::size_t count() const { return count_; }
  /// True when the list is full: further errors are only counted.
  bool full() const;
  /// Errors in the order of the file, those of bases and overrides last; a last one counts the errors that were not
  /// kept.
  std::vector<SceneError> sorted() const;
  /// Notes in the order in which they came.
  std::vector<SceneError> notes() const;

 private:
  struct Entry {
    Mark mark;
    std::string what;
    std::string remedy;
  };
  struct Source {
    std::string name;
    bool hasLines = true;
  };
  std::vector<Source> sources_;
  SceneError errorOf(const Entry& entry) const;
  std::vector<Entry> entries_;
  std::vector<Entry> notes_;
  std::vector<std::filesystem::path> files_;
  std::size_t count_ = 0;
};

/// Candidate nearest to `word` in edits (insert, delete, replace, swap neighbours); empty when none is near enough for
/// a slip.
std::string_view nearestWord(std::string_view word, const std::vector<std::string_view>& candidates);
/// Remedy for a wrong word: "did you mean 'x'?" when a candidate is near, else "use one of: a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace scree
