#pragma once

#include "engine/base/units.h"
#include "engine/scene_file/description.h"
#include "engine/scene_file/field.h"

// Keys of the section of granulation; see fields.h.
namespace scree {

template <>
inline constexpr AlternativeInfo kAlternative<EnnisDescription> = {
    "ennis",
    "Films of liquid stop the rebound (Ennis, Tardos and Pfeffer 1991): 8 m u/(3 π μ D²) < (1 + 1/e) ln(h/h_a)."};
template <>
inline constexpr AlternativeInfo kAlternative<DeformationDescription> = {
    "deformation", "Wet particles yield and stay together up to a deformation number."};
template <>
inline constexpr AlternativeInfo kAlternative<ProbabilityDescription> = {"probability", "A share of all collisions."};
template <class V>
void fields(V& v, MatterZoneDescription& z) {
  fields(v, z.place);
  v.vector({"size", "Lengths along x, y, z of the box.", kRequired}, z.size, Dimension::length, kExtent);
  v.quantity({"rate", "Mass fed per time."}, z.rate, Dimension::massRate, kNotNegative);
  v.quantity({"amount", "Mass that lies in the box at the start; of fines only."}, z.amount, Dimension::mass,
             kNotNegative);
  v.quantity({"start", "Time at which the feed begins."}, z.start, Dimension::time, kNotNegative);
  v.quantity({"stop", "Time after which nothing is fed."}, z.stop, Dimension::time, kNotNegative);
}
template <class V>
void fields(V& v, LayeringDescription& l) {
  v.choice({"by",
            "area: each particle takes up fines in proportion to its surface. rolling: in proportion to the strip that "
            "it rolls over, its diameter times its angular speed times its radius."},
           l.by, kLayeringNames);
  v.quantity({"uptake", "By area: mass taken up per surface and time, such as `2 g/m2/s`."}, l.flux,
             Dimension::massFlux, kNotNegative);
  v.quantity({"strip_mass", "By rolling: mass taken up per area of the strip, such as `5 g/m2`."}, l.strip,
             Dimension::areaDensity, kNotNegative);
  v.quantity({"least_moisture", "Water over dry mass from which on a particle takes up fines."}, l.leastMoisture,
             Dimension::number, kNotNegative);
  v.flag({"enabled", "Switches layering on."}, l.enabled);
}
template <class V>
void fields(V& v, EnnisDescription& e) {
  v.quantity({"viscosity", "Viscosity of the liquid."}, e.viscosity, Dimension::viscosity, Range{1e-9, 1e6});
  v.quantity({"asperity", "Height of the roughness; thinner films do not act."}, e.asperity, Dimension::length,
             Range{1e-9, 1.0});
}
template <class V>
void fields(V& v, DeformationDescription& d) {
  v.quantity({"yield_stress", "Stress at which wet particles yield."}, d.yieldStress, Dimension::pressure,
             Range{1e-3, 1e12});
  v.quantity(
      {"largest_stokes", "Largest ρ u²/(2 Y) at which two stay together: density, speed of approach, yield stress."},
      d.largestStokes, Dimension::number, kNotNegative);
  v.quantity({"least_moisture", "Mean water over dry mass of the two from which on they stay together."}, d.wetEnough,
             Dimension::number, kNotNegative);
}
template <class V>
void fields(V& v, ProbabilityDescription& p) {
  v.quantity({"share", "Share of all collisions, 0 to 1.", kRequired}, p.share, Dimension::number, kShare);
}
template <class V>
void fields(V& v, CoalescenceDescription& c) {
  v.oneOf({"criterion", "Criterion by which two particles that collide become one.", kRequired}, c.criterion);
  v.flag({"enabled", "Switches coalescence on."}, c.enabled);
}
template <class V>
void fields(V& v, BreakageDescription& b) {
  v.quantity({"energy", "Energy of an impact over the mass of the particle from which on it breaks.", kRequired},
             b.energy, Dimension::specificEnergy, Range{1e-9, 1e12});
  v.quantity({"fines", "Share of the mass that becomes fines; the rest becomes two halves."}, b.finesShare,
             Dimension::number, Range{0.0, 0.99});
  v.quantity({"smallest", "Diameter from which on particles break.", kRequired}, b.smallest, Dimension::length,
             kExtent);
  v.flag({"enabled", "Switches breakage on."}, b.enabled);
}
template <class V>
void fields(V& v, AbrasionDescription& a) {
  v.quantity({"rate", "Mass that becomes fines over the work of friction, such as `5 mg/J`.", kRequired}, a.rate,
             Dimension::wear, kNotNegative);
  v.flag({"enabled", "Switches abrasion on."}, a.enabled);
}
template <class V>
void fields(V& v, GranulationDescription& g) {
  v.quantity({"fines_density", "Density of layers of fines on particles."}, g.finesDensity, Dimension::density,
             kDensity);
  v.quantity({"liquid_density", "Density of the liquid."}, g.liquidDensity, Dimension::density, kDensity);
  v.quantity({"held_moisture", "Water over dry mass that particles hold inside; the rest is a film on them."},
             g.heldMoisture, Dimension::number, kNotNegative);
  v.quantity({"exchange", "Rate at which particles that touch come to one moisture."}, g.exchangeRate,
             Dimension::frequency, kNotNegative);
  v.quantity({"largest", "Diameter above which particles neither grow nor join; no limit when it is not given."},
             g.largest, Dimension::length, kExtent);
  v.named({"fines", "Boxes with fines, by name: particles in them take fines up."}, g.fines, MatterZoneDescription{});
  v.named({"sprays", "Boxes with sprays of water, by name: particles in them share it."}, g.sprays,
          MatterZoneDescription{});
  v.section({"layering", "Particles take up fines and grow."}, g.layering);
  v.section({"coalescence", "Particles that collide become one."}, g.coalescence);
  v.section({"breakage", "Particles break by impacts into two halves and fines."}, g.breakage);
  v.section({"abrasion", "Friction wears fines off particles."}, g.abrasion);
}

}  // namespace scree
