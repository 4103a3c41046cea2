#include "app/studies/validation/validation_parts.h"

#include <array>

namespace scree {

std::span<const ValidationPart> validationParts() {
  static const std::array<ValidationPart, 7> kParts = {{
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
