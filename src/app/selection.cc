#include "app/selection.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "kind/name_pattern.h"

namespace sightglass::app {
namespace {

using Pattern = std::optional<kind::NamePattern>;  // none: everything matches

base::Result<Pattern> Compile(const std::string& pattern, std::string_view flag) {
  if (pattern.empty()) return Pattern();
  ASSIGN_OR_RETURN(kind::NamePattern compiled, kind::NamePattern::Make(pattern, flag));
  return Pattern(std::move(compiled));
}

bool Matches(const Pattern& pattern, std::string_view name) {
  return !pattern || pattern->Matches(name);
}

}  // namespace

struct Selection::Patterns {
  Pattern run;
  Pattern tag;
};

Selection::Selection(std::unique_ptr<Patterns> patterns) : patterns_(std::move(patterns)) {}
Selection::~Selection() = default;
Selection::Selection(Selection&&) noexcept = default;
Selection& Selection::operator=(Selection&&) noexcept = default;

base::Result<Selection> Selection::Make(const SelectionOptions& options) {
  auto patterns = std::make_unique<Patterns>();
  ASSIGN_OR_RETURN(patterns->run, Compile(options.run, "--run"));
  ASSIGN_OR_RETURN(patterns->tag, Compile(options.tag, "--tag"));
  return Selection(std::move(patterns));
}

bool Selection::HasRun(std::string_view run) const { return Matches(patterns_->run, run); }
bool Selection::HasTag(std::string_view tag) const { return Matches(patterns_->tag, tag); }

std::vector<SelectedRun> Selection::Select(const store::Snapshot& snapshot) const {
  std::vector<SelectedRun> selected;
  // Runs mostly share their tags: each is matched once.
  std::unordered_map<base::TagId, bool> chosen_tags;
  for (const auto& run : snapshot.runs) {
    if (!HasRun(run->name)) continue;
    SelectedRun entry{.run = run.get(), .series = {}};
    entry.series.reserve(run->series.size());
    for (const auto& series : run->series) {
      if (patterns_->tag) {
        const auto [known, is_new] = chosen_tags.try_emplace(series->tag, false);
        if (is_new) known->second = HasTag(series->tag_name);
        if (!known->second) continue;
      }
      entry.series.push_back(series.get());
    }
    if (patterns_->tag && entry.series.empty()) continue;
    selected.push_back(std::move(entry));
  }
  return selected;
}

}  // namespace sightglass::app
