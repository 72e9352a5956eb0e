#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace sightglass::base {

// Equal strings become the same small number, for good. The text of a number never moves.
//
// Threads: any thread may call anything. Text() takes no lock.
class StringPool {
 public:
  StringPool();
  ~StringPool();
  StringPool(const StringPool&) = delete;
  StringPool& operator=(const StringPool&) = delete;

  std::uint32_t Intern(std::string_view text);
  // REQUIRES: `id` came from Intern() of this pool.
  [[nodiscard]] std::string_view Text(std::uint32_t id) const;
  [[nodiscard]] std::uint32_t size() const;
  // Bytes of text and tables.
  [[nodiscard]] std::uint64_t memory_bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::base
