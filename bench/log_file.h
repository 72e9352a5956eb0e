#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sightglass::bench {

// What a generator made: what a reader must find again.
struct Totals {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t runs = 0;
  std::uint64_t series = 0;  // (run, tag) pairs
  std::uint64_t points = 0;  // summary values
};

// Numbers that depend on the seed alone (splitmix64). Not for secrets.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31);
  }

  // Less than `limit`; the bias is below limit / 2^32. REQUIRES: 0 < limit < 2^32.
  std::uint64_t Below(std::uint64_t limit) { return ((Next() >> 32) * limit) >> 32; }

  // Uniform in [-1, 1).
  double Signed() { return static_cast<double>(static_cast<std::int64_t>(Next())) * 0x1p-63; }

  // Roughly normal, deviation 1, never beyond 6: the sum of a few uniform numbers.
  double Normal();

 private:
  std::uint64_t state_;
};

// An event file being written through one big buffer: append records to buffer(), call
// FlushIfFull() between records.
//
// Threads: none of its own; one file from one thread.
class LogFile {
 public:
  // Creates the directories above `path`; an existing file is emptied.
  static base::Result<LogFile> Create(const std::string& path);

  LogFile(LogFile&& other) noexcept;
  LogFile& operator=(LogFile&& other) = delete;
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  ~LogFile();

  std::string& buffer() { return buffer_; }

  // Writes what is in the buffer, with one write() unless the system takes less.
  base::Status Flush();
  // Keeps the buffer below a few megabytes plus one record.
  base::Status FlushIfFull();

  // Writes the rest and adds this file and its bytes to `totals`. REQUIRES: not closed before.
  base::Status Close(Totals& totals);

 private:
  LogFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}

  int descriptor_;
  std::string path_;
  std::string buffer_;
  std::uint64_t written_bytes_ = 0;
};

// The name TensorFlow 2 gives the `number`th event file of a process.
std::string EventFileName(std::int64_t start_seconds, std::uint64_t number);

// The first record of every TensorFlow 2 file, framed.
void AppendFileVersion(std::string& out, std::int64_t start_seconds);

// A serialized SummaryMetadata as TensorFlow 2 puts it on every value: the plugin's name, and its
// content if there is some.
std::string PluginMetadata(std::string_view plugin, std::string_view content = {});

// The error, if `directory` exists and has something in it: a generator must not mix its files with
// others.
base::Status RequireEmptyDirectory(const std::string& directory);

}  // namespace sightglass::bench
