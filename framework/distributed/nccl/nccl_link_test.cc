#include "paddle/framework/distributed/nccl/nccl_link.h"

#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

class NcclLinkTest : public ::testing::Test {
 protected:
  NcclLinkTest()
      : api_(LoadNccl("framework/distributed/nccl/libfake_nccl.so")) {
    api_.GetUniqueId(&id_);
  }

  // Runs body(link, rank) on a thread for each member.
  void Run(int size, const std::function<void(NcclLink&, int)>& body) const {
    std::vector<std::thread> threads;
    for (int rank = 0; rank < size; ++rank) {
      threads.emplace_back([&, rank] {
        NcclLink link(api_, id_, rank, size, milliseconds(60000));
        body(link, rank);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  const NcclApi api_;
  NcclId id_{};
};

TEST_F(NcclLinkTest, CarriesBytes) {
  Run(3, [](NcclLink& link, int rank) {
    std::vector<char> all(3, static_cast<char>('a' + rank));
    char from_last = 0;
    link.Submit(nullptr, [&](const NcclCalls& calls) {
      calls.Send((rank + 1) % 3, &all[rank], 1);
      calls.Receive((rank + 2) % 3, &from_last, 1);
      calls.Send((rank + 1) % 3, nullptr, 0);
    });
    EXPECT_EQ(from_last, 'a' + (rank + 2) % 3);
    link.Submit(nullptr, [&](const NcclCalls& calls) {
      calls.AllGather(&all[rank], 1, all.data());
    });
    EXPECT_THAT(all, ElementsAre('a', 'b', 'c'));
    link.Submit(nullptr, [&](const NcclCalls& calls) {
      calls.Broadcast(all.data(), 2, 1);
    });
    EXPECT_THAT(all, ElementsAre('a', 'b', 'c'));
  });
}

TEST_F(NcclLinkTest, GivesEachItsPieceOfASum) {
  Run(3, [](NcclLink& link, int rank) {
    std::vector<float> numbers(6);
    for (int i = 0; i < 6; ++i) {
      numbers[i] = static_cast<float>(i * (rank + 1));
    }
    std::vector<float> piece(2);
    link.Submit(nullptr, [&](const NcclCalls& calls) {
      calls.ReduceScatter(numbers.data(), 2, framework::DataType::kFloat32,
                          Reduction::kSum, piece.data());
    });
    const float first = static_cast<float>(2 * rank * 6);
    EXPECT_THAT(piece, ElementsAre(first, first + 6));
  });
}

TEST_F(NcclLinkTest, MemberThatDoesNotComeIsAnError) {
  EXPECT_ERROR(NcclLink(api_, id_, 0, 2, milliseconds(20)), Unavailable,
               "ncclCommInitRankConfig of rank 0 does not end");
}

TEST_F(NcclLinkTest, ErrorNamesTheFunction) {
  setenv("FAKE_NCCL_FAIL", "ncclSend", 1);
  Run(2, [](NcclLink& link, int rank) {
    char byte = 0;
    EXPECT_ERROR(
        link.Submit(
            nullptr,
            [&](const NcclCalls& calls) { calls.Send(1 - rank, &byte, 1); }),
        Unavailable, "ncclSend: unhandled system error: a cable was pulled");
  });
  unsetenv("FAKE_NCCL_FAIL");
}

TEST_F(NcclLinkTest, AbortEndsACallUnderWay) {
  Run(2, [](NcclLink& link, int rank) {
    if (rank == 1) {
      std::this_thread::sleep_for(milliseconds(50));
      link.Abort("the epoch is over");
      link.Abort("a later reason");
    }
    char byte = 0;
    EXPECT_ERROR(link.Submit(nullptr,
                             [&](const NcclCalls& calls) {
                               calls.Receive(1 - rank, &byte, 1);
                             }),
                 Unavailable,
                 rank == 1 ? "rank 1 has left the group: the epoch is over"
                           : "ncclGroupEnd: remote process exited");
    link.Abort("so has this one");
  });
}

TEST_F(NcclLinkTest, OwnAbortEndsAWait) {
  Run(2, [](NcclLink& link, int) {
    std::thread other([&] {
      std::this_thread::sleep_for(milliseconds(20));
      link.Abort("enough");
    });
    EXPECT_ERROR(link.Await([] { return false; }), Unavailable, "");
    other.join();
  });
}

TEST_F(NcclLinkTest, LostMemberLeavesASecond) {
  Run(2, [](NcclLink& link, int) {
    link.Lose("rank 7 is lost");
    link.Await([] { return true; });
    EXPECT_ERROR(link.Await([] { return false; }), Unavailable,
                 "rank 7 is lost");
  });
}

}  // namespace
}  // namespace paddle::distributed
