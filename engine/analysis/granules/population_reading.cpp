#include "engine/analysis/granules/population_reading.h"

#include <fmt/format.h>

#include <iterator>

namespace scree {

std::string distributionTable(const PopulationReading* reading) {
  std::string text = "quantity,from,to,granules,mass [kg],balance granules,balance mass [kg],if mixed [1/s]\n";
  if (reading == nullptr) {
    return text;
  }
  const std::vector<double>& edges = reading->classes.edges;
  for (std::size_t i = 0; reading->last != nullptr && i + 1 < edges.size(); ++i) {
    const PopulationWindow& window = *reading->last;
    fmt::format_to(std::back_inserter(text), "diameter [m],{:.6g},{:.6g},{},{:.6g},", edges[i], edges[i + 1],
                   window.run.histogram.number[i], window.run.histogram.mass[i]);
    text += window.balance ? fmt::format("{:.6g},{:.6g},\n", window.balance->histogram.number[i],
                                         window.balance->histogram.mass[i])
                           : ",,\n";
  }
  const ResidenceTimes& times = reading->residence;
  for (std::size_t i = 0; i < times.number.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "age of what left [s],{:.6g},{:.6g},{},{:.6g},,,{:.6g}\n",
                   static_cast<double>(i) * times.width, static_cast<double>(i + 1) * times.width, times.number[i],
                   times.mass[i], times.mixedDensityOf(i));
  }
  return text;
}

}  // namespace scree
