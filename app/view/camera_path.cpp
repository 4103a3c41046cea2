#include "app/view/camera_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string_view>

namespace scree {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDegrees = 180.0 / kPi;
constexpr std::size_t kNumbers = 7;
constexpr std::string_view kHeader =
    "time_s,target_x_m,target_y_m,target_z_m,distance_m,azimuth_deg,elevation_deg,field_of_view_deg,orthographic";

/// Numbers of a camera that are interpolated: target, logarithm of the distance, azimuth, elevation, logarithm of the
/// field of view.
using Numbers = std::array<double, kNumbers>;

Numbers numbersOf(const Camera& camera) {
  return {camera.target.x(),
          camera.target.y(),
          camera.target.z(),
          std::log(static_cast<double>(camera.distance)),
          static_cast<double>(camera.azimuth),
          static_cast<double>(camera.elevation),
          std::log(static_cast<double>(camera.fieldOfView))};
}

Camera cameraOf(const Numbers& n) {
  Camera camera;
  camera.target = Eigen::Vector3d(n[0], n[1], n[2]);
  camera.distance = static_cast<float>(std::exp(n[3]));
  camera.azimuth = static_cast<float>(std::remainder(n[4], 2.0 * kPi));
  camera.elevation = static_cast<float>(n[5]);
  camera.fieldOfView = static_cast<float>(std::exp(n[6]));
  return camera;
}

/// Slope at a key between two stretches (Fritsch and Butland 1984): zero where the slopes of the stretches differ in
/// sign, else their weighted harmonic mean, which keeps the curve monotone in both.
double slopeBetween(double widthBefore, double slopeBefore, double widthAfter, double slopeAfter) {
  if (!(slopeBefore * slopeAfter > 0.0)) {
    return 0.0;
  }
  const double w1 = 2.0 * widthAfter + widthBefore;
  const double w2 = widthAfter + 2.0 * widthBefore;
  return (w1 + w2) / (w1 / slopeBefore + w2 / slopeAfter);
}

/// Cubic through two points with given slopes, at `part` (0 to 1) of the way between them.
double hermite(double from, double to, double slopeFrom, double slopeTo, double width, double part) {
  const double t2 = part * part;
  const double t3 = t2 * part;
  return (2.0 * t3 - 3.0 * t2 + 1.0) * from + (t3 - 2.0 * t2 + part) * width * slopeFrom + (3.0 * t2 - 2.0 * t3) * to +
         (t3 - t2) * width * slopeTo;
}

}  // namespace

void CameraPath::add(const CameraKey& key) {
  const auto place = std::ranges::lower_bound(keys_, key.time, {}, &CameraKey::time);
  if (place != keys_.end() && place->time == key.time) {
    *place = key;
  } else {
    keys_.insert(place, key);
  }
}

void CameraPath::remove(std::size_t index) {
  if (index < keys_.size()) {
    keys_.erase(keys_.begin() + static_cast<std::ptrdiff_t>(index));
  }
}

Camera CameraPath::at(double time) const {
  if (time <= keys_.front().time) {
    return keys_.front().camera;
  }
  if (time >= keys_.back().time) {
    return keys_.back().camera;
  }
  const auto after = std::ranges::upper_bound(keys_, time, {}, &CameraKey::time);
  const auto last = static_cast<std::size_t>(after - keys_.begin());
  // Takes up to four keys around the time, and turns each azimuth to within π of the one before.
  const std::size_t begin = last >= 2 ? last - 2 : 0;
  const std::size_t end = std::min(last + 2, keys_.size());
  std::vector<Numbers> values;
  for (std::size_t i = begin; i < end; ++i) {
    values.push_back(numbersOf(keys_[i].camera));
    if (values.size() > 1) {
      const double before = values[values.size() - 2][4];
      values.back()[4] = before + std::remainder(values.back()[4] - before, 2.0 * kPi);
    }
  }
  const auto width = [&](std::size_t i) { return keys_[i + 1].time - keys_[i].time; };
  const auto slope = [&](std::size_t i, std::size_t n) {
    return (values[i + 1 - begin][n] - values[i - begin][n]) / width(i);
  };
  const auto slopeAt = [&](std::size_t key, std::size_t n) {
    const bool inside = key > begin && key + 1 < end;
    return inside ? slopeBetween(width(key - 1), slope(key - 1, n), width(key), slope(key, n)) : 0.0;
  };
  const std::size_t first = last - 1;
  const double part = (time - keys_[first].time) / width(first);
  Numbers numbers;
  for (std::size_t n = 0; n < kNumbers; ++n) {
    numbers[n] = hermite(values[first - begin][n], values[last - begin][n], slopeAt(first, n), slopeAt(last, n),
                         width(first), part);
  }
  Camera camera = cameraOf(numbers);
  camera.parallel = keys_[first].camera.parallel;  // a camera is either orthographic or not
  return camera;
}

