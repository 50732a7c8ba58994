#include "paddle/framework/distributed/group/gather.h"

#include <cstdint>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

TEST(GatherBytes, SizesMayDiffer) {
  RunRanks(3, 0, [](Communicator& group) {
    const std::string own(group.rank(), 'a');  // the first one has nothing
    EXPECT_THAT(GatherBytes(&group, own),
                ::testing::ElementsAre("", "a", "aa"));
  });
}

TEST(GatherBytes, MayTakeSeveralPieces) {
  RunRanks(2, 0, [](Communicator& group) {
    const std::vector<std::string> expected = {std::string(4 << 20, 'a'),
                                               std::string((8 << 20) + 1, 'b')};
    EXPECT_TRUE(GatherBytes(&group, expected[group.rank()]) == expected);
  });
}

// The member sends other bytes than it has said.
TEST(GatherBytes, SizesThatAreNotTrueAreErrors) {
  for (const uint64_t said : {uint64_t{1}, uint64_t{1} << 60, UINT64_MAX}) {
    EXPECT_ERROR(RunRanks(2, 0,
                          [&](Communicator& group) {
                            if (group.rank() == 0) {
                              GatherBytes(&group, "own");
                              return;
                            }
                            std::vector<uint64_t> sizes(2);
                            group.AllGather(&said, {8, 8}, sizes.data());
                            char bytes[6] = "";
                            group.AllGather("abc", {3, 3}, bytes);
                          }),
                 InvalidArgument, "one sends 3 bytes, the other expects ");
  }
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
