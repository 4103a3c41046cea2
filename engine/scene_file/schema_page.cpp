#include <fmt/format.h>

#include "engine/scene_file/fields.h"
#include "engine/scene_file/schema.h"

// Reference page of the keys. Its column of defaults holds the initial values of the description, so it cannot go
// stale.
namespace scree {
namespace {

std::string number(double value, Dimension dimension) {
  // Writes angles in degrees and a time that is never reached as a word.
  if (value >= 1e300) {
    return "never";
  }
  if (dimension == Dimension::angle) {
    return fmt::format("{:.4g} deg", value * 180.0 / 3.14159265358979323846);
  }
  return formatQuantity(value, dimension);
}

std::string number(const Vec3& value, Dimension dimension) {
  return fmt::format("[{}, {}, {}]", formatQuantity(value.x(), dimension), formatQuantity(value.y(), dimension),
                     formatQuantity(value.z(), dimension));
}

std::string limits(const Range& range, Dimension dimension) {
  const bool least = std::isfinite(range.least);
  const bool most = std::isfinite(range.most);
  if (!least && !most) {
    return "";
  }
  if (!most) {
    return fmt::format(", {} or more", formatQuantity(range.least, dimension));
  }
  return fmt::format(", {} to {}", formatQuantity(range.least, dimension), formatQuantity(range.most, dimension));
}

std::string joined(std::span<const std::string_view> words) {
  std::string all;
  for (const std::string_view word : words) {
    all += fmt::format("{}`{}`", all.empty() ? "" : ", ", word);
  }
  return all;
}

/// Writes the table of one section; sections inside it follow as chapters of their own.
class PageWriter {
 public:
  explicit PageWriter(std::string path) : path_(std::move(path)) {}

  std::string take() { return rows_ + "\n" + inner_; }

  void text(const Field& f, const std::string& value) { row(f, "text", value); }
  void flag(const Field& f, bool value) { row(f, "`true` or `false`", value ? "true" : "false"); }
  void quantity(const Field& f, double value, Dimension d, const Range& r) {
    row(f, std::string(nameOf(d)) + limits(r, d), number(value, d));
  }
  void quantity(const Field& f, const std::optional<double>&, Dimension d, const Range& r) {
    row(f, std::string(nameOf(d)) + limits(r, d), "");
  }
  void quantityOf(const Field& f, double value, const std::array<Dimension, 2>& d, bool, const Range& r) {
    row(f, fmt::format("{}, or {}{}", nameOf(d[0]), nameOf(d[1]), limits(r, Dimension::number)), number(value, d[0]));
  }
  void quantityOf(const Field& f, const std::optional<EitherQuantity>&, const std::array<Dimension, 2>& d,
                  const Range& r) {
    row(f, fmt::format("{}, or {}{}", nameOf(d[0]), nameOf(d[1]), limits(r, Dimension::number)), "");
  }
  void quantityOrWord(const Field& f, double value, Dimension d, const Range& r, std::string_view word, bool) {
    row(f, fmt::format("{}{}, or `{}`", nameOf(d), limits(r, d), word), number(value, d));
  }
  void quantities(const Field& f, const std::vector<double>&, std::size_t count, Dimension d, const Range& r) {
    const std::string many = count > 0 ? fmt::format("{}", count) : "one or more";
    row(f, fmt::format("list of {}, each {}{}", many, nameOf(d), limits(r, d)), "");
  }
  void vector(const Field& f, const Vec3& value, Dimension d, const Range& r) {
    row(f, fmt::format("[x, y, z], each {}{}", nameOf(d), limits(r, d)), number(value, d));
  }
  void vector(const Field& f, const std::optional<Vec3>&, Dimension d, const Range& r) {
    row(f, fmt::format("[x, y, z], each {}{}", nameOf(d), limits(r, d)), "");
  }
  void vectors(const Field& f, const std::vector<Vec3>&, Dimension d, const Range& r) {
    row(f, fmt::format("list of [x, y, z], each {}{}", nameOf(d), limits(r, d)), "");
  }
  void direction(const Field& f, const Vec3& value) { row(f, kDirection, number(value, Dimension::number)); }
  void direction(const Field& f, const std::optional<Vec3>&) { row(f, kDirection, ""); }
  void reference(const Field& f, const Reference&, std::string_view section) { row(f, nameIn(section), ""); }
  void reference(const Field& f, const std::optional<Reference>&, std::string_view section) {
    row(f, nameIn(section), "");
  }
  void references(const Field& f, const std::vector<Reference>&, std::size_t count, std::string_view section) {
    row(f, fmt::format("list of {}, each {}", count, nameIn(section)), "");
  }
  void names(const Field& f, std::span<const bool>, std::span<const std::string_view> words) {
    row(f, "list of " + joined(words), "[]");
  }
  void parameter(ParameterKey key, const Parameters& parameters) {
    const ParameterInfo& info = infoOf(key);
    const std::string unit = info.unit.empty() ? "" : " " + std::string(info.unit);
    row({info.name, fmt::format("{} Source: {}.", info.meaning, info.source)},
        fmt::format("{}, {}{} to {}{}", info.whole ? "a whole number" : "a number", info.minimum, unit, info.maximum,
                    unit),
        fmt::format("{}{}", valueOf(parameters, key), unit));
  }
  template <class Whole>
  void whole(const Field& f, const Whole& value, const Range& r) {
    const std::string kind = "a whole number" + limits(r, Dimension::number);
    if constexpr (std::is_integral_v<Whole>) {
      row(f, kind, fmt::format("{}", value));
    } else {
      row(f, kind, "");
    }
  }
  template <class Enum>
  void choice(const Field& f, Enum value, std::span<const std::string_view> words) {
    row(f, joined(words), std::string(words[static_cast<std::size_t>(value)]));
  }
  template <class T>
  void section(const Field& f, T& value) {
    row(f, "section", "");
    chapter(path_ + std::string(f.key), f.meaning, value);
  }
  template <class T>
  void section(const Field& f, std::optional<T>&) {
    T value;
    section(f, value);
  }
  template <class T>
  void list(const Field& f, std::vector<T>&, T prototype) {
    row(f, "list of sections", "[]");
    chapter(path_ + std::string(f.key) + "[]", f.meaning, prototype);
  }
  template <class T>
  void named(const Field& f, std::vector<T>&, T prototype) {
    row(f, "section of named sections", "{}");
    chapter(path_ + std::string(f.key) + ".<name>", f.meaning, prototype);
  }
  template <class... Ts>
  void oneOf(const Field& f, std::optional<std::variant<Ts...>>&) {
    alternatives<Ts...>(f, "one of ", path_ + std::string(f.key));
  }
  template <class... Ts>
  void oneOfList(const Field& f, std::vector<std::variant<Ts...>>&) {
    alternatives<Ts...>(f, "list, each item one of ", path_ + std::string(f.key) + "[]");
  }

