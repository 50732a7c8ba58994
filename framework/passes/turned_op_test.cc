// The operators one by one are tested by channels_last_test.cc.
#include "paddle/framework/passes/turned_op.h"

#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework::testing {
namespace {

TEST(TurnedOpTest, AttributesOfARunStayWhereTheyAre) {
  Program program(OpInfoMap::Instance());
  AddFeed(&program, "x", {2, 4, 8, 8});
  AddFeed(&program, "sizes", {2})->set_dtype(proto::INT64);
  const auto turned = [&](const SlotMap& inputs, const NameList& outputs) {
    program.AppendOp(0, MakeOp("split", inputs, {{"Out", outputs}},
                               {{"axis", int64_t{1}},
                                {"sections", std::vector<int64_t>{1, 3}}}));
    const auto& block = program.global_block();
    return TurnedOp(block.desc().ops(block.desc().ops_size() - 1), block,
                    [](const std::string& name) { return name + ".last"; });
  };
  const auto known = turned({{"X", {"x"}}}, {"a", "b"});
  ASSERT_TRUE(known.has_value());
  EXPECT_EQ(Inputs(*known, "X"), NameList{"x.last"});
  EXPECT_FALSE(turned({{"X", {"x"}}, {"SectionsTensor", {"sizes"}}}, {"c", "d"})
                   .has_value());
}

}  // namespace
}  // namespace paddle::framework::testing
