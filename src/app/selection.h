#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "app/command_line.h"
#include "base/result.h"
#include "store/snapshot.h"

namespace sightglass::app {

// A run and those of its series that were asked for. Refers into the snapshot.
struct SelectedRun {
  const store::Run* run = nullptr;
  std::vector<const store::Series*> series;  // sorted by tag
};

// Which runs and tags a command is about.
//
// Names are matched as bytes, so that those that are not UTF-8 can be chosen as well: '.' is one
// byte. Cost: linear in the name whatever the pattern.
class Selection {
 public:
  // kInvalidArgument for a pattern that RE2 does not take.
  static base::Result<Selection> Make(const SelectionOptions& options);
  ~Selection();
  Selection(Selection&&) noexcept;
  Selection& operator=(Selection&&) noexcept;

  [[nodiscard]] bool HasRun(std::string_view run) const;
  [[nodiscard]] bool HasTag(std::string_view tag) const;

  // By run name. A run without a chosen tag is left out if tags were chosen.
  // REQUIRES: `snapshot` outlives the result.
  [[nodiscard]] std::vector<SelectedRun> Select(const store::Snapshot& snapshot) const;

 private:
  struct Patterns;
  explicit Selection(std::unique_ptr<Patterns> patterns);
  std::unique_ptr<Patterns> patterns_;
};

}  // namespace sightglass::app
