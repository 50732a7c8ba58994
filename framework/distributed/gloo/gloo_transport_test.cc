#include "paddle/framework/distributed/gloo/gloo_transport.h"

#include <chrono>
#include <cstring>
#include <functional>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/gloo/testing/gloo_group.h"
#include "paddle/framework/distributed/runner/store_rendezvous.h"
#include "paddle/framework/distributed/store/file_store.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Around the size up to which a message travels in one piece, and far above.
constexpr size_t kSmall = 16 << 10, kLarge = 8 << 20;

class GlooTransportTest : public ::testing::Test {
 protected:
  std::vector<std::unique_ptr<Transport>> Connect(
      int size, Sharing sharing = Sharing::kOfMachine) {
    return ConnectGlooThreads(size, folder_.Path("job"), sharing);
  }
  MemberOptions Options(int rank, int size, int milliseconds) {
    MemberOptions options;
    options.rank = rank;
    options.size = size;
    options.timeout = std::chrono::milliseconds(milliseconds);
    options.rendezvous = RendezvousOf(NewFileStore(folder_.Path("job")));
    return options;
  }

  const platform::TemporaryFolder folder_;
};

std::string Numbered(size_t bytes, int seed) {
  std::string text(bytes, '\0');
  for (size_t i = 0; i < bytes; ++i) text[i] = (i * 31 + i / 251 + seed) & 255;
  return text;
}

void TestOrder(const std::vector<std::unique_ptr<Transport>>& ends) {
  constexpr int kMessages = 304;
  // Those under way are more than a pool holds.
  const std::vector<size_t> sizes{0,    1,      kSmall,  kSmall + 1,
                                  1000, 300000, 2 << 20, (2 << 20) + 1};
  std::vector<std::string> sent, received;
  std::vector<std::unique_ptr<Message>> messages;
  for (int i = 0; i < kMessages; ++i) {
    sent.push_back(Numbered(sizes[i % sizes.size()], i));
    received.emplace_back(sent.back().size(), '\0');
  }
  // Receivers come before, between and after the senders.
  for (int i = 0; i < kMessages + 100; ++i) {
    if (i < kMessages) {
      messages.push_back(ends[0]->Send(1, 5, sent[i].data(), sent[i].size()));
    }
    const int late = i - 100;
    if (late >= 0 && late < kMessages) {
      messages.push_back(
          ends[1]->Receive(0, 5, received[late].data(), received[late].size()));
    }
  }
  for (auto message = messages.rbegin(); message != messages.rend();
       ++message) {
    (*message)->Wait();
    (*message)->Wait();
  }
  EXPECT_EQ(sent, received);
}

TEST_F(GlooTransportTest, FirstSentIsFirstReceived) { TestOrder(Connect(2)); }

TEST_F(GlooTransportTest, NetworkAloneKeepsTheOrder) {
  TestOrder(Connect(2, Sharing::kNone));
}

TEST_F(GlooTransportTest, TagsKeepMessagesApart) {
  auto ends = Connect(2);
  for (const size_t bytes : {size_t{4}, kLarge}) {
    const std::string one = Numbered(bytes, 1), two = Numbered(bytes, 2);
    std::string first(bytes, '\0'), second(bytes, '\0');
    auto a = ends[0]->Send(1, 1, one.data(), bytes);
    auto b = ends[0]->Send(1, 2, two.data(), bytes);
    auto d = ends[1]->Receive(0, 2, second.data(), bytes);
    auto c = ends[1]->Receive(0, 1, first.data(), bytes);
    for (Message* message : {c.get(), d.get(), a.get(), b.get()}) {
      message->Wait();
    }
    EXPECT_EQ(first, one);
    EXPECT_EQ(second, two);
  }
}

TEST_F(GlooTransportTest, NothingCanBeSent) {
  auto ends = Connect(2);
  auto out = ends[0]->Send(1, 0, nullptr, 0);
  auto in = ends[1]->Receive(0, 0, nullptr, 0);
  out->Wait();
  in->Wait();
}

TEST_F(GlooTransportTest, MemberThatEndsIsLostToTheOthers) {
  auto ends = Connect(3);
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
  auto in = ends[2]->Receive(1, 0, &value, sizeof(int));
  in->Wait();
}

TEST_F(GlooTransportTest, WhatHasArrivedOutlivesTheSender) {
  auto ends = Connect(3);
  const std::string sent = Numbered(kSmall + 1, 1);
  std::string received(sent.size(), '\0'), nothing = received;
  auto in = ends[1]->Receive(0, 0, received.data(), received.size());
  auto never = ends[1]->Receive(0, 1, nothing.data(), nothing.size());
  ends[0]->Send(1, 0, sent.data(), sent.size())->Wait();
  ends[0].reset();
  EXPECT_ERROR(never->Wait(), Unavailable, "rank 0 has left the group");
  in->Wait();
  EXPECT_EQ(sent, received);
}

TEST_F(GlooTransportTest, AbortEndsTheMessagesOfThisEnd) {
  auto ends = Connect(2);
  int value = 0;
  auto message = ends[0]->Receive(1, 0, &value, sizeof(int));
  auto other = ends[1]->Receive(0, 0, &value, sizeof(int));
  steady_clock::time_point begin;
  std::thread aborts([&] {
    std::this_thread::sleep_for(milliseconds(30));
    begin = steady_clock::now();
    ends[0]->Abort("enough");
  });
  EXPECT_ERROR(message->Wait(), Unavailable,
               "message from rank 1 to rank 0: rank 0 has left the group: "
               "enough");
  aborts.join();
  EXPECT_LT(steady_clock::now() - begin, milliseconds(500));
  ends[0]->Abort("again");
  EXPECT_ERROR(ends[0]->Send(1, 0, &value, 4)->Wait(), Unavailable, "enough");
  EXPECT_ERROR(other->Wait(), Unavailable,
               "message from rank 0 to rank 1: rank 0 has left the group: "
               "enough");
}