std::string cameraPathText(const CameraPath& path) {
  std::string text = "# Camera path of Scree: simulated times, and where the camera is then.\n";
  text.append(kHeader).append("\n");
  for (const auto& [time, camera] : path.keys()) {
    text += fmt::format("{},{},{},{},{},{:.9g},{:.9g},{:.9g},{}\n", time, camera.target.x(), camera.target.y(),
                        camera.target.z(), camera.distance, kDegrees * static_cast<double>(camera.azimuth),
                        kDegrees * static_cast<double>(camera.elevation),
                        kDegrees * static_cast<double>(camera.fieldOfView), camera.parallel ? 1 : 0);
  }
  return text;
}

namespace {

/// Numbers of a line, separated by commas; ends before the first field that is no finite number.
std::vector<double> numbersIn(std::string_view line) {
  std::vector<double> numbers;
  while (!line.empty()) {
    const std::size_t comma = std::min(line.find(','), line.size());
    std::string_view field = line.substr(0, comma);
    line.remove_prefix(std::min(comma + 1, line.size()));
    field.remove_prefix(std::min(field.find_first_not_of(" \t"), field.size()));
    field = field.substr(0, field.find_last_not_of(" \t\r") + 1);
    double value = 0.0;
    const auto [end, problem] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (problem != std::errc() || end != field.data() + field.size() || !std::isfinite(value)) {
      return numbers;
    }
    numbers.push_back(value);
  }
  return numbers;
}

/// Reason why the numbers of a line are no key; empty if they are one.
std::string problemOf(const std::vector<double>& n) {
  // The last number (orthographic) may be missing: files of older versions have only perspective.
  if (n.size() != kNumbers + 1 && n.size() != kNumbers + 2) {
    return fmt::format("{} numbers are wanted, separated by commas: {}", kNumbers + 2, kHeader);
  }
  if (!(n[4] > 0.0)) {
    return "the distance must be above 0";
  }
  if (!(std::abs(n[6]) < 90.0)) {
    return "the elevation must be between -90 and 90 degrees";
  }
  if (!(n[7] > 0.0 && n[7] < 180.0)) {
    return "the field of view must be between 0 and 180 degrees";
  }
  return n.back() == 0.0 || n.back() == 1.0 || n.size() == kNumbers + 1 ? "" : "orthographic must be 0 or 1";
}

}  // namespace

CameraPath parseCameraPath(const std::string& text, const std::string& name) {
  CameraPath path;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#' || line.starts_with("time_s")) {
      continue;
    }
    const std::vector<double> n = numbersIn(line);
    if (const std::string problem = problemOf(n); !problem.empty()) {
      throw CameraPathError(fmt::format("{}:{}: this is no camera key: {}", name, number, problem));
    }
    Camera camera;
    camera.target = Eigen::Vector3d(n[1], n[2], n[3]);
    camera.distance = static_cast<float>(n[4]);
    camera.azimuth = static_cast<float>(n[5] / kDegrees);
    camera.elevation = static_cast<float>(n[6] / kDegrees);
    camera.fieldOfView = static_cast<float>(n[7] / kDegrees);
    camera.parallel = n.size() == kNumbers + 2 && n.back() == 1.0;
    path.add({n[0], camera});
  }
  if (path.isEmpty()) {
    throw CameraPathError(name + " holds no camera key; save one from the Camera path panel");
  }
  return path;
}

}  // namespace scree
