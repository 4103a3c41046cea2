#include "tests/bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

namespace scree::bench {

namespace {

using Row = std::vector<std::string>;

std::string number(double value, int digits = 3) {
  return std::isnan(value) ? "" : fmt::format("{:.{}g}", value, digits);
}

std::string whole(double value) { return std::isnan(value) ? "" : fmt::format("{:.0f}", value); }

std::string spread(const Record& record) {
  return fmt::format("{:.3g} ({:.3g}-{:.3g})", record.value, record.low, record.high);
}

/// Columns aligned: the first to the left, the others to the right.
std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += i == 0 ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("  {:>{}}", row[i], widths[i]);
    }
    text += '\n';
  }
  return text;
}

std::vector<const Record*> ofKind(const Results& results, const std::string& kind) {
  std::vector<const Record*> records;
  for (const Record& record : results.records) {
    if (record.kind == kind) {
      records.push_back(&record);
    }
  }
  return records;
}

std::string kernelTable(const std::vector<const Record*>& records) {
  std::vector<Row> rows = {{"kernel", "particles", "contacts", "ns", "(quartiles)", "per"}};
  for (const Record* r : records) {
    constexpr std::string_view kPer = " per ";
    rows.push_back({r->name.substr(7), whole(r->particles), whole(r->contacts), number(r->value),
                    fmt::format("({:.3g}-{:.3g})", r->low, r->high),
                    r->measure.substr(r->measure.find(kPer) + kPer.size())});
  }
  return "Kernels, one thread, nanoseconds of processor, median of repeats\n" + aligned(rows) + R"(
Detection in a flow keeps for some steps what it has searched, as in a run; without '-in-flow' each step searches anew. Memory: bytes
that fit the processor's own cache, and that do not.

)";
}

/// Ratios that the tables above only hold the parts of.
std::string ratioText(const std::vector<const Record*>& kernels, const std::vector<const Record*>& steps) {
  std::string text;
  const auto valueOf = [](const std::vector<const Record*>& records, const std::string& name) {
    const auto found = std::ranges::find(records, name, &Record::name);
    return found == records.end() ? kUnmeasured : (*found)->value;
  };
  for (const Record* r : kernels) {
    const std::string scalar = r->name.substr(0, r->name.rfind('/')) + "/scalar-double";
    if (const double ratio = valueOf(kernels, scalar) / r->value;
        r->settings.starts_with("batches-") && std::isfinite(ratio)) {
      text += fmt::format("{}: {:.3g} times as fast as scalar in double precision\n", r->name.substr(7), ratio);
    }
  }
  for (const Record* r : steps) {
    std::string one = r->name;
    if (const auto at = one.rfind("/2-threads"); at != std::string::npos) {
      one.replace(at, std::string::npos, "/1-thread");
      if (const double ratio = valueOf(steps, one) / r->value; std::isfinite(ratio)) {
        text += fmt::format("{}: {:.3g} times as fast as one\n", r->name.substr(5), ratio);
      }
    }
  }
  return text.empty() ? "" : text + "\n";
}

std::string stepTable(const std::vector<const Record*>& records) {
  std::vector<Row> rows = {{"whole steps", "particles", "contacts", "sweeps", "ns/contact/sweep", "ns/particle/step",
                            "ms/step", "x real time", "residual", "overlap", "rms speed"}};
  for (const Record* r : records) {
    rows.push_back({r->name.substr(5), whole(r->particles), whole(r->contacts), number(r->sweeps),
                    number(r->nsPerContactSweep), spread(*r), number(r->msPerStep), number(r->realTimeFactor),
                    number(r->residual, 2), number(r->meanOverlap, 2), number(r->creep, 2)});
  }
  return "Whole steps: one thread in processor time, more threads in wall time; residual and rms speed in m/s, overlap "
         "in diameters\n" +
         aligned(rows) + "\n";
}

std::string stageTable(const std::vector<const Record*>& records) {
  Row head = {"ms a stage"};
  head.insert(head.end(), kStageNames.begin(), kStageNames.end());
  std::vector<Row> rows = {head};
  for (const Record* r : records) {
    Row row = {r->name.substr(r->kind.size() + 1)};
    for (const double ms : r->stageMs) {
      row.push_back(number(ms));
    }
    rows.push_back(row);
  }
  return aligned(rows) + "\n";
}

/// The record of the same step with other settings.
const Record* withSettings(const Record& record, const std::string& settings,
                           const std::vector<const Record*>& records) {
  const auto found = std::find_if(records.begin(), records.end(), [&](const Record* other) {
    return other->scene == record.scene && other->threads == record.threads && other->settings == settings;
  });
  return found == records.end() ? nullptr : *found;
}

