#include "base/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace sightglass::base {
namespace {

TEST(ArenaTest, PiecesAreAlignedAndDoNotOverlap) {
  Arena arena;
  std::mt19937_64 random(1);
  struct Piece {
    unsigned char* data;
    std::size_t size;
    unsigned char mark;
  };
  std::vector<Piece> pieces;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t size = i % 100 == 0 ? random() % 300'000 : random() % 200;
    const std::size_t align = std::size_t{1} << (random() % 5);
    auto* const data = static_cast<unsigned char*>(arena.Allocate(size, align));
    ASSERT_NE(data, nullptr);
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(data) % align, 0U);
    const auto mark = static_cast<unsigned char>(random());
    std::memset(data, mark, size);
    pieces.push_back({data, size, mark});
  }
  for (const Piece& piece : pieces) {
    for (std::size_t i = 0; i < piece.size; ++i) ASSERT_EQ(piece.data[i], piece.mark);
  }
}

TEST(ArenaTest, CopiesStrings) {
  Arena arena;
  std::string text = "train/loss";
  const std::string_view copy = arena.CopyString(text);
  text.assign(text.size(), 'x');
  EXPECT_EQ(copy, "train/loss");
  EXPECT_EQ(arena.CopyString(""), "");
}

TEST(ArenaTest, SmallStaysSmallAndLargeWastesLittle) {
  Arena arena;
  EXPECT_EQ(arena.memory_bytes(), 0U);
  static_cast<void>(arena.Allocate(1));
  EXPECT_EQ(arena.memory_bytes(), Arena::kFirstBlockBytes);
  static_cast<void>(arena.Allocate(10 << 20));
  EXPECT_EQ(arena.memory_bytes(), Arena::kFirstBlockBytes + (10 << 20));
  // The block in use goes on being used.
  static_cast<void>(arena.Allocate(1000));
  EXPECT_EQ(arena.memory_bytes(), Arena::kFirstBlockBytes + (10 << 20));

  Arena filled;
  for (int i = 0; i < 100'000; ++i) static_cast<void>(filled.Allocate(50, 1));
  EXPECT_LT(filled.memory_bytes(), 5'600'000U);
}

}  // namespace
}  // namespace sightglass::base
