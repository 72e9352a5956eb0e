#include "ingest/record_stream.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/crc32c.h"
#include "format/encode.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/run_builder.h"

namespace sightglass::ingest {
namespace {

using base::IssueKind;
using testing::ScriptedFile;

std::string Framed(std::string_view payload) {
  std::string out;
  format::AppendFrame(out, payload);
  return out;
}

struct ReadAll {
  std::vector<std::string> payloads;
  std::vector<std::uint64_t> offsets;
  std::vector<Damage> damages;
  StreamEnd end;
  std::uint64_t first_offset = 0;
};

ReadAll Read(io::File& file, RecordStreamOptions options, std::size_t read_bytes = 64) {
  ReadAll all;
  ReadBuffer buffer(read_bytes);
  RecordStream stream(file, buffer, options,
                      [&](const Damage& damage) { all.damages.push_back(damage); });
  Record record;
  while (stream.Next(record)) {
    all.payloads.emplace_back(base::AsText(record.payload));
    all.offsets.push_back(record.offset);
  }
  EXPECT_FALSE(stream.Next(record)) << "a stream that ended must stay so";
  all.end = stream.end();
  all.first_offset = stream.first_offset();
  return all;
}

ReadAll ReadBytes(const std::string& bytes, std::size_t read_bytes = 64) {
  ScriptedFile file(bytes);
  return Read(file, {.file_bytes = bytes.size()}, read_bytes);
}

TEST(RecordStream, ReadsNothingFromNothing) {
  const ReadAll all = ReadBytes("");
  EXPECT_TRUE(all.payloads.empty());
  EXPECT_EQ(all.end.offset, 0U);
  EXPECT_FALSE(all.end.tail.has_value());
}

TEST(RecordStream, ReadsRecordsAcrossEveryBufferSize) {
  std::string bytes;
  std::vector<std::string> payloads;
  for (int i = 0; i < 40; ++i) {
    payloads.push_back(
        std::string(static_cast<std::size_t>(i * 7), static_cast<char>('a' + i % 26)));
    bytes += Framed(payloads.back());
  }
  for (std::size_t read_bytes = 1; read_bytes < 600; read_bytes += 13) {
    const ReadAll all = ReadBytes(bytes, read_bytes);
    EXPECT_EQ(all.payloads, payloads) << read_bytes;
    EXPECT_EQ(all.end.offset, bytes.size());
  }
}

TEST(RecordStream, StopsAtATornTailAndGoesOnThere) {
  const std::string first = Framed("one");
  const std::string second = Framed("a second record");
  for (std::size_t cut = 1; cut < second.size(); ++cut) {
    ScriptedFile file(first + second.substr(0, cut));
    ReadAll all = Read(file, {.file_bytes = first.size() + cut});
    ASSERT_EQ(all.payloads.size(), 1U) << cut;
    ASSERT_TRUE(all.end.tail.has_value());
    EXPECT_EQ(all.end.tail->kind, IssueKind::kTornTail);
    EXPECT_EQ(all.end.offset, first.size());
    file.Append(second.substr(cut));
    all = Read(file, {.begin = all.end.offset,
                      .file_bytes = first.size() + second.size(),
                      .searched_to = all.end.searched_to});
    ASSERT_EQ(all.payloads.size(), 1U) << cut;
    EXPECT_EQ(all.payloads[0], "a second record");
    EXPECT_TRUE(all.damages.empty());
  }
}

TEST(RecordStream, SkipsToTheNextSoundRecord) {
  const std::string one = Framed("one");
  const std::string two = Framed("two");
  for (std::size_t at = 0; at < one.size(); ++at) {
    std::string damaged = one;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    const ReadAll all = ReadBytes(one + damaged + two + two);
    ASSERT_EQ(all.payloads, (std::vector<std::string>{"one", "two", "two"})) << at;
    ASSERT_EQ(all.damages.size(), 1U);
    EXPECT_EQ(all.damages[0].begin, one.size());
    EXPECT_EQ(all.damages[0].end, 2 * one.size());
    EXPECT_EQ(all.damages[0].kind,
              at < 12 ? IssueKind::kDamagedHeader : IssueKind::kDamagedPayload);
  }
}

TEST(RecordStream, ADamagedPayloadDoesNotYieldTheRecordsItHolds) {
  const std::string inner = Framed("inner");
  std::string outer = Framed("before " + inner + " after");
  outer[13] = static_cast<char>(outer[13] ^ 1);
  const ReadAll all = ReadBytes(outer + Framed("next"));
  EXPECT_EQ(all.payloads, std::vector<std::string>{"next"});
}

TEST(RecordStream, ALengthThatLiesIsFoundOutByWhatFollows) {
  std::string lie(12, '\0');
  const std::uint64_t claimed = std::uint64_t{1} << 60;
  base::StoreLittleEndian(claimed, reinterpret_cast<std::byte*>(lie.data()));
  const std::string sound = Framed(std::string(20, 'x'));
  std::string bytes = Framed("one");
  std::string header;
  {
    // A sound header of a length nobody has: taken from an encoder's own checksum of those eight
    // bytes.
    header.assign(reinterpret_cast<const char*>(&claimed), sizeof(claimed));
    const std::uint32_t crc = base::MaskCrc32c(base::Crc32c(base::AsBytes(header)));
    header.append(reinterpret_cast<const char*>(&crc), sizeof(crc));
  }
  const ReadAll all = ReadBytes(bytes + header + sound);
  EXPECT_EQ(all.payloads, (std::vector<std::string>{"one", std::string(20, 'x')}));
  ASSERT_EQ(all.damages.size(), 1U);
  EXPECT_EQ(all.damages[0].kind, IssueKind::kFalseLength);
  EXPECT_EQ(all.damages[0].end - all.damages[0].begin, 12U);
}

TEST(RecordStream, GarbageAtTheEndIsTold) {
  const ReadAll all = ReadBytes(Framed("one") + std::string(100, 'z'));
  EXPECT_EQ(all.payloads.size(), 1U);
  ASSERT_TRUE(all.end.tail.has_value());
  EXPECT_EQ(all.end.tail->kind, IssueKind::kNotEventData);
  EXPECT_EQ(all.end.tail->end - all.end.tail->begin, 100U);
}

TEST(RecordStream, PartsMeetWhereverTheyAreCut) {
  std::mt19937 random(7);
  std::string bytes;
  for (int i = 0; i < 60; ++i) {
    std::string payload(random() % 50, 'p');
    if (i % 7 == 0) payload += Framed("embedded") + "x";
    std::string framed = Framed(payload);
    if (i % 11 == 5) framed[random() % framed.size()] ^= 4;
    bytes += framed;
  }
  const ReadAll whole = ReadBytes(bytes);
  ScriptedFile file(bytes);
  for (std::uint64_t cut = 1; cut < bytes.size(); ++cut) {
    const ReadAll first = Read(file, {.end = cut, .file_bytes = bytes.size()});
    const ReadAll second = Read(file, {.begin = first.end.offset, .file_bytes = bytes.size()});
    std::vector<std::string> both = first.payloads;
    both.insert(both.end(), second.payloads.begin(), second.payloads.end());
    ASSERT_EQ(both, whole.payloads) << cut;
    ASSERT_EQ(first.damages.size() + second.damages.size(), whole.damages.size()) << cut;
  }
}

TEST(RecordStream, FindFirstStartsAtARecord) {
  const std::string one = Framed("first payload");
  const std::string bytes = one + one + one;
  ScriptedFile file(bytes);
  const ReadAll all = Read(file, {.begin = 5, .file_bytes = bytes.size(), .find_first = true});
  EXPECT_EQ(all.first_offset, one.size());
  EXPECT_EQ(all.payloads.size(), 2U);
  const ReadAll none =
      Read(file, {.begin = bytes.size() - 5, .file_bytes = bytes.size(), .find_first = true});
  EXPECT_EQ(none.first_offset, bytes.size());
  EXPECT_TRUE(none.payloads.empty());
}

TEST(RecordStream, FindFirstLeavesToOthersWhatBeginsBehindItsEnd) {
  const std::string one = Framed("first payload");
  const std::string bytes = one + one;
  ScriptedFile file(bytes);
  for (std::uint64_t end = 6; end <= one.size(); ++end) {
    const ReadAll none =
        Read(file, {.begin = 5, .end = end, .file_bytes = bytes.size(), .find_first = true});
    EXPECT_EQ(none.first_offset, end);
    EXPECT_EQ(none.end.offset, end);
    EXPECT_TRUE(none.payloads.empty());
  }
  const ReadAll found = Read(
      file, {.begin = 5, .end = one.size() + 1, .file_bytes = bytes.size(), .find_first = true});
  EXPECT_EQ(found.first_offset, one.size());
  EXPECT_EQ(found.payloads.size(), 1U);
}

TEST(RecordStream, AReadErrorKeepsWhatWasRead) {
  const std::string bytes = Framed("one") + Framed("two");
  ScriptedFile file(bytes);
  file.FailReads(base::Error{base::ErrorCode::kUnavailable, "disk on fire"});
  const ReadAll all = Read(file, {.file_bytes = bytes.size()});
  EXPECT_TRUE(all.payloads.empty());
  ASSERT_FALSE(all.end.status.ok());
  EXPECT_EQ(all.end.status.error().code, base::ErrorCode::kUnavailable);
  EXPECT_EQ(all.end.offset, 0U);
}

TEST(RecordStream, HeadersWithoutEndDoNotTakeForever) {
  // Every 12 bytes a sound header that claims all that follows: each candidate's checksum covers
  // the rest of the file.
  std::string bytes;
  const std::size_t total = 3 << 20;
  while (bytes.size() + 12 < total) {
    const std::uint64_t claimed = total - bytes.size() - format::kFrameOverheadBytes;
    std::string header(reinterpret_cast<const char*>(&claimed), sizeof(claimed));
    const std::uint32_t crc = base::MaskCrc32c(base::Crc32c(base::AsBytes(header)));
    header.append(reinterpret_cast<const char*>(&crc), sizeof(crc));
    bytes += header;
  }
  bytes.resize(total, '\0');
  const ReadAll all = ReadBytes(bytes, 256 << 10);
  EXPECT_TRUE(all.payloads.empty());
  ASSERT_EQ(all.damages.size(), 1U);
  EXPECT_EQ(all.damages[0].kind, IssueKind::kResyncGivenUp);
  EXPECT_EQ(all.end.offset, bytes.size());
}

TEST(RecordStream, AShrinkingFileEndsTheStream) {
  const std::string bytes = Framed(std::string(500, 'a'));
  ScriptedFile file(bytes.substr(0, 100));
  const ReadAll all = Read(file, {.file_bytes = bytes.size()});
  EXPECT_TRUE(all.payloads.empty());
  EXPECT_EQ(all.end.offset, 0U);
}

}  // namespace
}  // namespace sightglass::ingest
