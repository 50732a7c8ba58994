#include "paddle/platform/event.h"

#include <atomic>
#include <thread>

#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

void Record(EventLabel label, int64_t memory = 0) {
  RecordEvent event;
  if (!event.recording()) return;
  event.End();
  event.Store(label, memory);
}

TEST(RecordEvent, RecordsNothingWhenOff) {
  Record(0);
  EXPECT_EQ(EventSession(), 0);
  StartEvents();
  EXPECT_NE(EventSession(), 0);
  const EventCollection all = StopEvents();
  EXPECT_TRUE(all.events.empty());
  EXPECT_TRUE(all.totals.empty());
}

TEST(RecordEvent, TimeInsideIsNotTheOuterOnesOwn) {
  StartEvents();
  {
    RecordEvent outer;
    Record(1, /*memory=*/7);
    Record(1);
    outer.End();
    outer.Store(0);
  }
  const EventCollection all = StopEvents();
  ASSERT_EQ(all.events.size(), 3);
  EXPECT_EQ(all.events[0].label, 0);
  EXPECT_EQ(all.events[1].label, 1);
  EXPECT_EQ(all.events[1].memory, 7);
  EXPECT_LE(all.events[0].begin, all.events[1].begin);
  EXPECT_LE(all.events[1].end, all.events[0].end);
  ASSERT_EQ(all.totals.size(), 2);
  EXPECT_EQ(all.totals[0].calls, 1);
  EXPECT_EQ(all.totals[1].calls, 2);
  EXPECT_EQ(all.totals[0].own, all.totals[0].total - all.totals[1].total);
  EXPECT_EQ(all.totals[0].longest, all.totals[0].total);
}

TEST(RecordEvent, TellsThreadsApart) {
  StartEvents();
  Record(0);
  std::thread([] { Record(0); }).join();
  const EventCollection all = StopEvents();
  ASSERT_EQ(all.events.size(), 2);
  EXPECT_NE(all.events[0].thread, all.events[1].thread);
  EXPECT_EQ(all.totals[0].calls, 2);
}

TEST(RecordEvent, WithoutStoreNothingIsRecorded) {
  StartEvents();
  { const RecordEvent open; }
  Record(0);
  const EventCollection all = StopEvents();
  EXPECT_EQ(all.events.size(), 1);
}

TEST(RecordEvent, AStretchOfAnEarlierCollectionIsLost) {
  StartEvents();
  RecordEvent early;
  StartEvents();
  early.End();
  early.Store(0);
  EXPECT_TRUE(StopEvents().events.empty());
}

TEST(RecordEvent, BeyondTheLimitOnlyTotalsGrow) {
  StartEvents(/*max_events=*/2);
  for (int i = 0; i < 5; ++i) Record(0);
  const EventCollection all = StopEvents();
  EXPECT_EQ(all.events.size(), 2);
  EXPECT_EQ(all.dropped, 3);
  EXPECT_EQ(all.totals[0].calls, 5);
}

TEST(RecordEvent, ThreadsRecordWhileOthersStartAndStop) {
  std::atomic<bool> done{false};
  std::thread recorder([&] {
    while (!done) Record(0);
  });
  int64_t calls = 0;
  for (int i = 0; i < 100; ++i) {
    StartEvents(/*max_events=*/10);
    Record(0);
    const EventCollection all = StopEvents();
    for (const EventTotals& totals : all.totals) calls += totals.calls;
    EXPECT_LE(all.events.size(), 20);
  }
  done = true;
  recorder.join();
  EXPECT_GE(calls, 100);
}

}  // namespace
}  // namespace paddle::platform
