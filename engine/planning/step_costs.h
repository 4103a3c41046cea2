#pragma once

// Cost of a step of Scree, and memory of a run.
namespace scree {

/// Processor time of the parts of a nonsmooth step on one core [s]. Contacts are those in the sweeps: close ones that
/// may touch within the step are among them. The defaults were measured on one core of a virtual machine with AVX-512
/// at about 3 GHz by measureStepCosts().
struct StepCosts {
  double step = 10e-6;      ///< a step, whatever is in it
  double grain = 240e-9;    ///< a grain and step: search for pairs, exchange, measuring
  double contact = 145e-9;  ///< a contact and step: finding it, matching it with the last step, packing
  double substep = 14e-9;   ///< a contact and substep: forces and positions
  double row = 5.8e-9;      ///< a contact and sweep, which the paper calls K_NDEM
  double fewRows = 14e-9;   ///< the same of the first hundred contacts, which leave places of vectors empty
  double coupling = 12e-6;  ///< a sweep beside bodies that forces move
  double spring = 35e-9;    ///< a contact and substep of the method smooth in a bed at rest, which searches seldom
};

/// Work of a nonsmooth step.
struct StepWork {
  double grains = 0.0;
  double contacts = 0.0;
  double substeps = 1.0;
  double sweeps = 0.0;     ///< of all substeps, those for impacts alone included
  bool hasBodies = false;  ///< that forces move
};

/// Time of a step on one core [s]. What contacts with meshes cost more is not in it.
double stepSeconds(const StepCosts& costs, const StepWork& work);

/// Contacts up to which a bed has few.
constexpr double kFewContacts = 100.0;

/// Time over that on one core with so many threads, by Amdahl's law with the share that two threads leave, and with no
/// more threads than pay off for so many contacts.
double shareOfThreads(int threads, double contacts);

/// Time of a step with merging over that without at a reduction level h: o + 1 - h (METHOD.md 16.5) with o = 0.05, the
/// estimate that measured runs come to within a tenth.
double shareMerged(double level);

/// Memory of a run at its most [bytes], without its files: peaks of shipped scenes of 25 to 100 000 grains, within a
/// third.
double memoryBytes(double grains, double contacts);

}  // namespace scree
