#include "engine/scene/start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/base/place_text.h"
#include "engine/formats/particles/particle_file.h"
#include "engine/scene/scatter.h"
#include "engine/scene_file/fields.h"

namespace scree {
namespace {

constexpr std::uint64_t kMostParticlesInAll = 5'000'000;
constexpr double kMostSites = 3e7;
constexpr double kFarthestStart = 2e7;  // m from the origin: grids of mines count from the equator

/// Cubic lattice that fills a region of the world from below.
struct Lattice {
  double spacing = 0.0;
  double jitter = 0.0;  ///< largest offset along each axis [m]
  Vec3 first = Vec3::Zero();
  Eigen::Matrix<std::int64_t, 3, 1> sites = Eigen::Matrix<std::int64_t, 3, 1>::Zero();

  double count() const {
    return static_cast<double>(sites.x()) * static_cast<double>(sites.y()) * static_cast<double>(sites.z());
  }
};

/// Puts as many sites as fit into the box of centres, in its middle across and at its bottom.
void spread(Lattice& lattice, const Vec3& lower, const Vec3& upper) {
  for (int i = 0; i < 3; ++i) {
    const double room = upper[i] - lower[i];
    // The tolerance lets a region of exactly n diameters hold n particles.
    const double steps = std::floor(room / lattice.spacing + 1e-9);
    lattice.sites[i] = steps < 0.0 ? 0 : static_cast<std::int64_t>(std::min(steps, 1e9)) + 1;
    const double unused = room - lattice.spacing * static_cast<double>(lattice.sites[i] - 1);
    lattice.first[i] = lower[i] + (i == 2 ? 0.0 : std::max(0.0, 0.5 * unused));
  }
}

Lattice latticeOf(const Region& region, double spacing, double jitter, double largest) {
  Lattice lattice;
  lattice.spacing = spacing;
  lattice.jitter = jitter;
  const Vec3 margin = Vec3::Constant(0.5 * largest + jitter);
  const auto [lower, upper] = boxAround(region);
  spread(lattice, lower + margin, upper - margin);
  return lattice;
}

class Placer {
 public:
  Placer(const SceneDescription& description, MaterialLinks& links, ErrorList& errors, WorkWatch* watch)
      : description_(description), links_(links), errors_(errors), watch_(watch) {}

  void operator()(const SphereDescription& sphere) {
    begin(sphere.where);
    Particle particle = particleOf(sphere.material);
    if (sphere.where.broken || !within(sphere.where, 1)) {
      return;
    }
    particle.velocity = sphere.velocity;
    particle.angularVelocity = sphere.angularVelocity;
    add(particle, sphere.position, sphere.diameter);
  }

  void operator()(const StackDescription& stack) {
    begin(stack.where);
    const Particle particle = particleOf(stack.material);
    if (stack.where.broken || !within(stack.where, stack.count)) {
      return;
    }
    for (std::uint64_t i = 0; i < stack.count; ++i) {
      add(particle, stack.bottom + (static_cast<double>(i) + 0.5) * stack.diameter * stack.direction, stack.diameter);
    }
  }

  void operator()(const FillDescription& fill) {
    begin(fill.where);
    Particle particle = particleOf(fill.material);
    const auto sizes = buildSizes(fill.sizes, fill.where, errors_);
    if (fill.where.broken || !sizes || !fill.region || !within(fill.where, fill.count)) {
      return;
    }
    particle.velocity = fill.velocity;
    if (fill.layout == FillLayout::random) {
      scatter(fill, particle, *sizes);
      return;
    }
    const double largest = largestDiameter(*sizes);
    const double spacing = fill.spacing * largest;
    place(fill, particle, *sizes, latticeOf(*fill.region, spacing, 0.5 * fill.jitter * (spacing - largest), largest));
  }