TEST_F(GlooTransportTest, SizesThatDifferAreAnError) {
  const std::vector<std::pair<size_t, size_t>> sizes{{1, 2},
                                                     {2, 1},
                                                     {0, 1},
                                                     {1, kLarge},
                                                     {kLarge, 1},
                                                     {kLarge, kLarge + 1},
                                                     {kLarge + 1, kLarge},
                                                     {kSmall, kSmall + 1},
                                                     {kSmall + 1, kSmall}};
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto [sent, expected] = sizes[i];
    auto ends = ConnectGlooThreads(2, folder_.Path(std::to_string(i)));
    std::string from(sent, 'x'), to(expected, 'x');
    auto out = ends[0]->Send(1, 0, from.data(), sent);
    auto in = ends[1]->Receive(0, 0, to.data(), expected);
    EXPECT_ERROR(in->Wait(), InvalidArgument,
                 "message from rank 0 to rank 1: one sends " +
                     std::to_string(sent) + " bytes, the other expects " +
                     std::to_string(expected));
    // A message that is small, or lies in the receiver's pool, has left.
    if (sent == kLarge) {
      EXPECT_ERROR(out->Wait(), Unavailable,
                   "rank 1 has left the group: message from rank 0 to rank 1: "
                   "one sends");
    }
    EXPECT_ERROR(ends[0]->Receive(1, 1, to.data(), expected)->Wait(),
                 Unavailable, "rank 1 has left the group: message from rank 0");
  }
}

TEST_F(GlooTransportTest, RefusesWrongRanks) {
  EXPECT_ERROR(ConnectGloo(Options(0, 0, 0)), InvalidArgument,
               "members of a group (got 0");
  EXPECT_ERROR(ConnectGloo(Options(2, 2, 0)), InvalidArgument,
               "rank 2 in a group of 2");
  auto ends = Connect(2);
  EXPECT_ERROR(ends[0]->Send(2, 0, nullptr, 0), InvalidArgument,
               "rank 0 of a group of 2 cannot exchange messages with rank 2");
  EXPECT_ERROR(ends[0]->Receive(0, 0, nullptr, 0), InvalidArgument,
               "cannot exchange messages with rank 0");
}

TEST_F(GlooTransportTest, MissingMembersAreAnError) {
  auto alone = ConnectGloo(Options(0, 1, 0));
  EXPECT_EQ(alone->size(), 1);
  EXPECT_ERROR(ConnectGloo(Options(0, 2, 50)), Unavailable,
               "nobody has set gloo/1 in the store ");
  // The address of a member that has gone since.
  EXPECT_ERROR(ConnectGloo(Options(1, 2, 300)), Unavailable,
               "rank 1 cannot connect to rank 0: ");
  MemberOptions options = Options(0, 2, 50);
  for (const char* address : {"no such machine", "", "192.0.2.1"}) {
    options.address = address;
    EXPECT_ERROR(ConnectGloo(options), Unavailable,
                 std::string("rank 0 cannot use the address '") + address);
  }
}

// Rank 1 says that it is where rank 0 is, where nobody is, or nowhere.
TEST_F(GlooTransportTest, WrongAddressesAreErrors) {
  const auto connect = [this](const std::function<void(std::string*)>& change) {
    MemberOptions options = Options(0, 2, 300);
    std::string own;
    options.rendezvous.set = [&](const std::string&, const std::string& value) {
      own = value;
    };
    options.rendezvous.wait = [&](const std::string&, Rendezvous::Deadline) {
      // Rank 0 waits for rank 1 at the second address of its record.
      const size_t head = own.find('\n') + 1, bytes = (own.size() - head) / 2;
      const std::string address = own.substr(head + bytes);
      std::string theirs = own.substr(0, head) + address + address;
      change(&theirs);
      return theirs;
    };
    ConnectGloo(options);
  };
  const std::string cannot = "rank 0 cannot connect to rank 1: ";
  EXPECT_ERROR(connect([](std::string*) {}), Unavailable, cannot);
  // The begin and the end of the port, the end of the number of this machine,
  // and the number of the connection.
  for (const size_t place : {2, 3, 7, 128}) {
    for (const int change : {1, 2, 64}) {
      EXPECT_ERROR(connect([&](std::string* record) {
                     (*record)[record->find('\n') + 1 + place] ^= change;
                   }),
                   Unavailable, cannot);
    }
  }
  EXPECT_ERROR(connect([](std::string* record) { record->pop_back(); }),
               InvalidArgument, "rank 1 gives ");
}

TEST_F(GlooTransportTest, GroupsOfDifferentSizesDoNotMix) {
  EXPECT_ERROR(ConnectGloo(Options(0, 3, 50)), Unavailable, "gloo/1");
  EXPECT_ERROR(ConnectGloo(Options(1, 2, 50)), InvalidArgument,
               "rank 1 cannot connect to rank 0, which belongs to a group of "
               "another size or version");
}

}  // namespace
}  // namespace paddle::distributed
