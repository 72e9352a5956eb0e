#include "bench/append_watch.h"

#include <fmt/format.h>
#include <poll.h>

#include <boost/json.hpp>
#include <chrono>
#include <thread>
#include <vector>

#include "bench/answer_reader.h"
#include "bench/event_stream.h"
#include "bench/log_file.h"
#include "bench/scalar_template.h"

namespace sightglass::bench {
namespace {

namespace json = boost::json;
using std::chrono::steady_clock;

constexpr std::size_t kReceiveBytes = std::size_t{64} << 10;

double Seconds(steady_clock::duration time) { return std::chrono::duration<double>(time).count(); }

// One listener that waits for what it is told to wait for.
class Stream {
 public:
  static base::Result<Stream> Open(const AppendOptions& options) {
    ASSIGN_OR_RETURN(LoadSocket socket, LoadSocket::Connect(options.address));
    std::string_view unsent = options.request.bytes;
    while (!unsent.empty()) {
      if (!Wait(socket, POLLOUT, options.timeout_seconds)) return Late("the live request");
      ASSIGN_OR_RETURN(const std::size_t sent, socket.Send(unsent));
      unsent.remove_prefix(sent);
    }
    Stream stream(std::move(socket));
    const SteadyTime deadline = After(options.timeout_seconds);
    while (!stream.reader_.head_read()) {
      if (steady_clock::now() >= deadline) return Late("the live stream");
      RETURN_IF_ERROR(stream.Receive(deadline));
    }
    if (stream.reader_.status() != 200) {
      return base::Error{base::ErrorCode::kUnavailable,
                         fmt::format("the live stream has status {}", stream.reader_.status())};
    }
    return stream;
  }

  // Until an event says that the series has `points` points.
  base::Status WaitForPoints(const AppendOptions& options, std::uint64_t points) {
    const SteadyTime deadline = After(options.timeout_seconds);
    while (true) {
      for (const StreamEvent& event : events_) {
        if (PointsInEvent(event.data, options.run, options.tag).value_or(0) >= points) {
          events_.clear();
          return base::OkStatus();
        }
      }
      events_.clear();
      if (steady_clock::now() >= deadline)
        return Late(fmt::format("the event of point {}", points));
      RETURN_IF_ERROR(Receive(deadline));
    }
  }

  // When the last bytes came.
  [[nodiscard]] SteadyTime received() const { return received_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  explicit Stream(LoadSocket socket) : socket_(std::move(socket)), buffer_(kReceiveBytes, '\0') {}

  static base::Error Late(std::string_view what) {
    return base::Error{base::ErrorCode::kDeadlineExceeded, fmt::format("{} did not come", what)};
  }
  static SteadyTime After(double seconds) {
    return steady_clock::now() + std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
  }
  static bool Wait(const LoadSocket& socket, short what, double seconds) {
    pollfd waited{.fd = socket.descriptor(), .events = what, .revents = 0};
    return ::poll(&waited, 1, static_cast<int>(seconds * 1e3) + 1) > 0;
  }

  base::Status Receive(SteadyTime deadline) {
    if (!Wait(socket_, POLLIN, std::max(0.0, Seconds(deadline - steady_clock::now())))) {
      return base::OkStatus();
    }
    ASSIGN_OR_RETURN(const LoadSocket::Received received, socket_.Receive(buffer_));
    received_ = steady_clock::now();
    if (received.closed) {
      return base::Error{base::ErrorCode::kUnavailable, "the server ended the live stream"};
    }
    bytes_ += received.bytes.size();
    std::string body;
    RETURN_IF_ERROR(reader_.Feed(received.bytes, &body));
    stream_.Feed(body, std::string::npos, events_);
    return base::OkStatus();
  }

  LoadSocket socket_;
  std::string buffer_;
  AnswerReader reader_;
  EventStream stream_;
  std::vector<StreamEvent> events_;
  SteadyTime received_;
  std::uint64_t bytes_ = 0;
};

// nullptr if `object` is none or has no such member.
const json::value* Member(const json::value& object, std::string_view name) {
  const json::object* members = object.if_object();
  return members == nullptr ? nullptr
                            : members->if_contains(json::string_view(name.data(), name.size()));
}

bool HasText(const json::value& object, std::string_view name, std::string_view text) {
  const json::value* member = Member(object, name);
  return member != nullptr && member->is_string() &&
         std::string_view(member->get_string().data(), member->get_string().size()) == text;
}

// The element of the array `object[list]` whose member `name` is `text`.
const json::value* Find(const json::value& object, std::string_view list, std::string_view name,
                        std::string_view text) {
  const json::value* array = Member(object, list);
  if (array == nullptr || !array->is_array()) return nullptr;
  for (const json::value& element : array->get_array()) {
    if (HasText(element, name, text)) return &element;
  }
  return nullptr;
}

}  // namespace

std::optional<std::uint64_t> PointsInEvent(std::string_view data, std::string_view run,
                                           std::string_view tag) {
  boost::system::error_code error;
  const json::value event = json::parse(json::string_view(data.data(), data.size()), error);
  if (error) return std::nullopt;
  const json::value* found = Find(event, "runs", "name", run);
  if (found != nullptr) found = Find(*found, "series", "tag", tag);
  if (found != nullptr) found = Member(*found, "points");
  if (found == nullptr) return std::nullopt;
  const std::int64_t points = found->is_int64() ? found->get_int64() : -1;
  return points < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(points));
}

base::Result<AppendResult> RunAppend(const AppendOptions& options) {
  constexpr std::int64_t kStartSeconds = 1'700'000'000;
  const std::string folder = fmt::format("{}/{}", options.log_directory, options.run);
  RETURN_IF_ERROR(RequireEmptyDirectory(folder));
  ASSIGN_OR_RETURN(Stream stream, Stream::Open(options));
  AppendResult result;
  Random random(options.seed);
  const SteadyTime created = steady_clock::now();
  ASSIGN_OR_RETURN(LogFile file,
                   LogFile::Create(fmt::format("{}/{}", folder, EventFileName(kStartSeconds, 0))));
  AppendFileVersion(file.buffer(), kStartSeconds);
  for (std::uint64_t i = 0; i <= options.count; ++i) {
    const auto step = static_cast<base::Step>(i);
    ScalarTemplate(options.tag, step)
        .Append(file.buffer(), static_cast<double>(kStartSeconds) + static_cast<double>(i) * 0.05,
                step, static_cast<float>(random.Signed()));
    const SteadyTime written = steady_clock::now();
    RETURN_IF_ERROR(file.Flush());
    RETURN_IF_ERROR(stream.WaitForPoints(options, i + 1));
    if (i == 0) {
      result.first_seconds = Seconds(stream.received() - created);
    } else {
      result.latencies.Add(stream.received() - written);
    }
    // Uneven, so that points do not fall in step with any timer of the server.
    std::this_thread::sleep_for(
        std::chrono::duration<double>(options.interval_seconds * (1 + 0.5 * random.Signed())));
  }
  result.bytes = stream.bytes();
  return result;
}

}  // namespace sightglass::bench