  void operator()(const ParticleFileDescription& f) {
    begin(f.where, f.radiusScale);
    Particle particle = particleOf(f.material);
    if (f.where.broken) {
      return;
    }
    const std::string name = (description_.folder / f.path).string();
    errors_.noteFile(name);
    ParticleFile file =
        readParticleFile(name, {.frame = f.frame ? std::optional(static_cast<std::size_t>(*f.frame)) : std::nullopt});
    const std::string line = file.line > 0 ? fmt::format(", line {}", file.line) : "";
    if (!file.what.empty()) {
      errors_.add(f.where.mark, fmt::format("particles of {}{}: {}", name, line, file.what), file.remedy);
      return;
    }
    if (!within(f.where, file.particles.size()) || !scaleFits(f, file, name)) {
      return;
    }
    if (f.diameter && file.particles.front().radius > 0.0) {
      errors_.note(f.where.mark, fmt::format("particles of {}", name), "'diameter' is not used: the file has sizes");
    }
    for (const std::string& note : file.notes) {
      errors_.note(f.where.mark, fmt::format("particles of {}", name), note);
    }
    for (std::size_t i = 0; i < file.particles.size(); ++i) {
      const FileParticle& one = file.particles[i];
      const double diameter =
          f.radiusScale * (one.radius > 0.0 ? 2.0 * f.scale * one.radius : f.diameter.value_or(0.0));
      const Vec3 position = f.position + f.scale * one.position;
      if (!(diameter >= kExtent.least && diameter <= kExtent.most && position.norm() <= kFarthestStart)) {
        errors_.add(f.where.mark,
                    one.radius > 0.0 ? fmt::format("particle {} of {} has a diameter of {:.3g} m at {}", i + 1, name,
                                                   diameter, placeText(position))
                                     : fmt::format("{} gives no radius", name),
                    one.radius > 0.0
                        ? (file.isInMetres ? "diameters are from 1 µm to 1 km, within 20 000 km of the origin"
                                           : "say with 'scale' how long one unit of the file is")
                        : "add a column r, or give 'diameter' in the scene");
        return;
      }
      // Velocities are in the file's unit of length, too.
      particle.velocity = f.scale * one.velocity;
      particle.angularVelocity = one.angularVelocity;
      add(particle, position, diameter);
    }
  }

  StartParticles take() { return std::move(start_); }

 private:
  void begin(const Where& where, double radiusScale = 0.0) {
    start_.marks.push_back(where.mark);
    start_.radiusScales.push_back(radiusScale);
  }

  Particle particleOf(const Reference& material) {
    Particle particle;
    particle.material = links_.ofParticles(material);
    return particle;
  }

  /// A file that tells its units needs no scale.
  bool scaleFits(const ParticleFileDescription& f, const ParticleFile& file, const std::string& name) {
    if (!file.isInMetres || f.scale == 1.0) {
      return true;
    }
    errors_.add(f.where.mark, fmt::format("{} tells its units, and 'scale' is {} m", name, f.scale),
                "take 'scale' out, or the units out of the file");
    return false;
  }

  bool within(const Where& where, std::uint64_t more) {
    if (start_.particles.size() + more <= kMostParticlesInAll) {
      return true;
    }
    errors_.add(where.mark, fmt::format("more than {} particles", kMostParticlesInAll), "start with fewer");
    return false;
  }

  void add(Particle particle, const Vec3& position, double diameter) {
    particle.position = position;
    particle.radius = 0.5 * diameter;
    if (particle.material < description_.materials.size()) {
      const MaterialDescription& material = description_.materials[particle.material];
      particle.mass = material.density * sphereVolume(particle.radius);
      particle.water = waterOf(Material{.moisture = material.moisture}, particle.mass);
    }
    start_.particles.push_back(particle);
    start_.item.push_back(static_cast<std::uint32_t>(start_.marks.size() - 1));
  }

