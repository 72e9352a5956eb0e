#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "sightglass/status.h"
#include "writer/fork_registry.h"

namespace sightglass::writer {

// Scopes with their times, as Chrome's trace viewer takes them.
//
// Threads: any.
class TraceLog final : private ForkMember {
 public:
  // `log_dir`: the folder of the run.
  explicit TraceLog(std::string log_dir);
  ~TraceLog() override;
  TraceLog(const TraceLog&) = delete;
  TraceLog& operator=(const TraceLog&) = delete;

  // Nanoseconds of a clock that only goes forward.
  static std::int64_t Now();
  // Beyond kMaxScopes in one trace, and if memory is short, further ones are counted and left out;
  // the trace says how many.
  void Add(std::string_view name, std::int64_t begin_nanos, std::int64_t end_nanos);
  // Writes what came since the last call to
  // <log_dir>/plugins/profile/<date and time>/<host>.trace.json.gz, under another name until it is
  // whole. Nothing came: writes nothing. If it fails, all is kept for the next call. Names that are
  // not UTF-8 get U+FFFD in place of what is wrong.
  Status Write();

  static constexpr std::size_t kMaxScopes = 1'000'000;

 private:
  struct Scope {
    std::uint32_t name;    // index into names
    std::uint32_t thread;  // as the system numbers it
    std::int64_t begin_nanos;
    std::int64_t end_nanos;
  };
  struct Batch {
    std::map<std::string, std::uint32_t, std::less<>> name_numbers;
    std::vector<const std::string*> names;  // keys of name_numbers
    std::map<std::uint32_t, std::string> threads;
    std::vector<Scope> scopes;
    std::size_t left_out = 0;
  };
  static void AddTo(Batch& batch, std::string_view name, Scope scope);
  static std::string Format(const Batch& batch);
  Status WriteFile(std::string_view bytes) const;

  // A child begins with an empty trace: what was timed is the parent's.
  void BeforeFork() override;
  void InParent() override;
  void InChild() override;
  void AtExit() override {}

  const std::string log_dir_;
  std::mutex mutex_;
  Batch batch_;
};

}  // namespace sightglass::writer
