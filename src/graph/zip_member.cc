#include "graph/zip_member.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"

namespace sightglass::graph {
namespace {

using base::Error;
using base::ErrorCode;
using base::LoadLittleEndian;
using Buffer = std::vector<std::byte>;

// Signatures of the parts of a ZIP file.
constexpr std::uint32_t kMember = 0x04034B50;
constexpr std::uint32_t kDirectoryEntry = 0x02014B50;
constexpr std::uint32_t kDirectoryEnd = 0x06054B50;
constexpr std::uint32_t kLargeDirectoryEnd = 0x06064B50;
constexpr std::uint32_t kLargeDirectoryPlace = 0x07064B50;

constexpr std::size_t kMemberBytes = 30;
constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kLargePlaceBytes = 20;
constexpr std::size_t kLargeEndBytes = 56;
constexpr std::uint64_t kMaxDirectoryBytes = std::uint64_t{64} << 20;
constexpr std::uint32_t kInLargeField = 0xFFFFFFFF;

Error Damaged(std::string_view what) {
  return {ErrorCode::kInvalidArgument, fmt::format("no sound ZIP file: {}", what)};
}

base::Result<Buffer> ReadBytes(io::File& file, std::uint64_t offset, std::uint64_t bytes) {
  Buffer buffer(static_cast<std::size_t>(bytes));
  if (buffer.empty()) return buffer;
  ASSIGN_OR_RETURN(const std::size_t read, file.ReadAt(offset, buffer));
  if (read < bytes) return Damaged(fmt::format("it ends before byte {}", offset + bytes));
  return buffer;
}

struct Directory {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

base::Result<Directory> FindDirectory(io::File& file) {
  ASSIGN_OR_RETURN(const io::FileInfo info, file.Stat());
  // A comment of up to 65,535 bytes may follow the end of the directory.
  const std::uint64_t tail_bytes =
      std::min<std::uint64_t>(info.size_bytes, kEndBytes + 0xFFFF + kLargePlaceBytes);
  ASSIGN_OR_RETURN(const Buffer tail, ReadBytes(file, info.size_bytes - tail_bytes, tail_bytes));
  if (tail.size() < kEndBytes) return Damaged("it is too short");
  for (std::size_t at = tail.size() - kEndBytes + 1; at-- > 0;) {
    if (LoadLittleEndian<std::uint32_t>(&tail[at]) != kDirectoryEnd) continue;
    Directory directory{.offset = LoadLittleEndian<std::uint32_t>(&tail[at + 16]),
                        .bytes = LoadLittleEndian<std::uint32_t>(&tail[at + 12])};
    const bool has_place =
        at >= kLargePlaceBytes &&
        LoadLittleEndian<std::uint32_t>(&tail[at - kLargePlaceBytes]) == kLargeDirectoryPlace;
    if (has_place && (directory.offset == kInLargeField || directory.bytes == kInLargeField)) {
      const auto place = LoadLittleEndian<std::uint64_t>(&tail[at - kLargePlaceBytes + 8]);
      ASSIGN_OR_RETURN(const Buffer end, ReadBytes(file, place, kLargeEndBytes));
      if (LoadLittleEndian<std::uint32_t>(end.data()) != kLargeDirectoryEnd) {
        return Damaged("its directory is not where it should be");
      }
      directory = {.offset = LoadLittleEndian<std::uint64_t>(&end[48]),
                   .bytes = LoadLittleEndian<std::uint64_t>(&end[40])};
    }
    return directory;
  }
  return Damaged("it has no directory");
}

struct Member {
  std::uint16_t method = 0;
  std::uint64_t packed_bytes = 0;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;
};

// Sizes that do not fit into 32 bits stand in an extra field, in this order, only those.
void TakeLargeSizes(base::Bytes extra, Member& member) {
  while (extra.size() >= 4) {
    const auto id = LoadLittleEndian<std::uint16_t>(extra.data());
    const std::size_t bytes = LoadLittleEndian<std::uint16_t>(extra.data() + 2);
    if (bytes > extra.size() - 4) return;
    base::Bytes body = extra.subspan(4, bytes);
    if (id == 1) {
      for (std::uint64_t* const size : {&member.bytes, &member.packed_bytes, &member.offset}) {
        if (*size != kInLargeField || body.size() < 8) continue;
        *size = LoadLittleEndian<std::uint64_t>(body.data());
        body = body.subspan(8);
      }
      return;
    }
    extra = extra.subspan(4 + bytes);
  }
}

base::Result<Member> FindMember(base::Bytes directory, std::string_view name) {
  while (directory.size() >= kEntryBytes &&
         LoadLittleEndian<std::uint32_t>(directory.data()) == kDirectoryEntry) {
    const std::byte* const at = directory.data();
    const std::size_t name_bytes = LoadLittleEndian<std::uint16_t>(at + 28);
    const std::size_t extra_bytes = LoadLittleEndian<std::uint16_t>(at + 30);
    const std::size_t comment_bytes = LoadLittleEndian<std::uint16_t>(at + 32);
    const std::size_t whole = kEntryBytes + name_bytes + extra_bytes + comment_bytes;
    if (whole > directory.size()) return Damaged("its directory is cut short");
    if (base::AsText(directory.subspan(kEntryBytes, name_bytes)) == name) {
      Member member{.method = LoadLittleEndian<std::uint16_t>(at + 10),
                    .packed_bytes = LoadLittleEndian<std::uint32_t>(at + 20),
                    .bytes = LoadLittleEndian<std::uint32_t>(at + 24),
                    .offset = LoadLittleEndian<std::uint32_t>(at + 42)};
      TakeLargeSizes(directory.subspan(kEntryBytes + name_bytes, extra_bytes), member);
      return member;
    }
    directory = directory.subspan(whole);
  }
  return Error{ErrorCode::kNotFound, fmt::format("the ZIP file holds no '{}'", name)};
}

base::Result<std::string> Unpack(base::Bytes packed, std::uint64_t bytes) {
  struct Free {
    void operator()(libdeflate_decompressor* each) const { libdeflate_free_decompressor(each); }
  };
  const std::unique_ptr<libdeflate_decompressor, Free> decompressor(
      libdeflate_alloc_decompressor());
  if (decompressor == nullptr) return Error{ErrorCode::kResourceExhausted, "out of memory"};
  std::string text(static_cast<std::size_t>(bytes), '\0');
  const libdeflate_result result = libdeflate_deflate_decompress(
      decompressor.get(), packed.data(), packed.size(), text.data(), text.size(), nullptr);
  if (result != LIBDEFLATE_SUCCESS) return Damaged("a member cannot be unpacked");
  return text;
}

}  // namespace

base::Result<std::string> ReadZipMember(io::File& file, std::string_view name,
                                        std::uint64_t max_bytes) {
  ASSIGN_OR_RETURN(const Directory place, FindDirectory(file));
  if (place.bytes > kMaxDirectoryBytes) return Damaged("its directory is too large");
  ASSIGN_OR_RETURN(const Buffer directory, ReadBytes(file, place.offset, place.bytes));
  ASSIGN_OR_RETURN(const Member member, FindMember(directory, name));
  if (member.bytes > max_bytes || member.packed_bytes > max_bytes) {
    return Error{ErrorCode::kOutOfRange, fmt::format("'{}' of {} bytes in a ZIP file, limit {}",
                                                     name, member.bytes, max_bytes)};
  }
  ASSIGN_OR_RETURN(const Buffer head, ReadBytes(file, member.offset, kMemberBytes));
  if (LoadLittleEndian<std::uint32_t>(head.data()) != kMember) {
    return Damaged("a member is not where it should be");
  }
  const std::uint64_t begin = member.offset + kMemberBytes +
                              LoadLittleEndian<std::uint16_t>(&head[26]) +
                              LoadLittleEndian<std::uint16_t>(&head[28]);
  ASSIGN_OR_RETURN(const Buffer packed, ReadBytes(file, begin, member.packed_bytes));
  if (member.method == 0) return std::string(base::AsText(packed));
  if (member.method != 8) return Damaged(fmt::format("unknown way of packing {}", member.method));
  return Unpack(packed, member.bytes);
}

}  // namespace sightglass::graph
