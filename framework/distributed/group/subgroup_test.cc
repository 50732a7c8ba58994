#include "paddle/framework/distributed/group/subgroup.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using ::testing::ElementsAre;

// Members 0, 1 and 2, 3 are the stages of two replicas.
TEST(Subgroup, MembersOfTwoDimensionsReduceAndSend) {
  RunRanks(4, 0, [](Communicator& all) {
    const std::shared_ptr<Communicator> group(&all, [](Communicator*) {});
    const int stage = all.rank() % 2, replica = all.rank() / 2;
    const auto stages =
        NewSubgroup(group, {2 * replica, 2 * replica + 1}, Subgroup::kStages);
    const auto replicas =
        NewSubgroup(group, {stage, stage + 2}, Subgroup::kReplicas);
    EXPECT_EQ(stages->rank(), stage);
    EXPECT_EQ(replicas->rank(), replica);
    EXPECT_EQ(replicas->shards(), 2);
    for (int round = 0; round < 3; ++round) {
      float own = static_cast<float>(1 + all.rank() + round), other = 0;
      const auto sent = stages->StartSend(1 - stage, 5, &own, sizeof(own));
      stages->Receive(1 - stage, 5, &other, sizeof(other));
      sent->Wait();
      EXPECT_EQ(other, 2 + 2 * replica - stage + round);
      void* part = &own;
      replicas->AllReduce({absl::MakeConstSpan(&part, 1), 1,
                           framework::DataType::kFloat32, Reduction::kSum},
                          part);
      EXPECT_EQ(own, 4 + 2 * stage + 2 * round);
    }
  });
}

TEST(Subgroup, AnAbortIsOneOfAll) {
  RunRanks(3, 0, [](Communicator& all) {
    const std::shared_ptr<Communicator> group(&all, [](Communicator*) {});
    if (all.rank() == 2) {
      float number;
      EXPECT_ERROR(all.Receive(0, 1, &number, sizeof(number)), Unavailable,
                   "had enough");
    } else {
      NewSubgroup(group, {0, 1}, Subgroup::kStages)->Abort("had enough");
    }
  });
}

TEST(Subgroup, HasMembersOnly) {
  RunRanks(2, 0, [](Communicator& all) {
    const std::shared_ptr<Communicator> group(&all, [](Communicator*) {});
    EXPECT_ERROR(NewSubgroup(group, {1 - all.rank()}, Subgroup::kStages),
                 InvalidArgument, "is none of the members");
  });
}

}  // namespace
}  // namespace paddle::distributed
