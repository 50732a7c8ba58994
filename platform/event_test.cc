#include "paddle/platform/event.h"

#include <thread>

#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

TEST(RecordEvent, RecordsNothingWhenOff) {
  { const RecordEvent event("unseen"); }
  StartEvents();
  EXPECT_TRUE(StopEvents().empty());
}

TEST(RecordEvent, NestedEventsEndInnerFirst) {
  StartEvents();
  {
    const RecordEvent outer("outer");
    const RecordEvent inner("inner");
  }
  const std::vector<Event> events = StopEvents();
  ASSERT_EQ(events.size(), 2);
  EXPECT_EQ(events[0].name, "inner");
  EXPECT_EQ(events[1].name, "outer");
  EXPECT_LE(events[1].begin, events[0].begin);
  EXPECT_LE(events[0].begin, events[0].end);
  EXPECT_LE(events[0].end, events[1].end);
  EXPECT_EQ(events[0].thread, events[1].thread);
}

TEST(RecordEvent, TellsThreadsApart) {
  StartEvents();
  { const RecordEvent event("here"); }
  std::thread([] { const RecordEvent event("there"); }).join();
  const std::vector<Event> events = StopEvents();
  ASSERT_EQ(events.size(), 2);
  EXPECT_NE(events[0].thread, events[1].thread);
}

TEST(RecordEvent, AnOpenStretchIsLost) {
  StartEvents();
  const RecordEvent open("open");
  EXPECT_TRUE(StopEvents().empty());
}

TEST(RecordEvent, AnotherCollectionStartsEmpty) {
  StartEvents();
  { const RecordEvent event("first"); }
  StartEvents();
  EXPECT_TRUE(StopEvents().empty());
}

}  // namespace
}  // namespace paddle::platform
