#include "engine/settings/parameters.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace scree {
namespace {

constexpr std::array<ParameterInfo, 49> kTable = {{
    {ParameterKey::timeStep, "time_step", "Time step", "s", "Simulated time that one step advances.",
     "Servin et al. 2014: at most min(ε d/u, sqrt(2 ε d/g)); 5 ms for pellets of 13 mm", 1e-7, 0.1, false, true},
    {ParameterKey::gravityX, "gravity_x", "Gravity x", "m/s²", "Gravity along x.", "chosen by the scene", -1000.0,
     1000.0, false, false},
    {ParameterKey::gravityY, "gravity_y", "Gravity y", "m/s²", "Gravity along y.", "chosen by the scene", -1000.0,
     1000.0, false, false},
    {ParameterKey::gravityZ, "gravity_z", "Gravity z", "m/s²", "Gravity along z, which points up.", "standard gravity",
     -1000.0, 1000.0, false, false},
    {ParameterKey::substeps, "substeps", "Substeps", "",
     "Parts that a time step is solved in; contacts are searched once a step, gaps and normals are new in every part.",
     "small steps: Macklin et al. 2019; here 4 for 5 ms", 1.0, 64.0, true, true},
    {ParameterKey::mostSubsteps, "most_substeps", "Substeps at most", "",
     "Where contacts are so stiff that a warm started solve would set beds swinging, a step takes more substeps, up to "
     "this many: so many that the sweeps of one are no fewer than k h²/m, with its length h and the mean of stiffness "
     "over mass in the last step. A contact that is stiffer yet is taken as stiff as its sweeps can carry; where that "
     "lets a load press it 0.2 % of a diameter deeper, a step takes more than this many, up to 512. Not above the "
     "substeps: never.",
     "stability of a column with warm start, measured there and in beds of 20 kN/m", 1.0, 64.0, true, true},
    {ParameterKey::sweeps, "sweeps", "Sweeps", "",
     "Largest number of Gauss-Seidel sweeps over all contacts in the continuous stage of each substep.",
     "Servin et al. 2014: about 0.1 n/ε for n contacts along gravity and an overlap error ε", 1.0, 1e6, true, true},
    {ParameterKey::impactSweeps, "impact_sweeps", "Impact sweeps", "",
     "Largest number of sweeps in the impact stage of each substep, which is never warm started.",
     "Servin et al. 2014, appendix B", 1.0, 1e6, true, true},
    {ParameterKey::tolerance, "tolerance", "Tolerance", "m/s",
     "The solver stops early when every kind of row moves less than this in a sweep, with impacts in the rows region "
     "by region; 0 = never.",
     "stopping rule of the solver", 0.0, 1.0, false, true},
    {ParameterKey::restTolerance, "rest_tolerance", "Rest tolerance", "√(g d)",
     "A region of about a thousand contacts in which a sweep changes no velocity by more than this part of √(g d), d "
     "the mean "
     "diameter at contacts, is not swept again in the substep until something beside it moves; 0 = all are. Only with "
     "impacts in the rows, without merging and "
     "bodies that forces move, and with a thousand contacts or more.",
     "measured: 3e-6 m/s for 13 mm; with 150 sweeps from zero piles and beds at rest creep at 1e-3 to 4e-2 m/s", 0.0,
     1.0, false, true},
    {ParameterKey::warmStartFactor, "warm_start_factor", "Warm start factor β", "",
     "Share of the last step's multipliers that a history warm start begins with.",
     "Wang, Servin and Berglund 2016: 0.85", 0.0, 1.0, false, false},
    {ParameterKey::warmStartSpeed, "warm_start_speed", "Warm start speed", "m/s",
     "An adaptive warm start reaches its smallest share where surfaces move this fast against each other; 0: 0.224 √(g "
     "d), d the diameter at the contact.",
     "measured: 0.03 diameters per 5 ms for pellets of 13 mm, 0.08 m/s", 0.0, 1000.0, false, true},
    {ParameterKey::warmStartFloor, "warm_start_floor", "Warm start floor", "",
     "Smallest share of the last multipliers that an adaptive warm start begins with.", "measured: 0.5", 0.0, 1.0,
     false, false},
    {ParameterKey::overRelaxation, "over_relaxation", "Over-relaxation ω", "",
     "Factor of what a sweep changes at the normal rows; friction and rolling rows take 1 + 5/3 (ω - 1). The last "
     "sweep "
     "of a solve and contacts that bounce have 1. Only with the method pgs; 1 = as published.",
     "measured (METHOD.md 5.2): 1.3 leaves 0.6 to 0.9 of the error in slow regions", 1.0, 1.5, false, false},
    {ParameterKey::impactSpeed, "impact_speed", "Impact speed", "m/s",
     "Contacts approaching faster than this are impacts and bounce with their restitution; 0: 0.14 √(g d), d the "
     "diameter at the contact, g that of the earth where the scene has none.",
     "Servin and Wang 2016: 0.05 m/s; ε d/Δt for an overlap error ε", 0.0, 1000.0, false, true},
    {ParameterKey::stabilisationSteps, "stabilisation_steps", "Stabilisation steps", "",
     "Number of time steps in which an overlap relaxes (n_s); smaller is stiffer and less stable.",
     "SPOOK, Lacoursière 2007: 2", 0.5, 100.0, false, true},
    {ParameterKey::regularisation, "regularisation", "Regularisation γ", "s/kg",
     "Softness of the friction and rolling rows: contacts creep at γ times their friction force, so that heavy bodies "
     "want a smaller one; 0: none.",
     "Servin and Wang 2016: γ_t = γ_r = 1e-6 for pellets of 4 g", 0.0, 1.0, false, true},
    {ParameterKey::collisionTime, "collision_time", "Collision time", "s",
     "Smooth DEM makes contacts so soft that collisions last this long, with their restitution, and takes substeps "
     "that are as much longer; never stiffer than their material. 0: contacts are as stiff as their material.",
     "Ray, Kempe and Fröhlich 2015, formulas for Hertz contacts; some 80 substeps a collision", 0.0, 1.0, false, true},
    {ParameterKey::threads, "threads", "Threads", "",
     "Threads that step the world; results do not depend on it. 0: as many as pay off, which is one for every 2000 "
     "contacts and at most half of the processors.",
     "scenes and beds of 4 000 to 90 000 grains, timed on 16 processors", 0.0, 256.0, true, false},
    {ParameterKey::mergeSpeed, "merge_speed", "Merge speed", "√(g d)",
     "Surfaces that slide or roll at the rim no faster than this, and approach or part no faster than 0.4 of it, may "
     "merge. d is the mean diameter of the grains, g that of the earth where the scene has no gravity.",
     "2.5 mm/s for grains of 11 mm in Servin and Wang 2016", 0.0, 10.0, false, true},
    {ParameterKey::mergeTime, "merge_time", "Merge after", "√(d/g)",
     "Time for which a contact must be within the merge limits; a grain falls half its diameter in 1. Only with the "
     "front split.",
     "windows of 0.4 merged what was about to fall", 0.0, 1000.0, false, true},
    {ParameterKey::waitTime, "wait_time", "Wait", "√(d/g)",
     "Time for which a grain that was split off does not merge again, unless a front split it off. From a quarter of "
     "it on it may if, gaining speed as it did so far, it would still be within the merge limits at the end.",
     "against flicker, and so that what gives way slowly shows", 0.0, 1000.0, false, true},
    {ParameterKey::smallestFloating, "smallest_floating", "Smallest floating", "grains",
     "Grains that move as one while nothing carries them merge from this number on, and split when half of it is left; "
     "0 = never. Only the method pgs moves them.",
     "fewer cost as much as they spare", 0.0, 1e6, true, true},
    {ParameterKey::splitSpeed, "split_speed", "Split speed", "√(g d)",
     "A member is split off when a free neighbour moves faster than this against its aggregate, after 14 √(d/g) as a "
     "member already beyond the merge limits; but a neighbour that was split off a step or two before only at three "
     "or one and a half times this. Who has a neighbour at two thirds of this or faster does not merge. Forces that "
     "its contacts cannot carry split it off when they would have given it twice this.",
     "three times the merge speed, so that grains do not merge and split in turns", 0.0, 100.0, false, true},
    {ParameterKey::impactDepth, "impact_depth", "Impact depth", "√(g d)",
     "An impact on a member splits off one more layer around it for each time this speed; 0 = never more than itself.",
     "a bed that answers as one solid bounces", 0.0, 1000.0, false, true},
    {ParameterKey::balance, "balance", "Balance", "",
     "Part of the weight of a member and of all forces on it that may be out of balance before its contacts pass it "
     "on.",
     "0.1 splits off half as many members, and leaves a grain on a slope 9° above its angle of friction", 1e-3, 10.0,
     false, true},
    {ParameterKey::bearing, "bearing", "Bearing", "",
     "A member is split off when its contacts bear this part more or less than when it merged, and its weight besides: "
     "its overlaps are then wrong. Larger is faster and less true.",
     "members of a drum that jump in a converged solve: 7 % with 0.2, 4 % with 0.1", 1e-3, 1e6, false, true},
    {ParameterKey::loadChange, "load_change", "Load change", "g",
     "A change of gravity or of the acceleration of what carries an aggregate by this part of gravity has all its "
     "members asked whether their contacts carry it; without the front split it opens them all.",
     "a degree of tilt is 0.017 g", 1e-6, 10.0, false, true},
    {ParameterKey::auditTime, "audit_time", "Audit after", "√(d/g)",
     "Members near a free surface are opened again this long after they merged, and after two to eight times as long "
     "each time they stayed.",
     "piles relax in bursts ever further apart: Deboeuf et al. 2003", 1e-2, 1e9, false, true},
    {ParameterKey::auditShare, "audit_share", "Audit share", "",
     "Largest part of the members that audits open in a step, on average, up to 20 members; what is due then waits.",
     "measured: it bounds what audits take from h, the 20 what they cost; piles at rest stay far below", 0.0, 1.0,
     false, true},
    {ParameterKey::mergeNormalIn, "merge_normal_in", "Merge: approach", "m/s",
     "Surfaces that approach no faster than this may merge; 0: 0.4 of the merge speed (ξ_n^i).",
     "2.5 mm/s in Servin and Wang 2016", 0.0, 10.0, false, true},
    {ParameterKey::mergeNormalOut, "merge_normal_out", "Merge: parting", "m/s",
     "Surfaces that part no faster than this may merge; 0: 0.4 of the merge speed (ξ_n^s).",
     "2.5 mm/s in Servin and Wang 2016", 0.0, 10.0, false, true},
    {ParameterKey::mergeTangential, "merge_tangential", "Merge: sliding", "m/s",
     "Surfaces that slide no faster than this may merge; 0: the merge speed (ξ_t).", "2.5 mm/s in Servin and Wang 2016",
     0.0, 10.0, false, true},
    {ParameterKey::mergeRolling, "merge_rolling", "Merge: rolling", "rad/s",
     "Bodies that turn against each other no faster than this may merge; 0: the merge speed (ξ_r).",
     "0.5 rad/s in Servin and Wang 2016", 0.0, 1000.0, false, true},
    {ParameterKey::mergeNormalAcceleration, "merge_normal_acceleration", "Merge: normal acceleration", "m/s²",
     "Largest relative acceleration along the normal at which contacts merge; 0 = any.",
     "5 m/s² in Servin and Wang 2016", 0.0, 1e6, false, true},
    {ParameterKey::mergeTangentialAcceleration, "merge_tangential_acceleration", "Merge: sliding acceleration", "m/s²",
     "Largest relative acceleration in the contact plane at which contacts merge; 0 = any.",
     "5 m/s² in Servin and Wang 2016", 0.0, 1e6, false, true},
    {ParameterKey::mergeRollingAcceleration, "merge_rolling_acceleration", "Merge: rolling acceleration", "rad/s²",
     "Largest relative angular acceleration at which contacts merge; 0 = any.", "none in Servin and Wang 2016", 0.0,
     1e9, false, true},
    {ParameterKey::mergeWindow, "merge_window", "Merge window", "steps",
     "Steps in a row, at least, that a contact must be within the merge limits. From 3 on every second one is looked "
     "at.",
     "1 in Servin and Wang 2016; 3 in Coevoet et al. 2020", 1.0, 250.0, true, false},
    {ParameterKey::contactNormalIn, "contact_normal_in", "Contact split: approach", "m/s",
     "A contact of an aggregate that approaches faster splits it; 0 = never.", "0.15 m/s in Servin and Wang 2016", 0.0,
     1000.0, false, true},
    {ParameterKey::contactNormalOut, "contact_normal_out", "Contact split: parting", "m/s",
     "A contact of an aggregate that parts faster splits it; 0 = never.", "never in Servin and Wang 2016", 0.0, 1000.0,
     false, true},
    {ParameterKey::contactTangential, "contact_tangential", "Contact split: sliding", "m/s",
     "A contact of an aggregate that slides faster splits it; 0 = never.", "0.15 m/s in Servin and Wang 2016", 0.0,
     1000.0, false, true},
    {ParameterKey::contactRolling, "contact_rolling", "Contact split: rolling", "rad/s",
     "A contact of an aggregate that rolls faster splits it; 0 = never.", "never in Servin and Wang 2016", 0.0, 1e6,
     false, true},
    {ParameterKey::contactDepth, "contact_depth", "Contact split depth", "grains",
     "How far along its contacts a contact split reaches: 1 = the grain at the contact, 2 = and those that it touches "
     "(N_spl).",
     "2 in Servin and Wang 2016", 1.0, 20.0, true, false},
    {ParameterKey::trialSweeps, "trial_sweeps", "Trial sweeps", "",
     "Sweeps of the trial solve of the whole system (N_tr), and of its impact stage where there is one.",
     "50 or 100 in Servin and Wang 2016", 1.0, 10000.0, true, true},
    {ParameterKey::trialNormalIn, "trial_normal_in", "Trial: approach", "m/s",
     "A member approaching faster in the trial solve is split off; 0 = not asked.",
     "0.26 m/s in Servin and Wang 2016 (printed 2.6)", 0.0, 1000.0, false, true},
    {ParameterKey::trialNormalOut, "trial_normal_out", "Trial: parting", "m/s",
     "A member parting faster in the trial solve is split off; 0 = not asked.", "0.26 m/s in Servin and Wang 2016", 0.0,
     1000.0, false, true},
    {ParameterKey::trialTangential, "trial_tangential", "Trial: sliding", "m/s",
     "A member sliding faster in the trial solve is split off; 0 = not asked.", "0.26 m/s in Servin and Wang 2016", 0.0,
     1000.0, false, true},
    {ParameterKey::trialForce, "trial_force", "Trial: force", "",
     "A member whose forces in the trial solve miss those of the rigid motion by more than this part is split off "
     "(ξ_f); 0 = not asked.",
     "0.15 or 0.25 in Servin and Wang 2016", 0.0, 2.0, false, false},
    {ParameterKey::trialTorque, "trial_torque", "Trial: torque", "", "The same for torques (ξ_τ); 0 = not asked.",
     "not asked in Servin and Wang 2016", 0.0, 2.0, false, false},
}};

static_assert(
    [] {
      for (std::size_t i = 0; i < kTable.size(); ++i) {
        if (static_cast<std::size_t>(kTable[i].key) != i) {
          return false;
        }
      }
      return true;
    }(),
    "infoOf indexes the table by key");

/// Calls `use` with the member that holds the parameter.
template <class P, class Use>
auto withMember(P& p, ParameterKey key, Use&& use) {
  switch (key) {
    case ParameterKey::timeStep:
      return use(p.timeStep);
    case ParameterKey::gravityX:
      return use(p.gravity.x());
    case ParameterKey::gravityY:
      return use(p.gravity.y());
    case ParameterKey::gravityZ:
      return use(p.gravity.z());
    case ParameterKey::substeps:
      return use(p.substeps);
    case ParameterKey::mostSubsteps:
      return use(p.mostSubsteps);
    case ParameterKey::sweeps:
      return use(p.sweeps);
    case ParameterKey::impactSweeps:
      return use(p.impactSweeps);
    case ParameterKey::tolerance:
      return use(p.tolerance);
    case ParameterKey::restTolerance:
      return use(p.restTolerance);
    case ParameterKey::warmStartFactor:
      return use(p.warmStartFactor);
    case ParameterKey::warmStartSpeed:
      return use(p.warmStartSpeed);
    case ParameterKey::warmStartFloor:
      return use(p.warmStartFloor);
    case ParameterKey::overRelaxation:
      return use(p.overRelaxation);
    case ParameterKey::impactSpeed:
      return use(p.impactSpeed);
    case ParameterKey::stabilisationSteps:
      return use(p.stabilisationSteps);
    case ParameterKey::regularisation:
      return use(p.regularisation);
    case ParameterKey::collisionTime:
      return use(p.collisionTime);
    case ParameterKey::threads:
      return use(p.threads);
    case ParameterKey::mergeSpeed:
      return use(p.reduction.merge.speed);
    case ParameterKey::mergeTime:
      return use(p.reduction.merge.time);
    case ParameterKey::waitTime:
      return use(p.reduction.merge.wait);
    case ParameterKey::smallestFloating:
      return use(p.reduction.merge.smallestFloating);
    case ParameterKey::splitSpeed:
      return use(p.reduction.front.speed);
    case ParameterKey::impactDepth:
      return use(p.reduction.front.impactDepth);
    case ParameterKey::balance:
      return use(p.reduction.load.balance);
    case ParameterKey::bearing:
      return use(p.reduction.load.bearing);
    case ParameterKey::loadChange:
      return use(p.reduction.load.change);
    case ParameterKey::auditTime:
      return use(p.reduction.audit.time);
    case ParameterKey::auditShare:
      return use(p.reduction.audit.share);
    case ParameterKey::mergeNormalIn:
      return use(p.reduction.merge.normalIn);
    case ParameterKey::mergeNormalOut:
      return use(p.reduction.merge.normalOut);
    case ParameterKey::mergeTangential:
      return use(p.reduction.merge.tangential);
    case ParameterKey::mergeRolling:
      return use(p.reduction.merge.rolling);
    case ParameterKey::mergeNormalAcceleration:
      return use(p.reduction.merge.normalAcceleration);
    case ParameterKey::mergeTangentialAcceleration:
      return use(p.reduction.merge.tangentialAcceleration);
    case ParameterKey::mergeRollingAcceleration:
      return use(p.reduction.merge.rollingAcceleration);
    case ParameterKey::mergeWindow:
      return use(p.reduction.merge.window);
    case ParameterKey::contactNormalIn:
      return use(p.reduction.contact.normalIn);
    case ParameterKey::contactNormalOut:
      return use(p.reduction.contact.normalOut);
    case ParameterKey::contactTangential:
      return use(p.reduction.contact.tangential);
    case ParameterKey::contactRolling:
      return use(p.reduction.contact.rolling);
    case ParameterKey::contactDepth:
      return use(p.reduction.contact.depth);
    case ParameterKey::trialSweeps:
      return use(p.reduction.trial.sweeps);
    case ParameterKey::trialNormalIn:
      return use(p.reduction.trial.normalIn);
    case ParameterKey::trialNormalOut:
      return use(p.reduction.trial.normalOut);
    case ParameterKey::trialTangential:
      return use(p.reduction.trial.tangential);
    case ParameterKey::trialForce:
      return use(p.reduction.trial.force);
    case ParameterKey::trialTorque:
      return use(p.reduction.trial.torque);
  }
  return use(p.timeStep);
}

constexpr std::array<ChoiceValue, 4> kMethods = {{
    {"pgs", "Projected Gauss-Seidel in single precision, many contacts at a time; the fastest."},
    {"nncg",
     "Nonsmooth nonlinear conjugate gradient on Gauss-Seidel sweeps, in double precision: a sweep costs more "
     "and gains more. For high accuracy and references."},
    {"scalar",
     "Projected Gauss-Seidel in double precision, one contact at a time: slow, what the others are checked "
     "against."},
    {"smooth",
     "Smooth DEM: springs and dashpots at the contacts, in explicit substeps as short as the stiffest of them needs. "
     "Merges nothing."},
}};
constexpr std::array<ChoiceValue, 4> kWarmStarts = {{
    {"off", "Every solve starts from zero multipliers."},
    {"history", "Contacts that existed before start from their last multipliers times the warm start factor."},
    {"model", "Contacts start from the force that the contact law predicts for their overlap."},
    {"adaptive",
     "As history, but with the whole multipliers where a contact is at rest, and a share that falls with "
     "the speed of its surfaces down to the warm start floor."},
}};
constexpr std::array<ChoiceValue, 2> kImpacts = {{
    {"stage", "Impacts are solved in a stage of their own, before the continuous one."},
    {"joined", "The rows of the continuous solve make impacts bounce, so that they need no sweeps of their own."},
}};

constexpr std::array<ChoiceValue, 3> kGuardActions = {{
    {"stop", "The run stops after the step and says when, where and why; what was asked for is still written."},
    {"warn", "The run goes on; the first case of each kind is told."},
    {"off", "Nothing is watched."},
}};

constexpr std::array<ChoiceValue, 2> kMergings = {{
    {"off", "Every grain is solved for."},
    {"on", "Grains that move together are merged into aggregates and split off again before they would flow."},
}};
constexpr std::array<ChoiceValue, 2> kSwitches = {{
    {"off", "Not used."},
    {"on", "Used."},
}};

constexpr std::array<ChoiceInfo, 9> kChoices = {{
    {ChoiceKey::method, "method", "Method", "How the contacts are solved.",
     "Servin et al. 2014; Silcowitz-Niebe, Niebe and Erleben 2010 (nncg)", kMethods},
    {ChoiceKey::warmStart, "warm_start", "Warm starting", "What a solve starts from.",
     "Wang, Servin and Berglund 2016 (history, model)", kWarmStarts},
    {ChoiceKey::impacts, "impacts", "Impacts", "Where restitution acts.",
     "Servin et al. 2014, appendix B (stage); Moreau's time stepping (joined)", kImpacts},
    {ChoiceKey::guard, "guard", "Guard",
     "What happens when energy appears from nowhere, a grain is faster than anything that drives it, leaves a closed "
     "container, overlaps by more than half a radius, or is no number.",
     "bounds from the run's own energies, drives, falls and shapes", kGuardActions},
    {ChoiceKey::merging, "merging", "Merging", "Whether grains that move together are merged.",
     "adaptive model reduction: Servin and Wang 2016", kMergings},
    {ChoiceKey::frontSplit, "front_split", "Motion and load",
     "Splits off the members that something moving touches, those near an impact before it acts, and those whose "
     "contacts cannot carry what they bear.",
     "rigid graph with a kinematic front; trial solve kept up to date where something changes", kSwitches},
    {ChoiceKey::contactSplit, "contact_split", "Contact split",
     "Splits aggregates where one of their contacts moves faster than a limit.", "Servin and Wang 2016", kSwitches},
    {ChoiceKey::trialSplit, "trial_split", "Trial solve",
     "Solves the whole system roughly beside every step and splits off the members whose forces do not balance.",
     "Servin and Wang 2016", kSwitches},
    {ChoiceKey::auditSplit, "audit_split", "Audits",
     "Opens patches near free surfaces from time to time, and everything when gravity or what carries it changes.",
     "rotating audit with a trust region on the load", kSwitches},
}};

/// Calls `use` with the member that holds the choice.
template <class P, class Use>
auto withChoice(P& p, ChoiceKey key, Use&& use) {
  switch (key) {
    case ChoiceKey::method:
      return use(p.method);
    case ChoiceKey::warmStart:
      return use(p.warmStart);
    case ChoiceKey::impacts:
      return use(p.impacts);
    case ChoiceKey::guard:
      return use(p.guard);
    case ChoiceKey::merging:
      return use(p.reduction.merging);
    case ChoiceKey::frontSplit:
      return use(p.reduction.front.split);
    case ChoiceKey::contactSplit:
      return use(p.reduction.contact.split);
    case ChoiceKey::trialSplit:
      return use(p.reduction.trial.split);
    case ChoiceKey::auditSplit:
      return use(p.reduction.audit.split);
  }
  return use(p.method);
}

std::string rangeText(const ParameterInfo& info) {
  const std::string unit = info.unit.empty() ? "" : fmt::format(" {}", info.unit);
  return fmt::format("{} must be {} from {} to {}{}", info.name, info.whole ? "a whole number" : "a number",
                     info.minimum, info.maximum, unit);
}

}  // namespace