 private:
  static constexpr const char* kDirection = "direction: `x`, `-x`, ... or [x, y, z]";

  static std::string nameIn(std::string_view section) { return fmt::format("a name from `{}`", section); }

  void row(const Field& f, const std::string& kind, const std::string& value) {
    const std::string standard = f.required ? "required" : value.empty() ? "-" : "`" + value + "`";
    rows_ += fmt::format("| `{}` | {} | {} | {} |\n", f.key, kind, standard, f.meaning);
  }

  template <class... Ts>
  void alternatives(const Field& f, std::string_view how, const std::string& path) {
    const std::array<std::string_view, sizeof...(Ts)> words = {kAlternative<Ts>.key...};
    row(f, std::string(how) + joined(words), "");
    const auto one = [&]<class T>(std::type_identity<T>) {
      T value;
      chapter(path + "." + std::string(kAlternative<T>.key), kAlternative<T>.meaning, value);
    };
    (one(std::type_identity<Ts>{}), ...);
  }

  template <class T>
  void chapter(const std::string& path, std::string_view meaning, T& value) {
    PageWriter writer(path + ".");
    fields(writer, value);
    inner_ += fmt::format("## {}\n\n{}\n\n| key | value | default | meaning |\n|---|---|---|---|\n{}", path, meaning,
                          writer.take());
  }

  std::string path_;
  std::string rows_;
  std::string inner_;
};

constexpr Dimension kAllDimensions[] = {Dimension::number,       Dimension::length,       Dimension::time,
                                        Dimension::speed,        Dimension::acceleration, Dimension::angle,
                                        Dimension::density,      Dimension::pressure,     Dimension::stiffness,
                                        Dimension::angularSpeed, Dimension::massRate,     Dimension::frequency};

}  // namespace

std::string schemaPage() {
  SceneDescription scene;
  PageWriter writer("");
  fields(writer, scene);
  std::string units;
  for (const Dimension dimension : kAllDimensions) {
    units += fmt::format("| {} | {} |\n", nameOf(dimension), unitsOf(dimension));
  }
  return fmt::format(
      "# Scene files\n\n"
      "A scene is a YAML file in UTF-8. z points up. A number may be followed by a unit (`13 mm`); without one it is "
      "in "
      "the SI unit, the first of its row here. Keys not in the tables below are errors.\n\n"
      "| quantity | units |\n|---|---|\n{}\n"
      "`key[]` stands for the items of a list, `<name>` for a name of your own. A section of a kind is written with "
      "its kind as the only key: `- sphere: {{diameter: 13 mm, ...}}`.\n\n"
      "## The whole file\n\n| key | value | default | meaning |\n|---|---|---|---|\n{}",
      units, writer.take());
}

}  // namespace scree
