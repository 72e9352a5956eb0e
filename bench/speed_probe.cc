#include "bench/speed_probe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

#include "base/bytes.h"
#include "base/crc32c.h"

namespace sightglass::bench {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
constexpr std::size_t kShortBytes = 52;
// A thread takes this much of a file at a time: small enough to share one big file evenly.
constexpr std::uint64_t kPieceBytes = std::uint64_t{8} << 20;
constexpr int kPasses = 3;

struct Piece {
  const std::string* path;
  std::uint64_t offset;
  std::uint64_t bytes;
};

base::Error SystemError(std::string_view what, int error_number, const std::string& path) {
  return base::Error{base::ErrorCode::kUnavailable,
                     fmt::format("{}: {}: {}", what, std::strerror(error_number), path)};
}

base::Result<std::vector<std::string>> ListFiles(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<std::string> files;
  if (fs::is_regular_file(path, error)) {
    files.push_back(path);
    return files;
  }
  fs::recursive_directory_iterator entry(path, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->is_regular_file(error)) files.push_back(entry->path().string());
  }
  if (error) return SystemError("cannot list", error.value(), path);
  std::ranges::sort(files);
  return files;
}

// Runs `work(thread)` on every thread; the seconds until all are done.
double TimeThreads(std::uint64_t threads, const std::function<void(std::uint64_t)>& work) {
  const auto start = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> running;
    for (std::uint64_t i = 0; i < threads; ++i) running.emplace_back(work, i);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool ReadPiece(const Piece& piece, std::vector<std::byte>& block,
               const std::function<void(base::Bytes)>& use) {
  const int descriptor = ::open(piece.path->c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  std::uint64_t done = 0;
  bool good = true;
  while (done < piece.bytes) {
    const std::size_t want = std::min<std::uint64_t>(kBlockBytes, piece.bytes - done);
    const ssize_t got =
        ::pread(descriptor, block.data(), want, static_cast<off_t>(piece.offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      good = false;
      break;
    }
    use(base::Bytes(block.data(), static_cast<std::size_t>(got)));
    done += static_cast<std::uint64_t>(got);
  }
  ::close(descriptor);
  return good;
}

// Bytes per second of reading all pieces, with `use` called on every block; 0 if one could not be
// read.
double BestReadRate(const std::vector<Piece>& pieces, std::uint64_t bytes, std::uint64_t threads,
                    const std::function<void(base::Bytes)>& use) {
  double best_seconds = 0;
  for (int pass = 0; pass < kPasses; ++pass) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> good{true};
    const double seconds = TimeThreads(threads, [&](std::uint64_t) {
      std::vector<std::byte> block(kBlockBytes);
      for (std::size_t i = next++; i < pieces.size(); i = next++) {
        if (!ReadPiece(pieces[i], block, use)) good = false;
      }
    });
    if (!good) return 0;
    best_seconds = pass == 0 ? seconds : std::min(best_seconds, seconds);
  }
  return static_cast<double>(bytes) / std::max(best_seconds, 1e-9);
}

double BestChecksumRate(std::size_t chunk_bytes, std::uint64_t threads) {
  constexpr int kRounds = 2'000;
  double best_seconds = 0;
  std::atomic<std::uint32_t> sink{0};
  for (int pass = 0; pass < kPasses; ++pass) {
    const double seconds = TimeThreads(threads, [&](std::uint64_t thread) {
      const std::vector<std::byte> block(kBlockBytes, static_cast<std::byte>(thread + 1));
      std::uint32_t mixed = 0;
      for (int round = 0; round < kRounds; ++round) {
        for (std::size_t at = 0; at + chunk_bytes <= block.size(); at += chunk_bytes) {
          mixed ^= base::Crc32c(base::Bytes(block.data() + at, chunk_bytes));
        }
      }
      sink ^= mixed;
    });
    best_seconds = pass == 0 ? seconds : std::min(best_seconds, seconds);
  }
  const std::size_t used_bytes = kBlockBytes / chunk_bytes * chunk_bytes;
  return static_cast<double>(used_bytes) * kRounds * static_cast<double>(threads) /
         std::max(best_seconds, 1e-9);
}

}  // namespace

base::Result<SpeedLimits> MeasureSpeedLimits(const std::string& path, std::uint64_t threads) {
  ASSIGN_OR_RETURN(const std::vector<std::string> files, ListFiles(path));
  SpeedLimits limits{.threads = threads};
  std::vector<Piece> pieces;
  for (const std::string& file : files) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(file, error);
    if (error) return SystemError("cannot measure", error.value(), file);
    limits.bytes += size;
    for (std::uint64_t at = 0; at < size; at += kPieceBytes) {
      pieces.push_back({.path = &file, .offset = at, .bytes = std::min(kPieceBytes, size - at)});
    }
  }
  if (limits.bytes == 0) {
    return base::Error{base::ErrorCode::kNotFound, fmt::format("nothing to read: {}", path)};
  }

  std::atomic<std::uint32_t> sink{0};
  limits.read_rate = BestReadRate(pieces, limits.bytes, threads, [](base::Bytes) {});
  limits.read_and_checksum_rate = BestReadRate(
      pieces, limits.bytes, threads, [&](base::Bytes bytes) { sink ^= base::Crc32c(bytes); });
  if (limits.read_rate == 0 || limits.read_and_checksum_rate == 0) {
    return base::Error{base::ErrorCode::kUnavailable, fmt::format("cannot read all of {}", path)};
  }
  limits.checksum_rate = BestChecksumRate(kBlockBytes, threads);
  limits.short_checksum_rate = BestChecksumRate(kShortBytes, threads);
  return limits;
}

}  // namespace sightglass::bench
