// The groups that a job has one after the other, while a member of an old one
// is still there: none of its messages is taken for one of the new group.

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/runner/connect.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using Group = std::unique_ptr<Communicator>;

constexpr uint64_t kTag = 5;
constexpr int kNumbers = 100000;  // more than travel with a message's head

class EpochsTest : public ::testing::Test {
 protected:
  JobMember Member(int rank, int size, int64_t epoch) const {
    JobMember member;
    member.rank = rank;
    member.size = size;
    member.shards = 3;
    member.store = "file://" + folder_.Path("job");
    member.job = absl::StrCat("job/", epoch);
    member.backend = "framework/distributed/gloo/libpaddle_gloo.so";
    return member;
  }
  std::vector<Group> Connect(int size, int64_t epoch) const {
    std::vector<Group> groups(size);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < size; ++rank) {
      threads.emplace_back(
          [&, rank] { groups[rank] = ConnectJob(Member(rank, size, epoch)); });
    }
    for (std::thread& thread : threads) thread.join();
    return groups;
  }

  const platform::TemporaryFolder folder_;
};

// Each of two members gives a number; returns what they get.
std::array<std::vector<float>, 2> Gathered(const std::vector<Group>& groups) {
  std::array<std::vector<float>, 2> results;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < 2; ++rank) {
    threads.emplace_back([&, rank] {
      const float own = 10.0f + static_cast<float>(rank);
      results[rank].resize(2);
      groups[rank]->AllGather(&own, std::vector<size_t>(2, sizeof(own)),
                              results[rank].data());
    });
  }
  for (std::thread& thread : threads) thread.join();
  return results;
}

// Calls have numbers, which begin anew in each group, so that the calls of the
// old member carry the same tags as those of the new ones.
TEST_F(EpochsTest, MessagesOfAnOldGroupDoNotReachTheNewOne) {
  std::vector<Group> old = Connect(3, 1);
  std::vector<float> sent(kNumbers, -1.0f);
  std::vector<std::thread> calls;
  for (const size_t bytes : {sizeof(float), sent.size() * sizeof(float)}) {
    calls.emplace_back([&, bytes] {
      EXPECT_ERROR(old[2]->Send(0, kTag + bytes, sent.data(), bytes);
                   old[2]->Receive(0, kTag + bytes, sent.data(), bytes),
                   Unavailable, "");
    });
  }
  calls.emplace_back([&] {
    std::vector<float> all(3);
    EXPECT_ERROR(
        old[2]->AllGather(sent.data(), std::vector<size_t>(3, 4), all.data()),
        Unavailable, "");
  });
  const std::vector<Group> now = Connect(2, 2);
  for (const std::vector<float>& result : Gathered(now)) {
    EXPECT_EQ(result, std::vector<float>({10, 11}));
  }
  for (const size_t bytes : {sizeof(float), sent.size() * sizeof(float)}) {
    const std::vector<float> expected(kNumbers, 7.0f);
    std::vector<float> got(kNumbers, 7.0f);
    std::thread sender(
        [&] { now[1]->Send(0, kTag + bytes, expected.data(), bytes); });
    now[0]->Receive(1, kTag + bytes, got.data(), bytes);
    sender.join();
    EXPECT_EQ(got, expected);
  }
  for (const int rank : {0, 1}) old[rank]->Abort("the epoch is over");
  for (std::thread& call : calls) call.join();
}

// A member that was stopped, and goes on when its group is long of the past.
TEST_F(EpochsTest, WhoComesLateFindsNobody) {
  std::thread late([&] {
    JobMember member = Member(1, 2, 1);
    member.timeout = std::chrono::milliseconds(300);
    EXPECT_ERROR(ConnectJob(member), Unavailable, "");
  });
  const std::vector<Group> now = Connect(2, 2);
  late.join();
  for (const std::vector<float>& result : Gathered(now)) {
    EXPECT_EQ(result, std::vector<float>({10, 11}));
  }
}

// It has the addresses of its own group, at which nobody listens any more.
TEST_F(EpochsTest, WhoComesLateCannotUseOldAddresses) {
  Connect(2, 1);
  const std::vector<Group> now = Connect(2, 2);
  JobMember member = Member(1, 2, 1);
  member.timeout = std::chrono::milliseconds(300);
  EXPECT_ERROR(ConnectJob(member), Unavailable,
               "rank 1 cannot connect to rank 0: ");
  for (const std::vector<float>& result : Gathered(now)) {
    EXPECT_EQ(result, std::vector<float>({10, 11}));
  }
}

}  // namespace
}  // namespace paddle::distributed
