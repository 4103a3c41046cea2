#pragma once

#include <CLI/App.hpp>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/arguments/values.h"

namespace scree {

/// What a value of an option is, for completion.
enum class ValueKind : unsigned char { text, file, folder, scene, names, topic };

/// What is known of an option besides its name and help.
struct OptionFacts {
  ValueKind kind = ValueKind::text;
  std::vector<std::string> names = {};  ///< allowed values, or some that may be given
};
using OptionTable = std::map<const CLI::Option*, OptionFacts>;

/// Declares the options of one command. Values are read while the command line is parsed; a value that is not allowed
/// ends that with CLI::ValidationError, whose text says what is allowed. References given must outlive the parsing.
class Declaration {
 public:
  Declaration(CLI::App& command, OptionTable& table) : command_(&command), table_(&table) {}

  CLI::App& command() { return *command_; }
  const OptionTable& table() const { return *table_; }
  /// Declares a command of this command.
  Declaration inner(const std::string& name, const std::string& meaning);

  CLI::Option* flag(const std::string& name, bool& value, const std::string& meaning);
  CLI::Option* text(const std::string& name, std::string& value, const std::string& type, const std::string& meaning);
  CLI::Option* file(const std::string& name, std::filesystem::path& value, const std::string& meaning);
  CLI::Option* folder(const std::string& name, std::filesystem::path& value, const std::string& meaning);
  CLI::Option* count(const std::string& name, int& value, int least, int most, const std::string& meaning);
  /// Option for a quantity, such as a time, with or without a unit.
  CLI::Option* quantity(const std::string& name, std::optional<double>& value, Dimension dimension,
                        const ValueBounds& bounds, const std::string& meaning);
  CLI::Option* time(const std::string& name, std::optional<double>& value, const ValueBounds& bounds,
                    const std::string& meaning) {
    return quantity(name, value, Dimension::time, bounds, meaning);
  }
  /// Option for one of some names.
  CLI::Option* choice(const std::string& name, std::string& value, const std::vector<std::string>& names,
                      const std::string& meaning);
  /// Option for some names, separated by commas. Empty elements are refused.
  CLI::Option* choices(const std::string& name, std::vector<std::string>& values, const std::vector<std::string>& names,
                       const std::string& meaning);
  /// Option for parts of names, separated by commas; `names` are offered by completion, others may be given.
  CLI::Option* parts(const std::string& name, std::vector<std::string>& values, const std::vector<std::string>& names,
                     const std::string& meaning);
  /// Option read by a function that returns a complaint.
  CLI::Option* read(const std::string& name, std::function<std::string(const std::string&)> take,
                    const std::string& type, const std::string& meaning);
  /// Says of an option what its values are.
  CLI::Option* know(CLI::Option* option, OptionFacts facts);

 private:
  CLI::App* command_;
  OptionTable* table_;
};

}  // namespace scree
