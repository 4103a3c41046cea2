#include "app/setups/script_values.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "engine/formats/text/text_number.h"

namespace scree {

namespace {

struct ScriptFunction {
  std::string_view name;
  double (*value)(double);
};
constexpr std::array<ScriptFunction, 11> kFunctions = {{{"sqrt", [](double x) { return std::sqrt(x); }},
                                                        {"abs", [](double x) { return std::abs(x); }},
                                                        {"exp", [](double x) { return std::exp(x); }},
                                                        {"ln", [](double x) { return std::log(x); }},
                                                        {"log", [](double x) { return std::log10(x); }},
                                                        {"sin", [](double x) { return std::sin(x); }},
                                                        {"cos", [](double x) { return std::cos(x); }},
                                                        {"tan", [](double x) { return std::tan(x); }},
                                                        {"floor", [](double x) { return std::floor(x); }},
                                                        {"ceil", [](double x) { return std::ceil(x); }},
                                                        {"round", [](double x) { return std::round(x); }}}};

/// Evaluates by descent: sums of products of powers.
class Expression {
 public:
  Expression(std::string_view text, const ScriptVariables& variables, int depth)
      : rest_(text), variables_(variables), depth_(depth) {}

  std::optional<double> value() {
    const double result = sum();
    skipBlanks();
    return isSound_ && rest_.empty() ? std::optional(result) : std::nullopt;
  }

 private:
  static constexpr int kDeepest = 50;

  void skipBlanks() { rest_ = trimmedText(rest_); }
  bool take(char wanted) {
    skipBlanks();
    if (!rest_.starts_with(wanted)) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  double sum() {
    double total = product();
    while (isSound_) {
      if (take('+')) {
        total += product();
      } else if (take('-')) {
        total -= product();
      } else {
        break;
      }
    }
    return total;
  }
  double product() {
    double total = power();
    while (isSound_) {
      if (take('*')) {
        total *= power();
      } else if (take('/')) {
        total /= power();
      } else {
        break;
      }
    }
    return total;
  }
  double power() {
    const double base = signedAtom();
    return take('^') ? std::pow(base, power()) : base;
  }
  double signedAtom() {
    if (++depth_ > kDeepest) {
      isSound_ = false;
      return 0.0;
    }
    const double value = take('-') ? -signedAtom() : take('+') ? signedAtom() : atom();
    --depth_;
    return value;
  }
  double atom() {
    if (take('(')) {
      const double inner = sum();
      isSound_ = isSound_ && take(')');
      return inner;
    }
    skipBlanks();
    if (!rest_.empty() && ((rest_[0] >= '0' && rest_[0] <= '9') || rest_[0] == '.')) {
      return number();
    }
    return named();
  }
  double number() {
    std::size_t end = rest_.find_first_not_of("0123456789.");
    if (end != std::string_view::npos && (rest_[end] == 'e' || rest_[end] == 'E')) {
      const std::size_t sign = end + 1 < rest_.size() && (rest_[end + 1] == '+' || rest_[end + 1] == '-') ? 1 : 0;
      end = rest_.find_first_not_of("0123456789", end + 1 + sign);
    }
    const std::optional<double> value = numberOf(rest_.substr(0, end));
    isSound_ = isSound_ && value.has_value();
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end);
    return value.value_or(0.0);
  }
  double named() {
    const std::size_t end = rest_.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    const std::string_view name = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end);
    if (name == "PI") {
      return std::numbers::pi;
    }
    if (name.starts_with("v_")) {
      const auto found = variables_.find(name.substr(2));
      const std::optional<double> value = found == variables_.end() || depth_ > kDeepest / 2
                                              ? std::nullopt
                                              : Expression(found->second, variables_, depth_ + 1).value();
      isSound_ = isSound_ && value.has_value();
      return value.value_or(0.0);
    }
    for (const ScriptFunction& function : kFunctions) {
      if (function.name == name && take('(')) {
        const double inner = sum();
        isSound_ = isSound_ && take(')');
        return function.value(inner);
      }
    }
    isSound_ = false;
    return 0.0;
  }

  std::string_view rest_;
  const ScriptVariables& variables_;
  int depth_;
  bool isSound_ = true;
};

}  // namespace

std::optional<double> valueOfExpression(std::string_view text, const ScriptVariables& variables) {
  return Expression(text, variables, 0).value();
}

std::optional<std::string> substituted(std::string_view text, const ScriptVariables& variables) {
  std::string result;
  while (!text.empty()) {
    const std::size_t dollar = text.find('$');
    result += text.substr(0, dollar);
    if (dollar == std::string_view::npos) {
      break;
    }
    text.remove_prefix(dollar + 1);
    const bool isLong = text.starts_with('{') || text.starts_with('(');
    const char close = text.starts_with('{') ? '}' : ')';
    const std::size_t end = isLong ? text.find(close) : 1;
    if (text.empty() || end == std::string_view::npos) {
      return std::nullopt;
    }
    const std::string_view name = isLong ? text.substr(1, end - 1) : text.substr(0, 1);
    if (text.starts_with('(')) {
      const std::optional<double> value = valueOfExpression(name, variables);
      if (!value) {
        return std::nullopt;
      }
      result += fmt::format("{}", *value);
    } else {
      const auto found = variables.find(name);
      if (found == variables.end()) {
        return std::nullopt;
      }
      // A formula is replaced by its value.
      const std::optional<double> value = valueOfExpression(found->second, variables);
      result += value ? fmt::format("{}", *value) : found->second;
    }
    text.remove_prefix(isLong ? end + 1 : end);
  }
  return result;
}

}  // namespace scree
