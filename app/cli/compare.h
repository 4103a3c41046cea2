#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace scree {

/// `ndem compare`: how much tables of runs differ, next to how much runs of one kind differ among themselves.
class CompareOptions {
 public:
  /// Adds the subcommand with its options.
  void addTo(CLI::App& app);
  bool isGiven() const;
  /// Reads the tables, prints the comparison and writes what was asked for. Returns an ExitCode. Throws
  /// CLI::ValidationError when options make no sense.
  int run() const;

 private:
  std::vector<std::filesystem::path> runs_;
  std::vector<std::filesystem::path> others_;
  std::vector<std::string> columns_;
  double frequency_ = 0.0;      ///< Hz; 0: no filter
  std::optional<double> from_;  ///< s
  std::optional<double> to_;    ///< s
  std::filesystem::path csv_;   ///< empty: none
  CLI::App* command_ = nullptr;
};

}  // namespace scree
