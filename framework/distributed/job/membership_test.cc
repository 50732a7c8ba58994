#include "paddle/framework/distributed/job/membership.h"

#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/distributed/job/testing/test_agent.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

// An agent that says what a test wants.
class Agent {
 public:
  explicit Agent(const std::string& path) : listener_(ListenAt(path)) {}
  ~Agent() {
    Leave();
    ::close(listener_);
  }

  void Accept() { worker_ = ::accept(listener_, nullptr, nullptr); }
  void Leave() {
    if (worker_ >= 0) ::close(worker_);
    worker_ = -1;
  }
  void Say(const std::string& text) {
    EXPECT_EQ(::send(worker_, text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }
  std::string Line() {
    std::string line;
    for (char c = 0; ::recv(worker_, &c, 1, 0) == 1 && c != '\n';) line += c;
    return line;
  }
  // Returns the next line that is no sign of life.
  std::string Hear() {
    std::string line = Line();
    while (line.rfind("alive", 0) == 0) line = Line();
    return line;
  }

 private:
  const int listener_;
  int worker_ = -1;
};

class MembershipTest : public ::testing::Test {
 protected:
  MembershipTest() : agent_(socket_), member_(socket_, 1) { agent_.Accept(); }
  ~MembershipTest() override {
    std::filesystem::remove_all(std::filesystem::path(socket_).parent_path());
  }

  const std::string socket_ = NewSocketPath();
  Agent agent_;
  Membership member_;
};

TEST_F(MembershipTest, WaitsForALaterPlace) {
  std::thread agent([&] {
    EXPECT_EQ(agent_.Hear(), "ready 1 0");
    agent_.Say("place 1 1 3\n");
    EXPECT_EQ(agent_.Hear(), "ready 1 1");
    // An old one, a word of a later agent, and the next one, in pieces.
    agent_.Say("place 1 1 3\nplaces x\nhello\n\npla");
    agent_.Say("ce 2 0 2\n");
  });
  Place place = member_.Next(0);
  EXPECT_EQ(place.epoch, 1);
  EXPECT_EQ(place.rank, 1);
  EXPECT_EQ(place.size, 3);
  place = member_.Next(1);
  EXPECT_EQ(place.epoch, 2);
  EXPECT_EQ(place.rank, 0);
  EXPECT_EQ(place.size, 2);
  agent.join();
}

TEST_F(MembershipTest, GivesSignsOfLife) {
  EXPECT_EQ(agent_.Line(), "alive 1");
  EXPECT_EQ(agent_.Line(), "alive 1");
  member_.Done();
  EXPECT_EQ(agent_.Hear(), "done 1");
}

// Runs a group of two, of which this test watches rank 0 alone.
void ExpectAborted(Membership* member, int64_t epoch,
                   const std::function<void()>& lose,
                   const std::string& reason) {
  EXPECT_ERROR(
      RunRanks(2, 0,
               [&](Communicator& group) {
                 if (group.rank() != 0) {
                   lose();
                   // Until the other end is aborted.
                   EXPECT_ERROR(for (;;) group.Barrier(), Unavailable, "");
                   return;
                 }
                 member->Watch(
                     epoch, [&](const std::string& why) { group.Abort(why); });
                 for (;;) group.Barrier();
               }),
      Unavailable, reason);
  member->Watch(0, nullptr);
}

TEST_F(MembershipTest, AbortsTheGroupThatHasLostAMember) {
  ExpectAborted(
      &member_, 4, [&] { agent_.Say("lost 4 rank 2 was killed by SIGKILL\n"); },
      "rank 2 was killed by SIGKILL");
  // Whoever watches it later hears of it, too.
  ExpectAborted(
      &member_, 4, [] {}, "rank 2 was killed by SIGKILL");
}

TEST_F(MembershipTest, AgentThatGoesEndsEverything) {
  ExpectAborted(
      &member_, 1, [&] { agent_.Leave(); }, "the agent of this");
  EXPECT_ERROR(member_.Next(1), Unavailable, "the agent of this trainer");
}

TEST_F(MembershipTest, PassesOnWhatMembersSetForEachOther) {
  const Rendezvous meeting = member_.MeetingOf(3);
  const auto soon = [] {
    return std::chrono::steady_clock::now() + std::chrono::seconds(30);
  };
  const std::string all = std::string("\0a b\n", 5) + std::string(1 << 19, 'x');
  std::thread agent([&] {
    const std::string line = agent_.Hear();
    // One of an old group, of this one under another key, and the value.
    agent_.Say("value 2 gloo/1 b2xk\nvalue 3 gloo/2 bmV3\n");
    agent_.Say("value" + line.substr(3) + "\n");
    agent_.Say("value 2 gloo/1 b2xk\nvalue 3 empty \n");
  });
  meeting.set("gloo/1", all);
  EXPECT_EQ(meeting.wait("gloo/1", soon()), all);
  EXPECT_EQ(meeting.wait("gloo/2", soon()), "new");
  EXPECT_EQ(meeting.wait("empty", soon()), "");
  agent.join();
  EXPECT_ERROR(meeting.wait("gloo/0", std::chrono::steady_clock::now()),
               Unavailable, "nobody has set gloo/0 for the group of epoch 3");
  // Nothing of it is taken for a value of the next group.
  EXPECT_ERROR(
      member_.MeetingOf(4).wait("gloo/1", std::chrono::steady_clock::now()),
      Unavailable, "nobody has set gloo/1 for the group of epoch 4");
  agent_.Say("lost 3 rank 0 was lost\n");
  EXPECT_ERROR(meeting.wait("gloo/0", soon()), Unavailable, "rank 0 was lost");
}

TEST_F(MembershipTest, HearsThatOthersWaitToJoin) {
  agent_.Say("leave 2\nleave 1\nvalue 2 end \n");
  member_.MeetingOf(2).wait("end", Rendezvous::Deadline::max());
  EXPECT_TRUE(member_.IsAskedToLeave(2));
  EXPECT_FALSE(member_.IsAskedToLeave(3));
}

TEST_F(MembershipTest, EarlierEpochsChangeNothing) {
  agent_.Say("lost 5 b\nlost 3 a\nplace 7 0 2\nplace 6 1 2\n");
  EXPECT_EQ(member_.Next(6).epoch, 7);
  EXPECT_EQ(member_.Next(0).rank, 0);
  EXPECT_ERROR(member_.MeetingOf(5).wait("key", Rendezvous::Deadline::max()),
               Unavailable, "b");
}

// Else the trainer would wait for a place that the agent believes it has.
TEST(Membership, SenselessLinesEndTheWait) {
  for (const std::string& line :
       {std::string("place x"), std::string("place 1 0"),
        std::string("place 1 2 2"), std::string("place 1 -1 2"),
        std::string("place 0 0 1"), std::string("place 1 0 99999999999"),
        std::string("place 1 0 1 0"), std::string("lost 1"),
        std::string("lost a b"), std::string("place \0 0 1", 11)}) {
    const std::string socket = NewSocketPath();
    Agent agent(socket);
    Membership member(socket, 0);
    agent.Accept();
    agent.Say(line + "\n");
    EXPECT_ERROR(member.Next(0), Unavailable,
                 "the agent of this trainer says what makes no sense: '" +
                     line.substr(0, 4));
    std::filesystem::remove_all(std::filesystem::path(socket).parent_path());
  }
}

TEST_F(MembershipTest, LinesHaveALongestLength) {
  agent_.Say(std::string((1 << 20) + 5000, 'x'));
  EXPECT_ERROR(member_.Next(0), Unavailable, "a line of ");
}

TEST(Membership, NeedsAnAgent) {
  EXPECT_ERROR(Membership("/nowhere/agent", 0), Unavailable,
               "no agent listens at");
  EXPECT_ERROR(Membership(std::string(200, 'x'), 0), InvalidArgument,
               "is longer than 107 bytes");
}

}  // namespace
}  // namespace paddle::distributed
