#include "kinds/text/literal_finder.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/check.h"

namespace sightglass::kinds {
namespace {

// The compiler makes of this what the machine has: SSE2 on every x86-64, NEON on ARM.
using Lanes = unsigned char __attribute__((vector_size(16)));
constexpr std::size_t kLanes = sizeof(Lanes);

// How common a byte is in logged text, from rare to common. Bytes of Chinese come in few values,
// and those that begin a character in fewer still.
int Commonness(unsigned char byte) {
  constexpr std::string_view kCommon = "jqxzvkbywgpfmucdlhrsnioate ";
  if (const auto at = kCommon.find(static_cast<char>(byte)); at != std::string_view::npos) {
    return static_cast<int>(at) + 2;
  }
  if (byte >= 0xE0) return 20;
  return byte >= '0' && byte <= '9' ? 8 : 1;
}

Lanes Load(const char* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, kLanes);
  return lanes;
}

Lanes Spread(unsigned char byte) { return Lanes{} + byte; }

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

LiteralFinder::LiteralFinder(std::string_view text, bool fold_case)
    : text_(text), masks_(text.size(), '\0') {
  CHECK(!text.empty());
  constexpr char kCaseBit = 0x20;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (!fold_case || !IsLetter(text_[i])) continue;
    masks_[i] = kCaseBit;
    text_[i] = static_cast<char>(text_[i] | kCaseBit);
  }
  std::size_t rarest = 0;
  std::size_t second = text_.size() - 1;
  const auto rank = [&](std::size_t at) {
    return Commonness(static_cast<unsigned char>(text_[at]));
  };
  for (std::size_t i = 1; i < text_.size(); ++i) {
    if (rank(i) < rank(rarest)) rarest = i;
  }
  if (second == rarest) second = 0;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (i != rarest && rank(i) < rank(second)) second = i;
  }
  probes_ = {MakeProbe(rarest), MakeProbe(second)};
}

LiteralFinder::Probe LiteralFinder::MakeProbe(std::size_t at) const {
  return {.at = at,
          .mask = static_cast<unsigned char>(masks_[at]),
          .value = static_cast<unsigned char>(text_[at])};
}

bool LiteralFinder::Matches(const char* at) const {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (static_cast<char>(at[i] | masks_[i]) != text_[i]) return false;
  }
  return true;
}

std::size_t LiteralFinder::Find(std::string_view in, std::size_t from) const {
  if (in.size() < text_.size()) return std::string_view::npos;
  const std::size_t last = in.size() - text_.size();  // the last place where it may begin
  const Lanes mask0 = Spread(probes_[0].mask);
  const Lanes mask1 = Spread(probes_[1].mask);
  const Lanes value0 = Spread(probes_[0].value);
  const Lanes value1 = Spread(probes_[1].value);
  std::size_t at = from;
  // A probe may read the lanes of places past `last`, but never past the end of `in`: `last` plus a
  // probe's place is inside.
  for (; at + kLanes <= last + 1; at += kLanes) {
    const char* const place = in.data() + at;
    const auto found = ((Load(place + probes_[0].at) | mask0) == value0) &
                       ((Load(place + probes_[1].at) | mask1) == value1);
    std::array<std::uint64_t, 2> words{};
    static_assert(sizeof(found) == sizeof(words));
    std::memcpy(words.data(), &found, sizeof(words));
    if ((words[0] | words[1]) == 0) [[likely]]
      continue;
    for (std::size_t half = 0; half < words.size(); ++half) {
      for (std::uint64_t word = words[half]; word != 0;) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(word)) / 8;
        word &= ~(std::uint64_t{0xFF} << (lane * 8));
        const std::size_t candidate = at + half * 8 + lane;
        if (Matches(in.data() + candidate)) return candidate;
      }
    }
  }
  for (; at <= last; ++at) {
    if (Matches(in.data() + at)) return at;
  }
  return std::string_view::npos;
}

}  // namespace sightglass::kinds
