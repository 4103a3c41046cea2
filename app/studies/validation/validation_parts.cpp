#include "app/studies/validation/validation_parts.h"

#include <array>

namespace scree {

std::span<const ValidationPart> validationParts() {
  static const std::array<ValidationPart, 13> kParts = {{
      {"grains", "Single grains",
       "Shipped scenes *slide*, *drop* and *column* and a pellet on an incline, against closed forms.", measureGrains},
      {"flows", "Drum, conveyor and collapse",
       "Systems of Servin and Wang, *Adaptive model reduction for nonsmooth discrete element simulation* (2016). "
       "Angles "
       "are held against the published ones where the paper gives its scatter; it does not say how the drum's was read "
       "off. Merged runs are held against runs in full from the same states. The estimate of the speed-up is "
       "1/(0.05 + (1 - h)), for the share h of grains that are merged. `ndem study reduction` measures more of them.",
       measureFlows},
      {"warm-start", "Warm starting",
       "Systems of Wang, Servin and Berglund, *Warm starting the projected Gauss-Seidel algorithm for granular matter "
       "simulation* (2016), where the text of the paper gives a number. `ndem study warm-start` plots more.",
       measureWarmStarts},
      {"triaxial", "Triaxial shear",
       "The sample of the paper on warm starting. `ndem study triaxial` varies its walls, speed and step.",
       measureTriaxial},
      {"truth", "Presets against small steps",
       "Presets against steps of 0.4 and 0.2 ms, extrapolated to zero, from the same states: the error of the step and "
       "of the solver together. `ndem study truth` tells the systems and takes the bias apart.",
       measureTruth},
      {"iterations", "Sweeps of containers and drums",
       "Containers and drums of Servin, Wang, Lacoursière and Bodin, *Examining the smooth and nonsmooth discrete "
       "element approaches to granular matter* (2014): the law for the number of sweeps, fitted for each seed, and the "
       "pressure on walls against Janssen's. METHOD.md 17.20 tells why constants differ. `ndem study iterations` plots "
       "more.",
       measureIterations},
      {"collision", "Collisions of a set duration",
       "Smooth DEM with a collision time, against the accuracies that Ray, Kempe and Fröhlich (2015) give for their "
       "formulas. `ndem study collision` has all single values.",
       measureCollisions},
      {"public-benchmark", "Public benchmark",
       "Drum and penetration of Dosta et al., *Comparing open-source DEM frameworks for simulations of common bulk "
       "processes* (2024), from starts of their own: means over the second half of a run. `ndem study benchmark` plots "
       "more, and takes the published starts.",
       measurePublicBenchmark},
      {"angles", "Angles explained",
       "Column, pile, collapse and drum from the same starts by the solver at several steps, by smooth DEM and by "
       "LIGGGHTS where it is installed; angles by the means of all grains. `ndem study angles` has all values and "
       "differences.",
       measureAngles},
      {"silo", "Discharge of a silo",
       "A flat-bottomed silo of the materials of the public benchmark, emptied through two orifices, beside the law of "
       "Beverloo. `ndem study silo` plots the mass over time.",
       measureSilo},
      {"pellets", "Iron ore pellets",
       "Single pellets of Wang et al., *Parametrization and validation of a nonsmooth discrete element method for "
       "simulating flows of iron ore green pellets* (2015), against closed forms, and their long pile. The paper does "
       "not say between which heights its lines through the pile are drawn: METHOD.md 17.22. `ndem study pellets` has "
       "drops, profiles and contacts.",
       measurePellets},
      {"gallery", "Gallery of random scenes",
       "Random scenes of all classes, merged against full over seeds. Scenes agree if all their quantities agree "
       "within "
       "two standard errors or a floor. `ndem study gallery` lists the worst ones.",
       measureGallery},
      {"benchmark",
       "Benchmark",
       "Cases of `tests/bench/run`: times of kernels and steps, and the same problems with Bullet and LIGGGHTS.",
       {}},
  }};
  return kParts;
}

}  // namespace scree
