#include "writer/event_ring.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "tests/support/temp_dir.h"

namespace sightglass::writer {
namespace {

using testing::TempDir;

QueuedEvent Numbered(std::uint64_t order) {
  QueuedEvent event{.order = order, .step = static_cast<std::int64_t>(order)};
  event.set_value(static_cast<double>(order) / 2);
  return event;
}

QueuedEvent Large(std::uint64_t order, std::string body) {
  auto large = std::make_unique<LargeEvent>();
  large->field = 5;
  large->body = std::move(body);
  QueuedEvent event{.order = order};
  event.set_large(large.release());
  return event;
}

TEST(EventRingTest, GivesBackWhatWasPutInAndKnowsWhenItIsFull) {
  EventRing ring(4);
  for (std::uint64_t i = 0; i < 4; ++i) {
    ASSERT_TRUE(ring.HasRoom());
    ring.Push(Numbered(i));
  }
  EXPECT_FALSE(ring.HasRoom());
  ASSERT_EQ(ring.head() - ring.tail(), 4U);
  EXPECT_EQ(ring.at(ring.tail()).order, 0U);
  EXPECT_EQ(ring.at(ring.head() - 1).value(), 1.5);
  ring.Release(ring.tail() + 1);
  ASSERT_TRUE(ring.HasRoom());
  ring.Push(Numbered(4));
  EXPECT_FALSE(ring.HasRoom());
  EXPECT_EQ(ring.at(ring.tail()).order, 1U);
  EXPECT_EQ(ring.at(ring.head() - 1).order, 4U);
}

TEST(EventRingTest, AsksToBeEmptiedWhenHalfFullAndNotForEachEvent) {
  EventRing ring(64);
  int asked = 0;
  int pushed_before = 0;
  for (std::uint64_t i = 0; i < 64; ++i) {
    if (ring.Push(Numbered(i)) && ++asked == 1) pushed_before = static_cast<int>(i) + 1;
  }
  EXPECT_EQ(pushed_before, 32);
  EXPECT_LE(asked, 3);
  ring.Release(ring.head());
  asked = 0;
  for (std::uint64_t i = 0; i < 31; ++i) asked += ring.Push(Numbered(i)) ? 1 : 0;
  EXPECT_EQ(asked, 0);
}

TEST(EventRingTest, SpilledEventsComeBackBehindTheOthers) {
  const TempDir folder;
  EventRing ring(4);
  for (std::uint64_t i = 0; i < 4; ++i) ring.Push(Numbered(i));
  for (std::uint64_t i = 4; i < 11; ++i) {
    ASSERT_TRUE(
        ring.Spill(i == 6 ? Large(i, std::string(100'000, 'x')) : Numbered(i), folder.path()));
  }
  EXPECT_EQ(ring.obstacles(), EventRing::kSpilling);
  std::uint64_t expected = 0;
  while (ring.tail() != ring.head()) {
    for (std::uint64_t at = ring.tail(); at != ring.head(); ++at, ++expected) {
      ASSERT_EQ(ring.at(at).order, expected);
      if (expected == 6) {
        const std::unique_ptr<LargeEvent> large(ring.at(at).large());
        EXPECT_EQ(large->body, std::string(100'000, 'x'));
        EXPECT_EQ(large->field, 5U);
      }
    }
    ring.Release(ring.head());
    EXPECT_EQ(ring.Unspill().lost, 0U);
  }
  EXPECT_EQ(expected, 11U);
  EXPECT_EQ(ring.obstacles(), 0U);
}

TEST(EventRingTest, CannotSpillWhereThereIsNoFolder) {
  EventRing ring(4);
  EXPECT_FALSE(ring.Spill(Numbered(1), "/nowhere/at/all"));
  EXPECT_EQ(ring.obstacles(), 0U);
}

// The leak checker sees to the rest.
TEST(EventRingTest, FreesLargeEventsThatNobodyTook) {
  EventRing ring(4);
  ring.Push(Large(0, std::string(1'000, 'x')));
  ring.Push(Large(1, "y"));
  delete ring.at(ring.tail()).large();
  ring.Release(ring.tail() + 1);
}

TEST(EventRingTest, OneThreadPutsAndOneTakes) {
  constexpr std::uint64_t kEvents = 200'000;
  EventRing ring(256);
  std::jthread producer([&ring] {
    for (std::uint64_t i = 0; i < kEvents; ++i) {
      while (!ring.HasRoom()) std::this_thread::yield();
      ring.Push(Numbered(i));
    }
  });
  std::uint64_t expected = 0;
  while (expected < kEvents) {
    const std::uint64_t head = ring.head();
    for (std::uint64_t at = ring.tail(); at != head; ++at, ++expected) {
      ASSERT_EQ(ring.at(at).order, expected);
    }
    ring.Release(head);
    if (ring.tail() == ring.head()) std::this_thread::yield();
  }
}

}  // namespace
}  // namespace sightglass::writer
