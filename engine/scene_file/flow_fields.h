#pragma once

#include <array>
#include <string_view>

#include "engine/base/units.h"
#include "engine/scene_file/description.h"
#include "engine/scene_file/field.h"

// Keys of emitters and sinks; see fields.h.
namespace scree {

template <class V>
void fields(V& v, EmitterDescription& e) {
  fields(v, e.place);
  v.vector(
      {"size", "Lengths along x, y, z of the box that the centres of new particles lie in; one may be 0.", kRequired},
      e.size, Dimension::length, Range{0.0, 1e3});
  fields(v, e.sizes);
  v.reference({"material", "Material.", kRequired}, e.material, "materials");
  v.quantity({"rate", "Number of particles per time."}, e.rate, Dimension::frequency, kNotNegative);
  v.quantity({"mass_rate", "Instead of `rate`: mass per time."}, e.massRate, Dimension::massRate, kNotNegative);
  v.quantity({"start", "Time of the first particles."}, e.start, Dimension::time, kNotNegative);
  v.quantity({"stop", "Time after which no particles come."}, e.stop, Dimension::time, kNotNegative);
  v.whole({"count", "Largest number of particles in all; no limit when it is not given."}, e.count, Range{0.0, 1e9});
  v.vector({"velocity", "Velocity of new particles."}, e.velocity, Dimension::speed, kAny);
  v.whole({"seed", "Seed of the emitter's random numbers; made from the scene's seed when it is not given."}, e.seed,
          Range{0.0, 9e15});
}

constexpr std::array<std::string_view, 6> kBoxDirections = {"x", "-x", "y", "-y", "z", "-z"};
constexpr std::array<std::string_view, 2> kOpenings = {"slots", "squares"};

template <class V>
void fields(V& v, SieveDescription& s) {
  v.quantity({"below", "Gap: particles of this diameter or larger stay. With `below_at_end` the gap at the beginning."},
             s.below, Dimension::length, kExtent);
  v.quantity({"below_at_end", "Gap at the end of the box; in between it changes in a straight line."}, s.belowAtEnd,
             Dimension::length, kExtent);
  v.quantities({"gaps", "Instead of `below`: the gap of each row, one after the other; they share the box's length."},
               s.gaps, 0, Dimension::length, kExtent);
  v.choice({"along", "Direction in the box's own frame in which the rows of openings follow each other."}, s.along,
           kBoxDirections);
  v.quantity({"bar",
              "Width w of bars, or diameter of rollers, between gaps: of a gap a, a particle of diameter d passes each "
              "row with the probability (a - d)/(a + w). Without it all that are smaller than the gap pass."},
             s.bar, Dimension::length, Range{0.0, 1e3});
  v.quantity({"spacing",
              "Distance of rows, at each of which a particle has one chance; `bar` and gap together when it "
              "is not given."},
             s.spacing, Dimension::length, kExtent);
  v.choice(
      {"openings", "slots: between rollers or bars. squares: between wires that cross; the probability is squared."},
      s.openings, kOpenings);
}

template <class V>
void fields(V& v, GiveBackDescription& g) {
  fields(v, g.place);
  v.vector(
      {"size", "Lengths along x, y, z of the box that the centres of particles come back in; one may be 0.", kRequired},
      g.size, Dimension::length, Range{0.0, 1e3});
  v.quantity({"delay", "Time from when the sink takes a particle until it comes back."}, g.delay, Dimension::time,
             kNotNegative);
  v.vector({"velocity", "Velocity with which particles come back."}, g.velocity, Dimension::speed, kAny);
}

template <class V>
void fields(V& v, SinkDescription& s) {
  fields(v, s.place);
  v.vector({"size", "Lengths along x, y, z of the box that removes particles.", kRequired}, s.size, Dimension::length,
           kExtent);
  v.section({"passes", "Makes the sink a sieve, which takes particles by their size; without it the sink takes all."},
            s.sieve);
  v.section(
      {"gives_back", "Brings the particles that it takes back into the scene, such as those too small of a sieve."},
      s.giveBack);
}

}  // namespace scree
