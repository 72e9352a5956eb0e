#include "kind/series_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <unordered_map>

#include "base/text.h"
#include "kind/name_id.h"

namespace sightglass::kind {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// Runs by name and id.
class RunFinder {
 public:
  explicit RunFinder(const store::Snapshot& snapshot) : runs_(snapshot.runs) {}

  // The number of the run; nullopt if there is none.
  std::optional<std::size_t> Find(const NameRef& ref) {
    if (!ref.id) {
      const auto name = [](const auto& run) { return std::string_view(run->name); };
      const auto found = std::ranges::lower_bound(runs_, std::string_view(ref.name), {}, name);
      if (found == runs_.end() || (*found)->name != ref.name) return std::nullopt;
      return static_cast<std::size_t>(found - runs_.begin());
    }
    if (by_id_.empty()) {
      for (std::size_t i = 0; i < runs_.size(); ++i) {
        by_id_.emplace(NameIdNumber(runs_[i]->name), i);
      }
    }
    const auto found = by_id_.find(*ref.id);
    return found == by_id_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  const std::vector<std::shared_ptr<const store::Run>>& runs_;
  std::unordered_map<std::uint64_t, std::size_t> by_id_;  // filled when one is asked for
};

// Tags by name, id and pattern. Runs mostly share their tags: each is looked at once.
class TagFinder {
 public:
  TagFinder(const NameChoice& choice, const SeriesFilter& filter)
      : choice_(choice), filter_(filter) {
    for (const NameRef& ref : choice.listed) {
      if (ref.id) {
        ids_.emplace(*ref.id, false);
      } else {
        names_.emplace(ref.name, false);
      }
    }
    by_name_only_ = !choice.all() && !choice.matching && ids_.empty();
  }

  // Appends what is chosen of `run`.
  void Select(const store::Run& run, std::vector<SelectedSeries>& selected) {
    if (by_name_only_) {
      for (auto& [name, found] : names_) {
        const store::Series* series = run.Find(name);
        if (series == nullptr || !filter_(*series)) continue;
        found = true;
        selected.push_back({.run = &run, .series = series});
      }
      return;
    }
    for (const auto& series : run.series) {
      if (!filter_(*series)) continue;
      if (choice_.all() || IsChosen(*series)) {
        selected.push_back({.run = &run, .series = series.get()});
      }
    }
  }

  // Whether any run had this tag.
  [[nodiscard]] bool Found(const NameRef& ref) const {
    return ref.id ? ids_.at(*ref.id) : names_.at(ref.name);
  }

 private:
  bool IsChosen(const store::Series& series) {
    const auto [known, is_new] = chosen_.try_emplace(series.tag, false);
    if (!is_new) return known->second;
    bool chosen = choice_.matching && choice_.matching->Matches(series.tag_name);
    if (const auto name = names_.find(series.tag_name); name != names_.end()) {
      chosen = name->second = true;
    }
    if (!ids_.empty()) {
      if (const auto id = ids_.find(NameIdNumber(series.tag_name)); id != ids_.end()) {
        chosen = id->second = true;
      }
    }
    known->second = chosen;
    return chosen;
  }

  const NameChoice& choice_;
  const SeriesFilter& filter_;
  bool by_name_only_ = false;
  std::unordered_map<std::string_view, bool> names_;  // and whether it was found
  std::unordered_map<std::uint64_t, bool> ids_;
  std::unordered_map<base::TagId, bool> chosen_;
};

// Single series, by name or id of run and tag.
class SeriesFinder {
 public:
  SeriesFinder(const store::Snapshot& snapshot, const SeriesFilter& filter)
      : snapshot_(snapshot), filter_(filter), runs_(snapshot) {}

  std::optional<SelectedSeries> Find(const NameRef& run_ref, const NameRef& tag_ref) {
    const auto number = runs_.Find(run_ref);
    if (!number) return std::nullopt;
    const store::Run& run = *snapshot_.runs[*number];
    const store::Series* series = tag_ref.id ? FindById(run, *tag_ref.id) : run.Find(tag_ref.name);
    if (series == nullptr || !filter_(*series)) return std::nullopt;
    return SelectedSeries{.run = &run, .series = series};
  }

 private:
  const store::Series* FindById(const store::Run& run, std::uint64_t id) {
    const auto [tags, is_new] = tags_.try_emplace(&run);
    if (is_new) {
      for (const auto& series : run.series) {
        tags->second.emplace(NameIdNumber(series->tag_name), series.get());
      }
    }
    const auto found = tags->second.find(id);
    return found == tags->second.end() ? nullptr : found->second;
  }

