#include "writer/event_merger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/temp_dir.h"

namespace sightglass::writer {
namespace {

using Rings = std::vector<std::shared_ptr<EventRing>>;

class Collector final : public EventTaker {
 public:
  explicit Collector(Rings rings) : rings_(std::move(rings)) {}
  void ListRings(Rings& rings) override { rings = rings_; }
  void Take(const QueuedEvent& event) override { orders.push_back(event.order); }
  void OnRoom() override { ++rooms; }
  void OnLost(std::uint64_t events) override { lost += events; }

  std::vector<std::uint64_t> orders;
  int rooms = 0;
  std::uint64_t lost = 0;

 private:
  const Rings rings_;
};

Rings MakeRings(std::size_t count, std::size_t capacity) {
  Rings rings;
  for (std::size_t i = 0; i < count; ++i) rings.push_back(std::make_shared<EventRing>(capacity));
  return rings;
}

TEST(EventMergerTest, TakesSeveralRingsInTheOrderOfTheirEvents) {
  const Rings rings = MakeRings(3, 16);
  for (std::uint64_t i = 0; i < 30; ++i) rings[i % 7 % 3]->Push({.order = i});
  EventMerger merger;
  Collector taken(rings);
  merger.Drain(taken);
  ASSERT_EQ(taken.orders.size(), 30U);
  EXPECT_TRUE(std::ranges::is_sorted(taken.orders));
  EXPECT_GT(taken.rooms, 0);
  for (const auto& ring : rings) EXPECT_EQ(ring->tail(), ring->head());
}

TEST(EventMergerTest, NothingToTake) {
  EventMerger merger;
  Collector none({});
  merger.Drain(none);
  Collector empty(MakeRings(2, 4));
  merger.Drain(empty);
  EXPECT_TRUE(none.orders.empty());
  EXPECT_TRUE(empty.orders.empty());
}

TEST(EventMergerTest, SpilledEventsAreTakenInTheirTurn) {
  const testing::TempDir folder;
  const Rings rings = MakeRings(2, 4);
  for (std::uint64_t i = 0; i < 4; ++i) rings[0]->Push({.order = i});
  for (std::uint64_t i = 4; i < 30; ++i) ASSERT_TRUE(rings[0]->Spill({.order = i}, folder.path()));
  rings[1]->Push({.order = 30});
  EventMerger merger;
  Collector taken(rings);
  merger.Drain(taken);
  ASSERT_EQ(taken.orders.size(), 31U);
  EXPECT_TRUE(std::ranges::is_sorted(taken.orders));
  EXPECT_EQ(taken.lost, 0U);
  for (const auto& ring : rings) EXPECT_EQ(ring->tail(), ring->head());
}

// A value goes from thread to thread, and each logs it before it passes it on: the log must have
// all in order although every event lies in another ring than the one before.
TEST(EventMergerTest, WhatHappenedAfterIsTakenAfter) {
  constexpr std::uint64_t kEvents = 20'000;
  constexpr std::uint64_t kThreads = 3;
  const Rings rings = MakeRings(kThreads, 1 << 15);
  std::atomic<std::uint64_t> order = 0;
  std::atomic<std::uint64_t> turn = 0;
  std::vector<std::jthread> threads;
  for (std::uint64_t me = 0; me < kThreads; ++me) {
    threads.emplace_back([&, me] {
      for (std::uint64_t i = me; i < kEvents; i += kThreads) {
        while (turn.load(std::memory_order_acquire) != i) std::this_thread::yield();
        rings[me]->Push({.order = order.fetch_add(1, std::memory_order_acq_rel),
                         .step = static_cast<std::int64_t>(i)});
        turn.store(i + 1, std::memory_order_release);
      }
    });
  }
  EventMerger merger;
  Collector taken(rings);
  while (taken.orders.size() < kEvents) {
    merger.Drain(taken);
    std::this_thread::yield();
  }
  EXPECT_TRUE(std::ranges::is_sorted(taken.orders));
}

}  // namespace
}  // namespace sightglass::writer
