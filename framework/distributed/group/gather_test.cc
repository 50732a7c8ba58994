#include "paddle/framework/distributed/group/gather.h"

#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"

namespace paddle::distributed {
namespace {

TEST(GatherBytes, SizesMayDiffer) {
  RunRanks(3, 0, [](Communicator& group) {
    const std::string own(group.rank(), 'a');  // the first one has nothing
    EXPECT_THAT(GatherBytes(&group, own),
                ::testing::ElementsAre("", "a", "aa"));
  });
}

TEST(AnyOf, IsTrueForAllIfItIsForOne) {
  RunRanks(3, 0, [](Communicator& group) {
    EXPECT_FALSE(AnyOf(&group, false));
    EXPECT_TRUE(AnyOf(&group, group.rank() == 1));
    EXPECT_TRUE(AnyOf(&group, true));
  });
}

}  // namespace
}  // namespace paddle::distributed
