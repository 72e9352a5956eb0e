#include "app/passed_flags.h"

#include <fmt/format.h>

namespace sightglass::app {

std::vector<std::string> PassedArguments(const FlagValues& flags) {
  std::vector<std::string> arguments;
  for (const FlagInfo& flag : kPassedFlags) {
    if (!flags.Has(flag.name)) continue;
    if (flag.type == FlagType::kSwitch) {
      arguments.push_back(fmt::format("--{}", flag.name));
      continue;
    }
    for (const std::string& value : flags.List(flag.name)) {
      arguments.push_back(fmt::format("--{}={}", flag.name, value));
    }
  }
  return arguments;
}

std::string PassedFlagsHelp() {
  std::string text = "\nOf the server, as 'sightglass serve --help' says:\n ";
  for (const FlagInfo& flag : kPassedFlags) text += fmt::format(" --{}", flag.name);
  return text + "\n";
}

}  // namespace sightglass::app