/// What the preset fast gains, and what it could gain at most by fewer or quicker sweeps.
std::string gainTable(const std::vector<const Record*>& records) {
  constexpr auto kSolve = static_cast<std::size_t>(Stage::solve);
  std::vector<Row> rows = {
      {"fast", "particles", "ms/step", "of it sweeps %", "paper ms/step", "times less", "were sweeps free"}};
  for (const Record* r : records) {
    const Record* paper = r->settings == "fast" ? withSettings(*r, "paper", records) : nullptr;
    if (paper != nullptr) {
      const double sweeps = r->stageMs[kSolve];
      rows.push_back({r->scene, whole(r->particles), number(r->msPerStep), number(100.0 * sweeps / r->msPerStep, 2),
                      number(paper->msPerStep), number(paper->msPerStep / r->msPerStep),
                      number(paper->msPerStep / (r->msPerStep - sweeps))});
    }
  }
  return rows.size() == 1 ? ""
                          : "The preset fast against paper, 150 cold sweeps and as many for impacts, from the same "
                            "start (errors: see the table of\nerrors; residuals of steps of different length do not "
                            "compare), and the gain if its sweeps took no time\n" +
                                aligned(rows) + "\n";
}

std::string errorTable(const std::vector<const Record*>& records) {
  std::vector<Row> rows = {
      {"errors", "particles", "displacement d", "height %", "overlap %", "rms speed", "of the reference"}};
  for (const Record* r : records) {
    rows.push_back({r->name.substr(6), whole(r->particles), number(r->value, 2), number(100.0 * r->heightError, 2),
                    number(100.0 * r->overlapError, 2), number(r->creep, 2), number(r->creepOfReference, 2)});
  }
  return "After 0.5 s from the same start against fast with 16 substeps of 40 sweeps: root mean square way between the "
         "grains of both\n(in flows chaos alone makes much of it), mean height at the end, mean overlap and rms speed "
         "over the second half\n" +
         aligned(rows) + "\n";
}

std::string reducedTable(const std::vector<const Record*>& records) {
  std::vector<Row> rows = {{"with merging", "particles", "h", "ms/step", "(quartiles)", "sweeps", "in full", "speed-up",
                            "at equal sweeps", "at equal error", "deciding %", "splits/particle/s"}};
  for (const Record* r : records) {
    const double free = 1.0 - r->reductionLevel;
    rows.push_back({r->name.substr(8), whole(r->particles), number(r->reductionLevel), number(r->value),
                    fmt::format("({:.3g}-{:.3g})", r->low, r->high), number(r->sweeps), number(r->fullSweeps),
                    number(r->speedUp), number(1.0 / (0.05 + free)), number(1.0 / (0.05 + std::pow(free, 4.0 / 3.0))),
                    number(100.0 * r->reductionOverhead, 2), number(r->splitRate, 2)});
  }
  return "Merged against full steps from the same start, equal settings, one thread, processor time; beside the "
         "speed-up "
         "the published\nestimates at this h, 1/(0.05 + (1-h)) at equal sweeps and 1/(0.05 + (1-h)^(4/3)) at equal "
         "error; deciding: stages splits and merges\n" +
         aligned(rows) + "\n";
}

/// The record of ours that others are measured against: same scene, same measure, the fast preset if there is a choice.
const Record* referenceFor(const Record& record, const std::vector<const Record*>& peers) {
  const Record* reference = nullptr;
  for (const Record* candidate : peers) {
    const bool fits =
        candidate->engine == "scree" && candidate->scene == record.scene && candidate->measure == record.measure;
    if (fits && (reference == nullptr || candidate->settings == "fast")) {
      reference = candidate;
    }
  }
  return reference;
}

std::string peerTable(const std::vector<const Record*>& records) {
  std::vector<Row> rows = {{"engines", "particles", "contacts", "s per simulated s", "ns/contact/sweep", "ms/step",
                            "times ours", "overlap", "rms speed", "height change", "column error"}};
  for (const Record* r : records) {
    const Record* ours = referenceFor(*r, records);
    const std::string ratio = ours == nullptr ? "" : fmt::format("{:.3g}", r->value / ours->value);
    rows.push_back({fmt::format("{} [{}]", r->name.substr(5), r->settings), whole(r->particles), whole(r->contacts),
                    number(r->cpuPerSimulated), number(r->nsPerContactSweep), number(r->msPerStep), ratio,
                    number(r->meanOverlap, 2), number(r->creep, 2), number(r->heightChange, 2),
                    number(r->heightError, 2)});
  }
  return "Engines from the same start, one thread each, processor time; 'times ours' against preset fast (sweep costs "
         "against ours)\n" +
         aligned(rows) + R"(
What is the same: positions and sizes at the start, masses, gravity, friction and rolling coefficients, simulated time; overlap
(over touching pairs of spheres), rms speed and heights are computed by the same code from the positions and velocities at the end.
What is not: Bullet's contacts are rigid with 20 % of the overlap removed a step (ours: 20 kN/m), single precision, friction per
direction (a pyramid, ours a cone), lengths scaled to diameter 1; its contacts are the points it keeps, open ones included, each
with 6 rows: normal, two tangents, two rolling, one twisting. 'cold' is Bullet as it comes: its algorithm for two spheres drops
the contact in each step and the warm start with it; 'warm' uses its algorithm for convex shapes, which keeps both. Debian's build
has no vector instructions in the solver, whatever is asked for (see instruction_set in the CSV). LIGGGHTS: Hertz contacts of 6 MPa
as ours, explicit, 20 % of the Rayleigh time, rolling resistance epsd2, no twisting; velocities, spins and friction springs start
from zero; contacts without those on walls; 'short' takes 10 %, as our method smooth does. Column error: against the closed form of each law (Bullet: rigid spheres).
Sweep cost: difference between steps of 60 and of 10 sweeps, so that all else in a step cancels.

)";
}

