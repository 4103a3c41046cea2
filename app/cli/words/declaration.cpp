#include "app/cli/words/declaration.h"

namespace scree {

namespace {

void refuse(const std::string& name, const std::string& complaint) {
  if (!complaint.empty()) {
    throw CLI::ValidationError(name, complaint);
  }
}

std::string typeOf(Dimension dimension) {
  return dimension == Dimension::time ? "TIME" : dimension == Dimension::frequency ? "HZ" : "NUMBER";
}

}  // namespace

Declaration Declaration::inner(const std::string& name, const std::string& meaning) {
  return {*command_->add_subcommand(name, meaning), *table_};
}

CLI::Option* Declaration::flag(const std::string& name, bool& value, const std::string& meaning) {
  return command_->add_flag(name, value, meaning);
}

CLI::Option* Declaration::text(const std::string& name, std::string& value, const std::string& type,
                               const std::string& meaning) {
  return command_->add_option(name, value, meaning)->type_name(type);
}

CLI::Option* Declaration::file(const std::string& name, std::filesystem::path& value, const std::string& meaning) {
  return know(command_->add_option(name, value, meaning)->type_name("FILE"), {ValueKind::file});
}

CLI::Option* Declaration::folder(const std::string& name, std::filesystem::path& value, const std::string& meaning) {
  return know(command_->add_option(name, value, meaning)->type_name("DIR"), {ValueKind::folder});
}

CLI::Option* Declaration::count(const std::string& name, int& value, int least, int most, const std::string& meaning) {
  return read(
      name, [&value, least, most](const std::string& text) { return readCount(text, least, most, value); }, "N",
      meaning);
}

CLI::Option* Declaration::quantity(const std::string& name, std::optional<double>& value, Dimension dimension,
                                   const ValueBounds& bounds, const std::string& meaning) {
  return read(
      name,
      [&value, dimension, bounds](const std::string& text) {
        double number = 0.0;
        std::string complaint = readQuantity(text, dimension, bounds, number);
        value = complaint.empty() ? std::optional(number) : value;
        return complaint;
      },
      typeOf(dimension), meaning);
}

CLI::Option* Declaration::choice(const std::string& name, std::string& value, const std::vector<std::string>& names,
                                 const std::string& meaning) {
  CLI::Option* option = read(
      name,
      [&value, names](const std::string& text) {
        value = text;
        return complaintOnName(text, names);
      },
      "WHAT", meaning);
  return know(option, {ValueKind::names, names});
}

CLI::Option* Declaration::choices(const std::string& name, std::vector<std::string>& values,
                                  const std::vector<std::string>& names, const std::string& meaning) {
  CLI::Option* option = parts(name, values, names, meaning);
  option->check(CLI::Validator([names](const std::string& text) { return complaintOnName(text, names); }, ""));
  return option;
}

CLI::Option* Declaration::parts(const std::string& name, std::vector<std::string>& values,
                                const std::vector<std::string>& names, const std::string& meaning) {
  CLI::Option* option = command_->add_option(name, values, meaning)->delimiter(',')->allow_extra_args(false);
  option->type_name("NAME[,NAME]");
  option->check(CLI::Validator(
      [](const std::string& text) {
        return std::string(text.empty() ? "there is no name in '': give at least one" : "");
      },
      ""));
  return know(option, {ValueKind::names, names});
}

CLI::Option* Declaration::read(const std::string& name, std::function<std::string(const std::string&)> take,
                               const std::string& type, const std::string& meaning) {
  return command_
      ->add_option_function<std::string>(
          name, [name, take = std::move(take)](const std::string& text) { refuse(name, take(text)); }, meaning)
      ->type_name(type);
}

CLI::Option* Declaration::know(CLI::Option* option, OptionFacts facts) {
  (*table_)[option] = std::move(facts);
  return option;
}

}  // namespace scree
