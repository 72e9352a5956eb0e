#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/flag_reader.h"

namespace sightglass::app {

// Flags of `serve` that other commands with a server take, too. They pass them on to ParseServe(),
// which reads and checks them.
inline constexpr auto kPassedFlags = std::to_array<FlagInfo>({
    {"port", FlagType::kText, "N", "", FlagGroup::kTensorboard, ""},
    {"host", FlagType::kText, "ADDR", "", FlagGroup::kTensorboard, ""},
    {"bind_all", FlagType::kSwitch, "", "", FlagGroup::kTensorboard, ""},
    {"socket", FlagType::kText, "PATH", "", FlagGroup::kTensorboard, ""},
    {"port_file", FlagType::kText, "FILE", "", FlagGroup::kTensorboard, ""},
    {"path_prefix", FlagType::kText, "/P", "", FlagGroup::kTensorboard, ""},
    {"window_title", FlagType::kText, "TEXT", "", FlagGroup::kTensorboard, ""},
    {"profile", FlagType::kText, "FILE", "", FlagGroup::kTensorboard, ""},
    {"reuse_port", FlagType::kBool, "BOOL", "", FlagGroup::kTensorboard, ""},
    {"verbose", FlagType::kSwitch, "", "", FlagGroup::kTensorboard, ""},
    {"token", FlagType::kText, "TOKEN", "", FlagGroup::kTensorboard, ""},
    {"tls_cert", FlagType::kText, "FILE", "", FlagGroup::kTensorboard, ""},
    {"tls_key", FlagType::kText, "FILE", "", FlagGroup::kTensorboard, ""},
    {"allowed_host", FlagType::kList, "NAME", "", FlagGroup::kTensorboard, ""},
    {"frame_ancestors", FlagType::kText, "SOURCES", "", FlagGroup::kTensorboard, ""},
});

// A command's own flags, and these behind them.
template <std::size_t kCount>
constexpr auto WithPassedFlags(const std::array<FlagInfo, kCount>& own) {
  std::array<FlagInfo, kCount + kPassedFlags.size()> all{};
  std::ranges::copy(kPassedFlags, std::ranges::copy(own, all.begin()).out);
  return all;
}

// Those that were given, as arguments.
std::vector<std::string> PassedArguments(const FlagValues& flags);

// Their names, for a help text.
std::string PassedFlagsHelp();

}  // namespace sightglass::app