/// The cheapest of our records of the scene that errs as little and never rests, as the others may not either; null if
/// there is none.
const Record* cheapestAsExact(const Record& record, const std::vector<const Record*>& records) {
  const Record* cheapest = nullptr;
  for (const Record* candidate : records) {
    const bool fits = candidate->name.find("/scree/unrested/") != std::string::npos &&
                      candidate->scene == record.scene && candidate->medianCreep <= record.medianCreep;
    if (fits && (cheapest == nullptr || candidate->value < cheapest->value)) {
      cheapest = candidate;
    }
  }
  return cheapest;
}

std::string precisionTable(const std::vector<const Record*>& records) {
  std::vector<Row> rows = {{"precision", "particles", "s per simulated s", "median creep", "of 95 %", "overlap",
                            "times ours that errs no more", "which is"}};
  for (const Record* r : records) {
    const Record* ours = r->engine == "scree" ? nullptr : cheapestAsExact(*r, records);
    rows.push_back({fmt::format("{} [{}]", r->name.substr(r->kind.size() + 1), r->settings), whole(r->particles),
                    number(r->cpuPerSimulated), number(1e3 * r->medianCreep, 2), number(1e3 * r->fastCreep, 2),
                    number(r->meanOverlap, 2), ours == nullptr ? "" : number(r->value / ours->value),
                    ours == nullptr ? "" : ours->settings});
  }
  return "What a smaller error costs: a settled bed stays where it is, so the net way of its grains over the time "
         "measured is an error\nthat needs no reference; mm/s of the median grain and of the one that 95 % are slower "
         "than; one thread, processor time\n" +
         aligned(rows) + R"(
Every engine first settles by itself: 0.5 s are neither timed nor count for the creep. What it settles from differs: the start came
to rest in Scree, with Scree's law and multipliers; Bullet takes over positions alone and makes them fit rigid contacts, LIGGGHTS
has the same Hertz law but no twisting, and its springs of friction start from zero. Beds without '-soft' have 20 kN/m in Scree, so
that rigid and elastic contacts stand side by side; Bullet computes positions in single precision (about 1e-5 mm/s). For Bullet
and LIGGGHTS 0.5 s are not enough to come to rest: in bed-1k, 3 s leave LIGGGHTS a tenth of this creep, Bullet a fifth to all of it,
and Bullet's bed goes on sinking all the while (height change in the CSV). LIGGGHTS stirs at 30 % of the Rayleigh time.
'sweeps' are those of the preset default, which takes as many substeps as the stiffness needs with them and stops early where
nothing moves; 'unrested' does not stop, and others are held against it, since they may not rest either. Bullet's pairs are convex
shapes, warm-started; 'steps' have 10 iterations.

)";
}

}  // namespace

std::string reportText(const Results& results) {
  const Provenance& machine = results.provenance;
  std::string text = fmt::format("{}, {} cores, {}; commit {}, {}, {}\n\n", machine.processor, machine.cores,
                                 machine.instructionSets, machine.commit, machine.compiler, machine.date);
  const auto kernels = ofKind(results, "kernel");
  const auto steps = ofKind(results, "step");
  const auto errors = ofKind(results, "error");
  const auto reduced = ofKind(results, "reduced");
  const auto peers = ofKind(results, "peer");
  if (!kernels.empty()) {
    text += kernelTable(kernels);
  }
  if (!steps.empty()) {
    text += stepTable(steps) + gainTable(steps) + stageTable(steps);
  }
  text += ratioText(kernels, steps);
  if (!errors.empty()) {
    text += errorTable(errors);
  }
  if (!reduced.empty()) {
    text += reducedTable(reduced) + stageTable(reduced);
  }
  if (!peers.empty()) {
    text += peerTable(peers);
  }
  if (const auto precision = ofKind(results, "precision"); !precision.empty()) {
    text += precisionTable(precision);
  }
  return text;
}

}  // namespace scree::bench
