#include "paddle/operators/control_flow/block_ends.h"

#include <functional>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/compile_time_context.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::BlockIndex;
using framework::DataType;
using framework::Dims;
namespace proto = framework::proto;

class BlockEndsTest : public ::testing::Test {
 protected:
  BlockEndsTest() {
    auto* desc = program_.block(program_.AddBlock(0)).mutable_desc();
    desc->add_arguments("a");
    desc->add_results("b");
    desc->add_results("outer");
    Var(1, "a", proto::FLOAT32, {-1, 3})->set_lod_level(1);
    Var(1, "b", proto::INT64, {2})->set_kind(proto::TENSOR_ARRAY);
    Var(0, "outer", proto::UNKNOWN, {});
  }

  proto::VarDesc* Var(int block, const std::string& name, proto::DataType dtype,
                      const Dims& dims) {
    proto::VarDesc* var = program_.block(block).Var(name);
    var->set_dtype(dtype);
    for (int64_t size : dims) var->add_dims(size);
    return var;
  }

  framework::Program program_{framework::OpInfoMap::Instance()};
  const proto::OpDesc op_ =
      framework::MakeOp("example", {}, {},
                        {{"block", BlockIndex{1}},
                         {"blocks", std::vector<BlockIndex>{{0}, {1}}}});
  const framework::CompileTimeContext context_{op_, &program_.global_block()};
};

TEST_F(BlockEndsTest, DescribesTheEndsOfABlock) {
  const BlockEnds ends(context_, "block");
  EXPECT_EQ(ends.num_arguments(), 1);
  EXPECT_EQ(ends.num_results(), 2);
  const BlockEnds::Var a = ends.argument(0);
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.kind, proto::DENSE_TENSOR);
  EXPECT_EQ(a.dtype, DataType::kFloat32);
  EXPECT_EQ(a.dims, Dims({-1, 3}));
  EXPECT_EQ(a.lod_level, 1);
  EXPECT_EQ(ends.result(0).kind, proto::TENSOR_ARRAY);
  EXPECT_EQ(ends.result(0).dtype, DataType::kInt64);
}

TEST_F(BlockEndsTest, OneOfSeveralBlocks) {
  EXPECT_EQ(BlockEnds(context_, "blocks", 0).num_arguments(), 0);
  EXPECT_EQ(BlockEnds(context_, "blocks", 1).num_arguments(), 1);
}

TEST_F(BlockEndsTest, AnEndWithoutDataType) {
  EXPECT_ERROR(BlockEnds(context_, "block").result(1), InvalidArgument,
               "variable 'outer' at the end of block 1 has no data type");
}

TEST_F(BlockEndsTest, AValueAndItsNextOne) {
  const BlockEnds::Var a = {
      "a", proto::DENSE_TENSOR, DataType::kFloat32, {2, -1}, 0};
  BlockEnds::Var next = {
      "next", proto::DENSE_TENSOR, DataType::kFloat32, {-1, 5}, 0};
  BlockEnds::CheckSame(a, next, "memory");
  next.dims = {3, 5};
  EXPECT_ERROR(BlockEnds::CheckSame(a, next, "memory"), InvalidArgument,
               "memory 'a' is [2, N] float32, but 'next', its next value, is "
               "[3, 5] float32");
  for (const auto& change : std::vector<std::function<void(BlockEnds::Var*)>>{
           [](auto* v) { v->kind = proto::SELECTED_ROWS; },
           [](auto* v) { v->dtype = DataType::kFloat64; },
           [](auto* v) { v->lod_level = 1; }, [](auto* v) { v->dims = {2}; }}) {
    BlockEnds::Var other = a;
    BlockEnds::CheckSame(a, other, "memory");
    change(&other);
    EXPECT_ERROR(BlockEnds::CheckSame(a, other, "memory"), InvalidArgument,
                 "its next value");
  }
}

TEST_F(BlockEndsTest, DataTypes) {
  const auto a = BlockEnds(context_, "block").argument(0);
  BlockEnds::CheckType(a, DataType::kFloat32, "step");
  EXPECT_ERROR(BlockEnds::CheckType(a, DataType::kInt8, "step"),
               InvalidArgument,
               "step 'a' of the block is float32, but it is given int8");
}

}  // namespace
}  // namespace paddle::operators