  void scatter(const FillDescription& fill, const Particle& particle, const SizeDistribution& sizes) {
    Random random = streamOf(description_.seed, 2 * start_.marks.size());
    std::vector<double> diameters;
    for (std::uint64_t i = 0; i < fill.count; ++i) {
      diameters.push_back(drawDiameter(sizes, random));
    }
    const std::vector<PlacedSphere> placed =
        scattered(*fill.region, std::move(diameters), fill.spacing, random, watch_);
    for (const PlacedSphere& sphere : placed) {
      add(particle, sphere.position, sphere.diameter);
    }
    checkPlaced(fill, placed.size());
  }

  void checkPlaced(const FillDescription& fill, std::uint64_t placed) {
    if (placed < fill.count) {
      errors_.add(fill.where.mark, fmt::format("only {} of {} particles fit", placed, fill.count),
                  "enlarge the region, or lower 'count' or 'spacing'");
    }
  }

  void place(const FillDescription& fill, const Particle& particle, const SizeDistribution& sizes,
             const Lattice& lattice) {
    const auto* cylinder = std::get_if<CylinderRegion>(&*fill.region);
    if (cylinder != nullptr && lattice.count() > kMostSites) {
      errors_.add(fill.where.mark,
                  fmt::format("the region is too large for particles of {}",
                              formatQuantity(largestDiameter(sizes), Dimension::length)),
                  "make it smaller");
      return;
    }
    const double margin = 0.5 * largestDiameter(sizes) + lattice.jitter * std::sqrt(3.0);
    Random random = streamOf(description_.seed, 2 * start_.marks.size());
    std::uint64_t placed = 0;
    for (std::int64_t k = 0; k < lattice.sites.z() && placed < fill.count; ++k) {
      for (std::int64_t j = 0; j < lattice.sites.y() && placed < fill.count; ++j) {
        for (std::int64_t i = 0; i < lattice.sites.x() && placed < fill.count; ++i) {
          const Vec3 index(static_cast<double>(i), static_cast<double>(j), static_cast<double>(k));
          const Vec3 site = lattice.first + lattice.spacing * index;
          if (cylinder != nullptr && !holds(*fill.region, site, margin)) {
            continue;
          }
          Vec3 offset;
          for (int axis = 0; axis < 3; ++axis) {
            offset[axis] = random.uniform(-lattice.jitter, lattice.jitter);
          }
          add(particle, site + offset, drawDiameter(sizes, random));
          ++placed;
        }
      }
    }
    checkPlaced(fill, placed);
  }

  const SceneDescription& description_;
  MaterialLinks& links_;
  ErrorList& errors_;
  WorkWatch* watch_;
  StartParticles start_;
};

}  // namespace

Random streamOf(std::uint64_t seed, std::uint64_t user) { return Random(seed * 0x9e3779b97f4a7c15ULL + user); }

std::optional<SizeDistribution> buildSizes(const SizesDescription& sizes, const Where& where, ErrorList& errors) {
  if (sizes.diameter.has_value() == sizes.sizes.has_value()) {
    if (!where.broken) {
      errors.add(where.mark, sizes.diameter ? "both 'diameter' and 'sizes'" : "neither 'diameter' nor 'sizes'",
                 "give one of them, such as 'diameter: 13 mm'");
    }
    return std::nullopt;
  }
  if (sizes.diameter) {
    return SingleSize{*sizes.diameter};
  }
  SizeDistribution result = std::visit([](const auto& s) { return SizeDistribution(s); }, *sizes.sizes);
  if (auto* listed = std::get_if<ListedSizes>(&result); listed != nullptr && listed->fractions.empty()) {
    listed->fractions.assign(listed->diameters.size(), 1.0);
  }
  const std::string problem = problemOf(result);
  if (!problem.empty()) {
    if (!where.broken) {
      errors.add(where.mark, "'sizes' cannot be used", problem);
    }
    return std::nullopt;
  }
  return result;
}

StartParticles placeParticles(const SceneDescription& description, MaterialLinks& links, ErrorList& errors,
                              WorkWatch* watch) {
  Placer placer(description, links, errors, watch);
  for (const ParticlesDescription& item : description.particles) {
    std::visit(placer, item);
  }
  return placer.take();
}

}  // namespace scree