std::string_view nameOf(WarmStart mode) { return kWarmStarts[static_cast<std::size_t>(mode)].name; }
std::string_view nameOf(Method method) { return kMethods[static_cast<std::size_t>(method)].name; }
std::string_view nameOf(Impacts impacts) { return kImpacts[static_cast<std::size_t>(impacts)].name; }

std::span<const ChoiceInfo> choiceTable() { return kChoices; }

const ChoiceInfo& infoOf(ChoiceKey key) { return kChoices[static_cast<std::size_t>(key)]; }

int choiceOf(const Parameters& parameters, ChoiceKey key) {
  return withChoice(parameters, key, [](const auto& member) { return static_cast<int>(member); });
}

bool setChoice(Parameters& parameters, ChoiceKey key, int value) {
  if (value < 0 || static_cast<std::size_t>(value) >= infoOf(key).values.size()) {
    return false;
  }
  withChoice(parameters, key, [value](auto& member) { member = static_cast<std::decay_t<decltype(member)>>(value); });
  return true;
}

std::span<const ParameterInfo> parameterTable() { return kTable; }

const ParameterInfo& infoOf(ParameterKey key) { return kTable[static_cast<std::size_t>(key)]; }

double valueOf(const Parameters& parameters, ParameterKey key) {
  return withMember(parameters, key, [](const auto& member) { return static_cast<double>(member); });
}

std::string setValue(Parameters& parameters, ParameterKey key, double value) {
  const ParameterInfo& info = infoOf(key);
  if (!std::isfinite(value) || value < info.minimum || value > info.maximum ||
      (info.whole && value != std::floor(value))) {
    return rangeText(info);
  }
  withMember(parameters, key, [value](auto& member) { member = static_cast<std::decay_t<decltype(member)>>(value); });
  return {};
}

}  // namespace scree
