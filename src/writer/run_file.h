#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sightglass/status.h"
#include "writer/file_sink.h"

namespace sightglass::writer {

class ScalarTag;

struct RunFileOptions {
  std::string name_end = ".v2";
  std::optional<std::int64_t> purge_step = std::nullopt;
};

// The event file of one run: frames events, keeps them until they are written, and makes the file
// when there is something to write.
//
// Threads: one at a time; the queue's, once that runs.
//  1. The file holds the first bytes of what was added and was not dropped, so that at any moment
//  it
//     is a list of whole records with at most a piece of one at its end.
//  2. What a write left over is offered again from that byte on.
class RunFile {
 public:
  RunFile(std::string directory, RunFileOptions options, std::shared_ptr<SinkMaker> maker);
  ~RunFile();
  RunFile(const RunFile&) = delete;
  RunFile& operator=(const RunFile&) = delete;

  void AddScalar(ScalarTag& tag, std::int64_t step, double wall_time, double value);
  void AddEvent(std::uint32_t field, std::string_view body, std::int64_t step, double wall_time);

  [[nodiscard]] bool empty() const { return waiting_->empty(); }
  // More waits than should lie in memory: call Write().
  [[nodiscard]] bool wants_writing() const { return waiting_->size() - sent_ >= kWriteBytes; }
  // Makes the file if there is none, and writes what waits. The last error that lasts, or success.
  Status Write();
  // As Write(), also if nothing waits; so that a run has its file from the start.
  Status Open();

  [[nodiscard]] const std::string& directory() const { return directory_; }
  // True for a short time only: a file that was deleted was given up for a new one.
  [[nodiscard]] bool TakeReplaced();
  // Since the last call.
  std::uint64_t TakeDropped();
  std::uint64_t TakeWrittenBytes();
  // Records that wait, for the count of what is lost when nobody will write them any more.
  [[nodiscard]] std::uint64_t WaitingRecords() const;

  // Whether it is on the list of files to write: true if it was not before.
  bool EnterList() { return !std::exchange(listed_, true); }
  void LeaveList() { listed_ = false; }

  void Close() { sink_ = nullptr; }
  // After fork(), in the child: forgets what waits and the file, which are the parent's. Another
  // file is made when there is something to write.
  void StartAnew();

 private:
  friend class ScalarTag;
  static constexpr std::size_t kWriteBytes = std::size_t{256} << 10;
  // When the disk takes nothing: more than this is dropped.
  static constexpr std::size_t kMaxWaitingBytes = std::size_t{4} << 20;

  bool MakeRoom();
  void AddHead();

  const std::string directory_;
  RunFileOptions options_;
  const std::shared_ptr<SinkMaker> maker_;
  std::unique_ptr<FileSink> sink_;
  // By pointer, so that a forked child can leave it as it is.
  std::unique_ptr<std::string> waiting_ = std::make_unique<std::string>();
  std::size_t sent_ = 0;  // bytes of waiting_ that are in the file
  bool failing_ = false;
  bool listed_ = false;
  bool replaced_ = false;
  std::uint64_t generation_ = 1;  // grows with each file
  std::uint64_t dropped_ = 0;
  std::uint64_t written_bytes_ = 0;
};

}  // namespace sightglass::writer
