#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "base/result.h"

namespace sightglass::app {

enum class FlagType : std::uint8_t {
  kSwitch,  // stands alone
  kBool,    // the word true or false, in any case
  kInt,
  kNumber,  // not NaN
  kText,
  kList,    // text, as often as wanted
  kChoice,  // one of the words in FlagInfo::value
};

enum class FlagGroup : std::uint8_t {
  kMain,
  kSecurity,
  kTensorboard,  // does something, seldom needed
  kNoEffect,     // accepted, so that command lines for TensorBoard go on working
};

// One row of a table of flags.
struct FlagInfo {
  std::string_view name;  // without the dashes
  FlagType type = FlagType::kText;
  std::string_view value;    // how help names the value; kChoice: the words, "a|b|c"
  std::string_view initial;  // what stands for a flag that is not given, as JSON; empty: a secret
                             // or a matter of this machine, which is not told to clients
  FlagGroup group = FlagGroup::kMain;
  std::string_view help;
};

// Flags and their values as they were given, checked by type.
class FlagValues {
 public:
  explicit FlagValues(std::span<const FlagInfo> table) : table_(table) {}

  // LOGDIRs and the like.
  std::vector<std::string> positionals;

  [[nodiscard]] bool Has(std::string_view name) const { return given_.contains(name); }
  // The last value given; "" if there is none.
  [[nodiscard]] std::string_view Text(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> List(std::string_view name) const;
  // REQUIRES: Has(name), and the flag is of that type.
  [[nodiscard]] bool Bool(std::string_view name) const;
  [[nodiscard]] std::int64_t Int(std::string_view name) const;
  [[nodiscard]] double Number(std::string_view name) const;

  // {"name":value,...} of all flags but those without an initial value; lists are joined by commas.
  void WriteMembers(base::JsonWriter& json) const;

 private:
  friend class FlagReader;
  std::span<const FlagInfo> table_;
  std::map<std::string_view, std::vector<std::string>> given_;  // by name in the table
};

// Reads a command line as Python's argparse does: `--flag value`, `--flag=value`, and any beginning
// of a flag that no other flag begins with. CLI11, which reads our other commands, lacks the last.
class FlagReader {
 public:
  // `table` must outlive the reader and all it gives. `command` stands in error messages.
  FlagReader(std::span<const FlagInfo> table, std::string_view command)
      : table_(table), command_(command) {}

  // kInvalidArgument with one line that says what is wrong, naming the nearest known flag.
  [[nodiscard]] base::Result<FlagValues> Read(const std::vector<std::string>& arguments) const;

 private:
  [[nodiscard]] base::Result<const FlagInfo*> Find(std::string_view name) const;
  [[nodiscard]] base::Error Bad(std::string message) const;

  std::span<const FlagInfo> table_;
  std::string_view command_;
};

// The rows of `group` as lines of help.
std::string FlagHelp(std::span<const FlagInfo> table, FlagGroup group);

}  // namespace sightglass::app
