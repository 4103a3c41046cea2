#pragma once

#include <string>
#include <variant>

#include "engine/session/commands.h"

namespace scree {

/// Commands that change the results of later steps. They are logged with the step before which they took effect: a
/// state and the commands since then give every later state, bit for bit. All other commands (play, pause, rates,
/// measuring) leave the world unchanged. A recording has the place of a command in this list: a new one goes to its
/// end.
using WorldCommand = std::variant<SetParameter, SetChoice, SetPreset, SetReductionPreset, AddSensor, ChangeSensor,
                                  RemoveSensor, SplitAll, SetDriveSpeed, SetMotor, StartPull, MovePull, EndPull,
                                  SetPairLaw, SetYoungsModulus, SetMadeMesh, SetGranulationLaw, SetFeed>;

template <typename T>
constexpr bool kChangesWorld = requires(T command) {
  WorldCommand(std::in_place_type<T>, command);
};

/// Applies a command to the world. Returns an empty string, or the reason of a refusal, which leaves the world
/// unchanged. `told` gets a text for users about an effect beside the one wanted, where there is one.
std::string applyCommand(World& world, const WorldCommand& command, std::string* told = nullptr);

/// True if the command would leave the world as it is, as a click on an active choice.
bool hasNoEffect(const World& world, const WorldCommand& command);

/// False for a command that only changes the way steps are computed: the number of threads.
bool changesResults(const WorldCommand& command);

/// True if `later` undoes all effects of `earlier` when no step came between them, as the next place of a dragged
/// slider.
bool overrides(const WorldCommand& later, const WorldCommand& earlier);

/// Short text of a command for users, such as "Sweeps 300"; `world` is the world that the command changed. Empty for a
/// command that only continues one already reported, as MovePull.
std::string describe(const WorldCommand& command, const World& world);

}  // namespace scree
