#pragma once

#include <string>
#include <variant>

#include "engine/session/commands.h"

namespace scree {

/// The commands that change what later steps compute. They are logged with the step before which they took effect:
/// a state and the commands since then give every later state, bit for bit. Everything else that a user can do (play,
/// pause, rates, measuring) changes nothing of the world.
using WorldCommand = std::variant<SetParameter, SetChoice, SetPreset, SetReductionPreset, AddSensor, ChangeSensor,
                                  RemoveSensor, SplitAll, SetDriveSpeed, SetMotor, StartPull, MovePull, EndPull>;

template <typename T>
constexpr bool kChangesWorld = requires(T command) {
  WorldCommand(std::in_place_type<T>, command);
};

/// Does it to the world. Returns an empty string, or why it is refused, in which case nothing changed.
std::string applyCommand(World& world, const WorldCommand& command);

/// Whether the world is already as the command would make it: a click on what is on changes nothing.
bool isAlreadySo(const World& world, const WorldCommand& command);

/// False for what only changes how steps are computed: the number of threads.
bool changesResults(const WorldCommand& command);

/// Whether `later` leaves nothing of `earlier` when no step came between them, as the next place of a dragged slider.
bool overrides(const WorldCommand& later, const WorldCommand& earlier);

/// A few words for people; `world` is the one it was done to: "Sweeps 300". Empty for what only goes on with something
/// that was told already.
std::string describe(const WorldCommand& command, const World& world);

}  // namespace scree
