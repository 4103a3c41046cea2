#pragma once

#include <map>
#include <string>

namespace scree {

/// Words that options have in ndem and scree, each with its one meaning. A new word comes with a meaning that no other
/// word has.
inline const std::map<std::string, std::string> kVocabulary = {
    {"--help", "help"},
    {"--version", "version"},
    {"--json", "the same as JSON"},
    {"--out", "file or folder of the main result"},
    {"--threads", "threads of one run"},
    {"--jobs", "runs side by side"},
    {"--quick", "a small version"},
    {"--full", "all that a study can measure"},
    {"--only", "some of the parts of a study"},
    {"--data", "a folder of published data"},
    {"--ways", "some of the ways to solve of a study"},
    {"--seeds", "number of seeds"},
    {"--from-seed", "first seed"},
    {"--set", "changes a value of the scene"},
    // Times.
    {"--until", "simulated time of the end of a run"},
    {"--every", "simulated time between frames, rows and instants"},
    {"--from", "simulated time at which the film, comparison or measurement begins"},
    {"--to", "simulated time at which the comparison or mean ends"},
    {"--time", "simulated time of a measurement"},
    {"--seconds", "length of a film"},
    {"--after", "real time before a picture of the window"},
    // Files of a run beside its main result, which is the summary.
    {"--report", "report as JSON"},
    {"--csv", "folder of the tables over time"},
    {"--events", "table of merges and splits"},
    {"--vtk", "folder of frames for ParaView"},
    {"--checkpoint", "complete state at the end"},
    {"--hdf5", "state at the end as HDF5"},
    {"--resume", "state to go on from"},
    {"--record", "recording of the run"},
    {"--mark-every", "steps between the marks of a recording"},
    // Questions to a run.
    {"--would-move", "asks which members would move"},
    {"--solver-error", "measures the error of the solver"},
    {"--guard", "reaction of the guard"},
    // Films and pictures.
    {"--size", "size of the film or the window"},
    {"--fps", "frames per second"},
    {"--speed", "simulated seconds per second"},
    {"--colour", "quantity that colours the grains"},
    {"--show", "content of the film"},
    {"--clock", "clock of the film"},
    {"--caption", "text before the time"},
    {"--title", "title of the film"},
    {"--marks", "marks over the scene in the film"},
    {"--twin", "twin beside the run in the film"},
    {"--limit", "largest size of a GIF"},
    {"--camera", "camera path"},
    {"--quality", "quality of the film"},
    {"--film", "film from the window"},
    {"--render", "film without a window"},
    {"--screenshot", "picture of the window"},
    {"--paused", "opens without starting"},
    {"--safe", "safe mode"},
    {"--gl-probe", "tells whether OpenGL works"},
    // Comparisons and studies.
    {"--with", "runs of another kind"},
    {"--columns", "columns to compare"},
    {"--filter", "cut-off frequency"},
    {"--pile", "particles of the pile"},
    {"--presets", "presets of the reduction"},
    {"--solvers", "solvers of reduced runs"},
    {"--against", "solvers of runs in full"},
    {"--scenes", "number of scenes"},
    {"--first", "place of the first scene"},
    {"--write", "folder for the scenes, which are not run"},
    {"--control", "runs in full in place of merged ones"},
    {"--no-would-move", "leaves out the members that would move"},
    {"--page", "writes the report anew from its table"},
    {"--benchmark", "table of the benchmark to take over"},
    {"--man", "prints the man page"},
    {"--completion", "prints a completion script"},
    {"--case", "another way to solve"},
    {"--starts", "number of measurements"},
    // Fields.
    {"--weight", "width of the weight of fields in diameters"},
    // Plans.
    {"--grains", "number of grains of a plan"},
    {"--height", "height of a planned bed in diameters"},
    {"--width", "width of a planned bed in diameters"},
    {"--diameter", "mean diameter of the grains of a plan"},
    {"--density", "density of the grains of a plan"},
    {"--youngs-modulus", "Young's modulus of a plan"},
    {"--stiffness", "stiffness of the linear law of a plan"},
    {"--inertial-number", "inertial number of a plan"},
    {"--approach", "speed of neighbours against each other in a plan"},
    {"--contacts", "contacts a grain of a plan"},
    {"--tolerance", "overlap error of a plan in diameters"},
    {"--level", "reduction level of a plan"},
    {"--calibrate", "measures what a step costs on this machine"},
};

}  // namespace scree