  const store::Snapshot& snapshot_;
  const SeriesFilter& filter_;
  RunFinder runs_;
  // Of the runs in which a tag was sought by id.
  std::unordered_map<const store::Run*, std::unordered_map<std::uint64_t, const store::Series*>>
      tags_;
};

// A run or tag of one series: "run" as any reference, or "run_id" as answers give it.
Result<NameRef> ParseRefMember(const JsonValue& item, std::string_view name,
                               std::string_view id_name) {
  ASSIGN_OR_RETURN(const auto named, item.Member(name));
  if (named) return ParseNameRef(*named);
  ASSIGN_OR_RETURN(const auto by_id, item.Member(id_name));
  if (!by_id) return item.Bad(fmt::format("\"{}\" or \"{}\" is needed", name, id_name));
  ASSIGN_OR_RETURN(const std::string_view text, by_id->AsString());
  ASSIGN_OR_RETURN(const std::uint64_t id, ParseId(text, by_id->place()));
  return NameRef{.id = id};
}

void WriteRef(const NameRef& ref, std::string_view name, base::JsonWriter& json) {
  if (ref.id) {
    json.Key(fmt::format("{}_id", name));
    json.String(fmt::format("{:016x}", *ref.id));
  } else {
    json.Key(name);
    json.String(ref.name);
  }
}

}  // namespace

Result<std::uint64_t> ParseId(std::string_view text, std::string_view place) {
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id, 16);
  if (text.size() != 16 || error != std::errc() || end != text.data() + text.size()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: '{}' is not an id, which has 16 hexadecimal digits", place,
                             base::EscapeForDisplay(text, 60))};
  }
  return id;
}

Result<NameRef> ParseNameRef(const JsonValue& value) {
  if (value.IsString()) {
    ASSIGN_OR_RETURN(const std::string_view name, value.AsString());
    return NameRef{.name = std::string(name)};
  }
  if (!value.IsObject()) return value.Bad("a name or {\"id\":...} is expected");
  RETURN_IF_ERROR(value.AllowOnly({"id"}));
  ASSIGN_OR_RETURN(const auto member, value.Member("id"));
  if (!member) return value.Bad("a name or {\"id\":...} is expected");
  ASSIGN_OR_RETURN(const std::string_view text, member->AsString());
  ASSIGN_OR_RETURN(const std::uint64_t id, ParseId(text, member->place()));
  return NameRef{.id = id};
}

Result<std::vector<NameRef>> ParseNameRefs(const JsonValue& value) {
  ASSIGN_OR_RETURN(const auto items, value.AsArray(kMaxNames));
  std::vector<NameRef> refs;
  refs.reserve(items.size());
  for (const JsonValue& item : items) {
    ASSIGN_OR_RETURN(NameRef ref, ParseNameRef(item));
    refs.push_back(std::move(ref));
  }
  return refs;
}

Result<NameChoice> ParseNameChoice(const JsonValue& object, std::string_view list,
                                   std::string_view pattern) {
  NameChoice choice;
  ASSIGN_OR_RETURN(const auto listed, object.Member(list));
  if (listed) {
    ASSIGN_OR_RETURN(choice.listed, ParseNameRefs(*listed));
    // An empty list would else mean all.
    if (choice.listed.empty()) return listed->Bad("an empty list; leave it out to choose all");
  }
  ASSIGN_OR_RETURN(const auto matching, object.Member(pattern));
  if (matching) {
    ASSIGN_OR_RETURN(const std::string_view text, matching->AsString());
    ASSIGN_OR_RETURN(choice.matching, NamePattern::Make(text, matching->place()));
  }
  return choice;
}

Result<NameChoice> NameChoiceFromParameters(const Parameters& parameters, const std::string& name) {
  NameChoice choice;
  for (const std::string_view each : parameters.All(name)) {
    choice.listed.push_back({.name = std::string(each)});
  }
  for (const std::string_view each : parameters.All(name + "_id")) {
    ASSIGN_OR_RETURN(const std::uint64_t id, ParseId(each, name + "_id"));
    choice.listed.push_back({.id = id});
  }
  if (const auto pattern = parameters.First(name + "_matching")) {
    ASSIGN_OR_RETURN(choice.matching, NamePattern::Make(*pattern, name + "_matching"));
  }
  return choice;
}

