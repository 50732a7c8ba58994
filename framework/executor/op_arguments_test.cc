#include "paddle/framework/executor/op_arguments.h"

#include <memory>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

class OpArgumentsTest : public ::testing::Test {
 protected:
  static OpArguments::Var Lookup(const std::string& name) {
    return {name, name == "d" ? DataType::kFloat64 : DataType::kFloat32,
            proto::DENSE_TENSOR};
  }

  const OpProto& proto_ = OpInfoMap::Instance().Get("test_add").proto;
};

TEST_F(OpArgumentsTest, NumbersTheVariablesOfAllSlots) {
  const OpArguments arguments(
      MakeOp("test_add", {{"X", {"a", "", "d"}}, {"Y", {}}}, {{"Out", {"o"}}}),
      proto_, &OpArgumentsTest::Lookup);
  EXPECT_EQ(arguments.num_inputs(), 3);
  EXPECT_EQ(arguments.num_vars(), 4);
  EXPECT_EQ(arguments.InputRange("X").count, 3);
  EXPECT_EQ(arguments.InputRange("Y").count, 0);
  EXPECT_EQ(arguments.OutputRange("Out").begin, 3);
  EXPECT_EQ(arguments.var(1).name, "");
  EXPECT_EQ(arguments.var(2).dtype, DataType::kFloat64);
}

TEST_F(OpArgumentsTest, UnknownSlotsAndAttributes) {
  const OpArguments arguments(MakeOp("test_add", {{"X", {"a"}}}, {}), proto_,
                              &OpArgumentsTest::Lookup);
  EXPECT_EQ(arguments.InputRange("Y").count, 0);  // declared, left out
  EXPECT_ERROR(arguments.InputRange("Z"), NotFound,
               "operator test_add has no input Z");
  EXPECT_ERROR(arguments.OutputRange("X"), NotFound,
               "operator test_add has no output X");
  EXPECT_ERROR(arguments.attribute("axis"), NotFound,
               "operator test_add has no attribute axis");
  EXPECT_ERROR(arguments.block("body"), NotFound,
               "operator test_add has no block body");
}

TEST_F(OpArgumentsTest, BlocksOneByOneAndInLists) {
  const auto program = testing::NewProgram();
  std::vector<std::shared_ptr<const CompiledBlock>> blocks;
  for (int i = 0; i < 4; ++i) {
    CompiledBlock::Contents contents;
    contents.program = program;
    contents.block_index = program->AddBlock(0);
    blocks.push_back(std::make_shared<CompiledBlock>(std::move(contents)));
  }
  const OpArguments arguments(
      MakeOp("test_add", {}, {},
             {{"one", BlockIndex{2}},
              {"list", std::vector<BlockIndex>{{1}, {4}, {3}}}}),
      proto_, &OpArgumentsTest::Lookup,
      [&](int index) { return blocks[index - 1]; });
  EXPECT_EQ(arguments.block("one"), blocks[1]);
  EXPECT_EQ(arguments.block("list"), blocks[0]);
  EXPECT_EQ(arguments.block("list", 1), blocks[3]);
  EXPECT_EQ(arguments.block("list", 2), blocks[2]);
  EXPECT_EQ(arguments.blocks().size(), 4u);
  EXPECT_ERROR(arguments.block("list", 3), OutOfRange,
               "block 3 of 3 in attribute list of operator test_add");
  EXPECT_ERROR(arguments.block("one", 1), OutOfRange, "block 1 of 1");
  EXPECT_ERROR(arguments.block("list", -1), OutOfRange, "block -1 of 3");
}

}  // namespace
}  // namespace paddle::framework
