#include "kinds/insights/series_pairs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>

namespace sightglass::kinds::insights {
namespace {

constexpr std::array<std::string_view, 8> kHeldOutWords = {
    "validation", "valid", "val", "evaluation", "eval", "testing", "test", "dev"};

bool IsWordByte(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool EqualsIgnoringCase(std::string_view text, std::string_view word) {
  return std::ranges::equal(
      text, word, [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

struct Word {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::optional<Word> LastHeldOutWord(std::string_view name) {
  for (std::size_t end = name.size(); end > 0;) {
    if (!IsWordByte(name[end - 1])) {
      --end;
      continue;
    }
    std::size_t begin = end;
    while (begin > 0 && IsWordByte(name[begin - 1])) --begin;
    const std::string_view word = name.substr(begin, end - begin);
    if (std::ranges::any_of(
            kHeldOutWords, [&](std::string_view each) { return EqualsIgnoringCase(word, each); })) {
      return Word{.begin = begin, .end = end};
    }
    end = begin;
  }
  return std::nullopt;
}

const store::Series* FindScalars(const store::Run* run, std::string_view tag) {
  const store::Series* const series = run == nullptr ? nullptr : run->Find(tag);
  return series == nullptr || series->scalars() == nullptr ? nullptr : series;
}

}  // namespace

std::vector<std::string> TrainingNames(std::string_view name) {
  const auto word = LastHeldOutWord(name);
  if (!word) return {};
  const std::string before(name.substr(0, word->begin));
  const std::string after(name.substr(word->end));
  std::vector<std::string> names = {before + "train" + after, before + "training" + after};
  if (!before.empty()) {
    names.push_back(before.substr(0, before.size() - 1) + after);
  } else {
    names.push_back(after.empty() ? std::string() : after.substr(1));
  }
  return names;
}

SeriesRef FindTrainingPartner(const store::Snapshot& snapshot, const SeriesRef& held_out) {
  for (const std::string& name : TrainingNames(held_out.run->name)) {
    const store::Run* const run = snapshot.Find(name.empty() ? "." : name);
    const store::Series* const series = FindScalars(run, held_out.series->tag_name);
    if (series != nullptr) return {.run = run, .series = series};
  }
  for (const std::string& name : TrainingNames(held_out.series->tag_name)) {
    const store::Series* const series = FindScalars(held_out.run, name);
    if (series != nullptr) return {.run = held_out.run, .series = series};
  }
  return {};
}

}  // namespace sightglass::kinds::insights
