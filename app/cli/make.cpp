#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <map>
#include <memory>

#include "app/cli/command_table.h"
#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "engine/formats/mesh_file.h"
#include "engine/formats/mesh_health.h"
#include "engine/io/output_file.h"
#include "engine/scene_file/fields.h"

namespace scree {

namespace {

std::string optionOf(std::string_view key) {
  std::string option = "--" + std::string(key);
  std::ranges::replace(option, '_', '-');
  return option;
}

/// Visits the keys of a mesh (see fields.h) and adds an option for each.
class OptionAdder {
 public:
  OptionAdder(CLI::App& command, std::map<std::string, std::string>& values) : command_(command), values_(values) {}

  void quantity(const Field& f, double value, Dimension d, const Range&) {
    const char* type = d == Dimension::angle ? "ANGLE" : d == Dimension::length ? "LENGTH" : "NUMBER";
    add(f, f.required ? "" : formatQuantity(value, d), type);
  }
  void whole(const Field& f, int value, const Range&) { add(f, fmt::format("{}", value), "N"); }
  void flag(const Field& f, bool value) { add(f, value ? "true" : "false", "BOOL"); }
  void quantity(const Field& f, const std::optional<double>&, Dimension d, const Range&) {
    add(f, "", d == Dimension::length ? "LENGTH" : "NUMBER");
  }
  void quantities(const Field& f, const std::vector<double>&, std::size_t, Dimension, const Range&) {
    add(f, "", "LENGTHS");
  }
  void text(const Field& f, const std::string&) { add(f, "", "FILE"); }
  void vector(const Field& f, const Vec3&, Dimension, const Range&) { add(f, "", "X,Y,Z"); }

 private:
  void add(const Field& f, const std::string& standard, const char* type) {
    const std::string more = standard.empty() ? "" : " (" + standard + ")";
    command_.add_option(optionOf(f.key), values_[std::string(f.key)], std::string(f.meaning) + more)
        ->type_name(type)
        ->required(f.required);
  }

  CLI::App& command_;
  std::map<std::string, std::string>& values_;
};

/// Visits the keys of a mesh (see fields.h) and sets those that the command line gives.
class ValueTaker {
 public:
  explicit ValueTaker(const std::map<std::string, std::string>& values) : values_(values) {}

  void quantity(const Field& f, double& value, Dimension d, const Range& range) {
    if (const std::string& text = textOf(f); !text.empty()) {
      value = number(f, text, d, range);
    }
  }
  void whole(const Field& f, int& value, const Range& range) {
    if (const std::string& text = textOf(f); !text.empty()) {
      const double read = number(f, text, Dimension::number, range);
      if (read != std::floor(read)) {
        throw CLI::ValidationError(optionOf(f.key), "must be a whole number");
      }
      value = static_cast<int>(read);
    }
  }
  void flag(const Field& f, bool& value) {
    if (const std::string& text = textOf(f); !text.empty()) {
      if (text != "true" && text != "false") {
        throw CLI::ValidationError(optionOf(f.key), "must be true or false");
      }
      value = text == "true";
    }
  }
  void quantity(const Field& f, std::optional<double>& value, Dimension d, const Range& range) {
    if (const std::string& text = textOf(f); !text.empty()) {
      value = number(f, text, d, range);
    }
  }
  void quantities(const Field& f, std::vector<double>& values, std::size_t, Dimension d, const Range& range) {
    if (const std::string& text = textOf(f); !text.empty()) {
      values = numbers(f, text, d, range);
    }
  }
  void text(const Field& f, std::string& value) { value = textOf(f); }
  void vector(const Field& f, Vec3& value, Dimension d, const Range& range) {
    const std::string& text = textOf(f);
    if (std::ranges::count(text, ',') != 2) {
      throw CLI::ValidationError(optionOf(f.key),
                                 fmt::format("{} is not three lengths, such as 1,1,0.5", inQuotes(text)));
    }
    const std::vector<double> values = numbers(f, text, d, range);
    value = Vec3(values[0], values[1], values[2]);
  }

 private:
  /// Numbers between commas.
  static std::vector<double> numbers(const Field& f, std::string_view rest, Dimension d, const Range& range) {
    std::vector<double> values;
    for (bool more = true; more;) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      values.push_back(number(f, std::string(rest.substr(0, end)), d, range));
      more = end < rest.size();
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return values;
  }

  const std::string& textOf(const Field& f) const { return values_.at(std::string(f.key)); }

  static double number(const Field& f, const std::string& text, Dimension d, const Range& range) {
    const Quantity quantity = parseQuantity(text, d);
    if (!quantity.what.empty()) {
      throw CLI::ValidationError(optionOf(f.key), quantity.what + ": " + quantity.remedy);
    }
    if (!(quantity.value >= range.least && quantity.value <= range.most)) {
      throw CLI::ValidationError(optionOf(f.key), fmt::format("must be from {} to {}", formatQuantity(range.least, d),
                                                              formatQuantity(range.most, d)));
    }
    return quantity.value;
  }

  const std::map<std::string, std::string>& values_;
};

int writeMesh(const std::string& name, const MadeMesh& mesh, const std::filesystem::path& file) {
  Triangles triangles = trianglesOf(mesh);
  const MeshHealth health = mend(triangles);
  try {
    writeFileAtomically(file, stlOf(triangles, name));
  } catch (const OutputError& error) {
    print(stderr, "{}\n", error.what());
    return kOutputFailed;
  }
  print(stdout, "{}: {}\n", file.string(), summaryOf(health, triangles.corners.size()));
  return kDone;
}

/// Values of one kind of mesh, as text by key.
struct MakeOptions {
  MadeMesh mesh;
  std::map<std::string, std::string> values;
  std::string file;
};

int makeMesh(const std::string& name, MakeOptions& options) {
  if (const std::string ending = std::filesystem::path(options.file).extension().string();
      ending != ".stl" && ending != ".STL") {
    throw CLI::ValidationError(
        "FILE", fmt::format("{} does not end with .stl; meshes are written as STL", inQuotes(options.file)));
  }
  ValueTaker taker(options.values);
  std::visit([&](auto& made) { fields(taker, made); }, options.mesh);
  if (const TableProblem problem = readTables(options.mesh, std::filesystem::current_path()); !problem.what.empty()) {
    throw CLI::ValidationError(name, problem.what + ": " + problem.remedy);
  }
  if (const std::string remedy = problemOf(options.mesh); !remedy.empty()) {
    throw CLI::ValidationError(name, remedy);
  }
  return writeMesh(name, options.mesh, options.file);
}

template <class T>
Runner declareKind(Declaration& command) {
  const auto options = std::make_shared<MakeOptions>();
  T mesh;
  OptionAdder adder(command.command(), options->values);
  fields(adder, mesh);
  options->mesh = mesh;
  command.know(command.command()
                   .add_option("FILE,--out", options->file, "The STL file to write, in metres")
                   ->type_name("STL")
                   ->required(),
               {ValueKind::file});
  const std::string name(kAlternative<T>.key);
  return [options, name] { return makeMesh(name, *options); };
}

template <class T>
CommandEntry kindOf() {
  return {kAlternative<T>.key, kAlternative<T>.meaning, declareKind<T>};
}

}  // namespace

Runner declareMake(Declaration& command) {
  return declareAll(command, std::array{kindOf<HopperMesh>(), kindOf<DrumMesh>(), kindOf<RotorMesh>(),
                                        kindOf<OutletMesh>(), kindOf<BoxMesh>()});
}

}  // namespace scree
