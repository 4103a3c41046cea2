#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace scree {

/// Subcommand `ndem compare`: differences between the tables of two kinds of runs, next to the differences among runs
/// of the same kind.
class CompareOptions {
 public:
  /// Adds the subcommand with its options.
  void addTo(CLI::App& app);
  bool isGiven() const;
  /// Reads the tables, prints the comparison, and writes it as a table if requested. Returns an ExitCode. Throws
  /// CLI::ValidationError for invalid options.
  int run() const;

 private:
  std::vector<std::filesystem::path> runs_;
  std::vector<std::filesystem::path> others_;
  std::vector<std::string> columns_;
  double frequency_ = 0.0;      ///< cut-off frequency of the filter [Hz]; 0: no filter
  std::optional<double> from_;  ///< simulated time at which the comparison begins [s]
  std::optional<double> to_;    ///< simulated time at which the comparison ends [s]
  std::filesystem::path out_;   ///< file of the comparison; empty: none
  CLI::App* command_ = nullptr;
};

}  // namespace scree
