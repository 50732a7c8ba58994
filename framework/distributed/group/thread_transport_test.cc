#include "paddle/framework/distributed/group/thread_transport.h"

#include <thread>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

TEST(ConnectThreads, FirstSentIsFirstReceived) {
  auto ends = ConnectThreads(2);
  const int sent[] = {1, 2};
  int received[2];
  auto a = ends[0]->Send(1, 5, &sent[0], sizeof(int));
  auto b = ends[0]->Send(1, 5, &sent[1], sizeof(int));
  auto c = ends[1]->Receive(0, 5, &received[0], sizeof(int));
  auto d = ends[1]->Receive(0, 5, &received[1], sizeof(int));
  for (Message* message : {a.get(), b.get(), c.get(), d.get()}) {
    message->Wait();
  }
  EXPECT_EQ(received[0], 1);
  EXPECT_EQ(received[1], 2);
}

TEST(ConnectThreads, TagsKeepMessagesApart) {
  auto ends = ConnectThreads(2);
  const int one = 1, two = 2;
  int first = 0, second = 0;
  auto a = ends[0]->Send(1, 1, &one, sizeof(int));
  auto b = ends[0]->Send(1, 2, &two, sizeof(int));
  auto d = ends[1]->Receive(0, 2, &second, sizeof(int));
  auto c = ends[1]->Receive(0, 1, &first, sizeof(int));
  c->Wait();
  d->Wait();
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 2);
}

TEST(ConnectThreads, NothingCanBeSent) {
  auto ends = ConnectThreads(2);
  auto out = ends[0]->Send(1, 0, nullptr, 0);
  auto in = ends[1]->Receive(0, 0, nullptr, 0);
  out->Wait();
  in->Wait();
}

TEST(ConnectThreads, MemberThatEndsIsLostToTheOthers) {
  auto ends = ConnectThreads(3);
  int value = 0;
  auto waits = ends[1]->Receive(0, 0, &value, sizeof(int));
  ends[0].reset();
  EXPECT_ERROR(waits->Wait(), Unavailable,
               "message from rank 0 to rank 1: rank 0 has left the group: it "
               "has ended");
  auto late = ends[1]->Send(0, 0, &value, sizeof(int));
  EXPECT_ERROR(late->Wait(), Unavailable, "rank 0 has left the group");
  // The others are not touched.
  auto out = ends[1]->Send(2, 0, &value, sizeof(int));
  auto in = ends[2]->Receive(1, 0, &value, 0 + sizeof(int));
  in->Wait();
}

TEST(ConnectThreads, AbortEndsTheMessagesOfThisEnd) {
  auto ends = ConnectThreads(2);
  int value = 0;
  auto message = ends[0]->Receive(1, 0, &value, sizeof(int));
  std::thread aborts([&] { ends[0]->Abort("enough"); });
  EXPECT_ERROR(message->Wait(), Unavailable, "enough");
  aborts.join();
  ends[0]->Abort("again");
  EXPECT_ERROR(ends[0]->Send(1, 0, &value, 4)->Wait(), Unavailable, "enough");
}

TEST(ConnectThreads, RefusesWrongRanks) {
  EXPECT_ERROR(ConnectThreads(0), InvalidArgument, "members of a group (got 0");
  auto ends = ConnectThreads(2);
  EXPECT_ERROR(ends[0]->Send(2, 0, nullptr, 0), InvalidArgument,
               "rank 0 of a group of 2 cannot exchange messages with rank 2");
  EXPECT_ERROR(ends[0]->Receive(0, 0, nullptr, 0), InvalidArgument,
               "cannot exchange messages with rank 0");
}

}  // namespace
}  // namespace paddle::distributed