bool NameChoice::Has(std::string_view name) const {
  if (all() || (matching && matching->Matches(name))) return true;
  return std::ranges::any_of(listed, [&](const NameRef& ref) {
    return ref.id ? *ref.id == NameIdNumber(name) : ref.name == name;
  });
}

std::vector<const store::Run*> ChooseRuns(const store::Snapshot& snapshot, const NameChoice& choice,
                                          std::vector<NameRef>* missing) {
  std::vector<bool> chosen(snapshot.runs.size(), choice.all());
  RunFinder finder(snapshot);
  for (const NameRef& ref : choice.listed) {
    if (const auto number = finder.Find(ref)) {
      chosen[*number] = true;
    } else if (missing != nullptr) {
      missing->push_back(ref);
    }
  }
  std::vector<const store::Run*> runs;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const store::Run& run = *snapshot.runs[i];
    if (chosen[i] || (choice.matching && choice.matching->Matches(run.name))) runs.push_back(&run);
  }
  return runs;
}

Result<SeriesChoice> ParseSeriesChoice(const JsonValue& object) {
  RETURN_IF_ERROR(object.AllowOnly({"runs", "runs_matching", "tags", "tags_matching", "series"}));
  return ParseSeriesChoiceMembers(object);
}

Result<SeriesChoice> ParseSeriesChoiceMembers(const JsonValue& object) {
  SeriesChoice choice;
  ASSIGN_OR_RETURN(choice.runs, ParseNameChoice(object, "runs", "runs_matching"));
  ASSIGN_OR_RETURN(choice.tags, ParseNameChoice(object, "tags", "tags_matching"));
  ASSIGN_OR_RETURN(const auto listed, object.Member("series"));
  if (!listed) return choice;
  ASSIGN_OR_RETURN(const auto items, listed->AsArray(kMaxNames));
  if (items.empty()) return listed->Bad("an empty list; leave it out to choose all");
  for (const JsonValue& item : items) {
    RETURN_IF_ERROR(item.AllowOnly({"run", "run_id", "tag", "tag_id"}));
    ASSIGN_OR_RETURN(NameRef run_ref, ParseRefMember(item, "run", "run_id"));
    ASSIGN_OR_RETURN(NameRef tag_ref, ParseRefMember(item, "tag", "tag_id"));
    choice.listed.emplace_back(std::move(run_ref), std::move(tag_ref));
  }
  return choice;
}

bool IsScalarSeries(const store::Series& series) { return series.scalars() != nullptr; }

SeriesFilter IsRefSeriesOf(std::string_view plugin) {
  return [plugin = std::string(plugin)](const store::Series& series) {
    return series.refs() != nullptr && series.info->plugin == plugin;
  };
}

SeriesSelection SelectSeries(const store::Snapshot& snapshot, const SeriesChoice& choice,
                             const SeriesFilter& filter) {
  SeriesSelection selection;
  if (choice.listed.empty() || !choice.runs.all() || !choice.tags.all()) {
    std::vector<NameRef> missing_runs;
    TagFinder tags(choice.tags, filter);
    for (const store::Run* run : ChooseRuns(snapshot, choice.runs, &missing_runs)) {
      tags.Select(*run, selection.series);
    }
    for (NameRef& run : missing_runs) selection.missing.push_back({.run = std::move(run)});
    for (const NameRef& tag : choice.tags.listed) {
      if (!tags.Found(tag)) selection.missing.push_back({.tag = tag});
    }
  }
  SeriesFinder finder(snapshot, filter);
  for (const auto& [run, tag] : choice.listed) {
    if (const auto found = finder.Find(run, tag)) {
      selection.series.push_back(*found);
    } else {
      selection.missing.push_back({.run = run, .tag = tag});
    }
  }
  const auto key = [](const SelectedSeries& each) {
    return std::pair<std::string_view, std::string_view>(each.run->name, each.series->tag_name);
  };
  std::ranges::sort(selection.series, {}, key);
  const auto same = [](const SelectedSeries& a, const SelectedSeries& b) {
    return a.series == b.series;
  };
  selection.series.erase(std::unique(selection.series.begin(), selection.series.end(), same),
                         selection.series.end());
  return selection;
}

void WriteMissing(const std::vector<MissingSeries>& missing, base::JsonWriter& json) {
  json.BeginArray();
  for (const MissingSeries& each : missing) {
    json.BeginObject();
    if (each.run) WriteRef(*each.run, "run", json);
    if (each.tag) WriteRef(*each.tag, "tag", json);
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace sightglass::kind
