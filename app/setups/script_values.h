#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace scree {

/// Values of a script's variables, by name.
using ScriptVariables = std::map<std::string, std::string, std::less<>>;

/// Value of an expression of LAMMPS's style `equal`: numbers, + - * / ^, brackets, PI, sqrt, abs, exp, ln, log, sin,
/// cos, tan, floor, ceil, round and `v_name`. Nothing for what is not known, such as properties of the running program.
std::optional<double> valueOfExpression(std::string_view text, const ScriptVariables& variables);

/// Text with ${name} and $x replaced by the values of variables; nothing where one is not known.
std::optional<std::string> substituted(std::string_view text, const ScriptVariables& variables);

}  // namespace scree
