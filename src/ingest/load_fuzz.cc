#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "ingest/loader.h"
#include "tests/support/memory_file_system.h"

// Any bytes as an event file: read at once, read in many small parts, and read while it grows must
// give the same.

namespace sightglass::ingest {
namespace {

constexpr char kPath[] = "/logs/run/tfevents";

struct Loaded {
  explicit Loaded(testing::MemoryFileSystem& files, std::uint64_t part_bytes)
      : loader({{"", "/logs"}}, files, pool, issues,
               {.part_bytes = part_bytes, .read_bytes = 64, .publish_interval_millis = 0}) {}

  base::ThreadPool pool{1};
  base::IssueLog issues;
  Loader loader;
};

template <class Point>
void CheckSame(const store::Points<Point>& a, const store::Points<Point>& b) {
  std::vector<Point> of_a;
  std::vector<Point> of_b;
  a.Read(0, a.size(), of_a);
  b.Read(0, b.size(), of_b);
  CHECK(of_a.size() == of_b.size());
  const auto same = [](const Point& x, const Point& y) {
    if (x.step != y.step || x.wall_time != y.wall_time) return false;
    if constexpr (requires { x.value; }) {
      return x.value == y.value || (x.value != x.value && y.value != y.value);
    } else {
      return x.offset == y.offset && x.bytes == y.bytes;
    }
  };
  CHECK(std::ranges::equal(of_a, of_b, same));
  CHECK(std::ranges::is_sorted(of_a, {}, &Point::step));
  of_a.clear();
  of_b.clear();
  a.ReadSuperseded(of_a);
  b.ReadSuperseded(of_b);
  CHECK(of_a.size() == of_b.size() && of_a.size() == a.superseded_size());
}

void CheckSame(const store::Snapshot& a, const store::Snapshot& b) {
  CHECK(a.runs.size() == b.runs.size());
  for (std::size_t run = 0; run < a.runs.size(); ++run) {
    const auto& of_a = a.runs[run]->series;
    const auto& of_b = b.runs[run]->series;
    CHECK(a.runs[run]->records == b.runs[run]->records);
    CHECK(of_a.size() == of_b.size());
    for (std::size_t i = 0; i < of_a.size(); ++i) {
      CHECK(of_a[i]->tag_name == of_b[i]->tag_name);
      CHECK(*of_a[i]->info == *of_b[i]->info);
      CHECK(of_a[i]->mismatched == of_b[i]->mismatched);
      CHECK(of_a[i]->points.index() == of_b[i]->points.index());
      if (of_a[i]->scalars() != nullptr) {
        CheckSame(*of_a[i]->scalars(), *of_b[i]->scalars());
      } else {
        CheckSame(*of_a[i]->refs(), *of_b[i]->refs());
      }
    }
  }
}

}  // namespace
}  // namespace sightglass::ingest

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sightglass;  // NOLINT(google-build-using-namespace)
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);

  sightglass::testing::MemoryFileSystem files;
  files.Write(ingest::kPath, bytes);
  ingest::Loaded whole(files, std::uint64_t{1} << 40);
  whole.loader.Refresh();
  ingest::Loaded parts(files, 100);
  parts.loader.Refresh();
  ingest::CheckSame(*whole.loader.snapshot(), *parts.loader.snapshot());
  CHECK(whole.issues.Collect() == parts.issues.Collect());

  sightglass::testing::MemoryFileSystem growing;
  growing.Write(ingest::kPath, "");
  ingest::Loaded live(growing, std::uint64_t{1} << 40);
  for (std::size_t at = 0; at < size;) {
    const std::size_t slice = std::min<std::size_t>(size - at, 1 + size / 7);
    growing.Append(ingest::kPath, bytes.substr(at, slice));
    at += slice;
    live.loader.Refresh();
  }
  live.loader.Refresh();
  // A record torn at a slice's end may have held a whole one inside, which then counted: only what
  // needs no guess must agree.
  CHECK(live.loader.snapshot()->runs.size() == whole.loader.snapshot()->runs.size());
  return 0;
}
