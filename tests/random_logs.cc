#include "tests/random_logs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "tests/support/run_builder.h"

namespace sightglass::testing {
namespace {

// A header with a right checksum and any length.
std::string SoundHeader(std::uint64_t length) {
  std::string header(12, '\0');
  auto* bytes = reinterpret_cast<std::byte*>(header.data());
  base::StoreLittleEndian(length, bytes);
  base::StoreLittleEndian(base::MaskCrc32c(base::Crc32c({bytes, 8})), bytes + 8);
  return header;
}

}  // namespace

// Not std::uniform_int_distribution: its numbers differ between standard libraries.
std::size_t RandomLogs::Below(std::size_t limit) { return random_() % limit; }

std::string RandomLogs::Noise(std::size_t bytes) {
  std::string noise(bytes, '\0');
  for (char& c : noise) c = static_cast<char>(random_());
  return noise;
}

std::string RandomLogs::File(std::size_t records) {
  RunBuilder run;
  if (!OneIn(5)) run.Version();
  base::Step step = static_cast<base::Step>(Below(50));
  for (std::size_t i = 0; i < records; ++i) {
    if (OneIn(4)) ++step;
    if (OneIn(30)) step -= static_cast<base::Step>(Below(40));
    if (OneIn(60)) run.At(std::numeric_limits<double>::quiet_NaN());
    const auto value = static_cast<float>(Below(1000)) / 8;
    const std::string tag = fmt::format("tag/{}", Below(6));
    switch (Below(24)) {
      case 0:
        run.Text("text", step, Noise(Below(60)));
        break;
      case 1:
        run.Image("image", step, 3, 4, Noise(Below(300)));
        break;
      case 2: {
        // Whole records inside a payload must not be taken for records of the file.
        RunBuilder inner;
        inner.Scalar("inner", step, value).Scalar(tag, step + 1, value);
        run.Image("nested", step, 1, 1, inner.bytes());
        break;
      }
      case 3: {
        const std::array<double, 6> rows{0, 1, 5, 1, 2, value};
        run.Histogram("histogram", step, rows);
        break;
      }
      case 4:
        run.Record(Noise(Below(40)));
        break;
      case 5:
        run.Text(tag, step, "of another kind");
        break;
      case 6:
        run.DoubleScalar("double", step, static_cast<double>(Below(1000)) / 7);
        break;
      case 7:
        run.OldScalar("old", step, value);
        break;
      case 8:
        if (OneIn(4)) {
          run.Graph(Noise(Below(100)));
        } else {
          run.SessionStart(step);
        }
        break;
      case 9: {
        const std::array<std::string, 3> tags{"tag/0", "tag/1", "\xFFnot text"};
        run.Scalars(tags, step, value);
        break;
      }
      default:
        run.Scalar(tag, step, value);
        break;
    }
  }
  return run.bytes();
}

void RandomLogs::Damage(std::string& bytes) {
  if (bytes.empty()) return;
  const std::size_t at = Below(bytes.size());
  const std::size_t length = std::min(bytes.size() - at, 1 + Below(200));
  switch (Below(8)) {
    case 0:
    case 1:
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << Below(8)));
      break;
    case 2:
      bytes.erase(at, length);
      break;
    case 3:
      bytes.replace(at, length, length, '\0');
      break;
    case 4:
      bytes.insert(at, bytes.substr(at, length));
      break;
    case 5:
      bytes.insert(at, Noise(length));
      break;
    case 6: {
      constexpr std::array<std::uint64_t, 5> kLengths{50, 1000, 100000, std::uint64_t{1} << 40,
                                                      ~std::uint64_t{0}};
      bytes.insert(at, SoundHeader(kLengths[Below(kLengths.size())]));
      break;
    }
    default:
      bytes.resize(at);
      break;
  }
}

}  // namespace sightglass::testing
