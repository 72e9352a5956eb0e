#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "sightglass/status.h"
#include "sightglass/summary_values.h"
#include "sightglass/writer_options.h"

namespace sightglass::writer {

class EventQueue;
class TraceLog;
class RunFile;
class SinkMaker;

// The member of tensorflow.Event that holds a body.
enum class EventField : std::uint32_t {
  kGraphDef = 4,
  kSummary = 5,
  kSessionLog = 7,
  kTaggedRunMetadata = 8,
};

// One folder with its event file: what a SummaryWriter is about. All runs of one writer share a
// queue and its thread.
//
// Threads: any.
class RunWriter : public std::enable_shared_from_this<RunWriter> {
 public:
  // A writer of its own with its thread. Never null; see status(). Tests bring their own `maker`
  // of files.
  static std::shared_ptr<RunWriter> Open(std::string log_dir, WriterOptions options,
                                         std::shared_ptr<SinkMaker> maker = nullptr);
  RunWriter(std::shared_ptr<EventQueue> queue, std::string log_dir);
  ~RunWriter();
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;

  // The run in the folder `name` below, which may hold slashes but must stay below. A name that
  // must be refused gives a run that refuses everything.
  std::shared_ptr<RunWriter> Below(std::string_view name);

  // The number of a scalar's tag, the same for the same tag. Bad tags get one, too; adding fails.
  std::uint32_t ScalarTag(std::string_view tag, const ScalarOptions& options);
  Status AddScalar(std::uint32_t tag, std::int64_t step, double value,
                   std::optional<double> wall_time);
  // By name, remembered by each thread.
  Status AddScalar(std::string_view tag, std::int64_t step, double value,
                   std::optional<double> wall_time);

  // Queues an event with `body` in `field`; for a summary, `body` is a serialized Summary.
  Status AddEvent(EventField field, std::string body, std::int64_t step,
                  std::optional<double> wall_time);

  // Is this tag, this step, this time fit to be written? Otherwise reports it as Refuse() does.
  Status CheckCall(std::string_view tag, std::int64_t step, std::optional<double> wall_time);
  // Counts a refused call, tells the error callback, and returns `why` again.
  Status Refuse(Status why);

  Status Flush();
  Status Close();
  [[nodiscard]] bool closed() const;
  [[nodiscard]] Status status() const;
  [[nodiscard]] WriterCounts counts() const;
  [[nodiscard]] const std::string& log_dir() const { return log_dir_; }
  // Made with the first scope; one for all runs of a writer.
  std::shared_ptr<TraceLog> trace_log();
  // See EventQueue::NoteNonFinite().
  bool NoteNonFinite(std::string_view tag, bool some_now);

 private:
  const std::shared_ptr<EventQueue> queue_;
  const std::string log_dir_;
  RunFile* const file_;  // owned by the queue
  // Shared by all runs of a writer.
  struct Trace {
    std::once_flag once;
    std::shared_ptr<TraceLog> log;
  };
  std::shared_ptr<Trace> trace_ = std::make_shared<Trace>();
  Status bad_name_;
};

}  // namespace sightglass::writer
