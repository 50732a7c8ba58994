#include "paddle/operators/control_flow/block_gradient_base.h"

#include <vector>

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/compile_time_context.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::BlockIndex;
using framework::CompileTimeContext;
using framework::MakeOp;
using framework::NameList;
using ::testing::ElementsAre;
using ::testing::Pair;
namespace proto = framework::proto;

class BlockGradientTest : public ::testing::Test {
 protected:
  BlockGradientTest() {
    Var(0, "x", proto::FLOAT32, {-1, 3})->set_lod_level(2);
    Var(0, "y", proto::FLOAT64, {4});
    Var(0, "array", proto::FLOAT32, {2})->set_kind(proto::TENSOR_ARRAY);
    for (const char* name : {"g0", "g1", "g2"})
      program_.global_block().Var(name);
    program_.AddBlock(0);
    Result("a", proto::FLOAT32, {-1, 3});
    Result("b", proto::FLOAT64, {4});
  }

  proto::VarDesc* Var(int block, const std::string& name, proto::DataType dtype,
                      const framework::Dims& dims) {
    proto::VarDesc* var = program_.block(block).Var(name);
    var->set_dtype(dtype);
    for (int64_t size : dims) var->add_dims(size);
    return var;
  }
  proto::VarDesc* Result(const std::string& name, proto::DataType dtype,
                         const framework::Dims& dims) {
    program_.block(1).mutable_desc()->add_results(name);
    return Var(1, name, dtype, dims);
  }
  const proto::VarDesc& Global(const std::string& name) {
    return program_.global_block().GetVar(name);
  }

  framework::Program program_{framework::OpInfoMap::Instance()};
};

TEST_F(BlockGradientTest, GradientsAreShapedAsWhatTheyAreOf) {
  const proto::OpDesc op =
      MakeOp("example_grad", {{"X", {"x", "y", "array", "x"}}},
             {{"X@GRAD", {"g0", "", "g1"}}});  // fewer, some left out
  CompileTimeContext context(op, &program_.global_block());
  SetGrads(&context, "X");
  EXPECT_THAT(Global("g0").dims(), ElementsAre(-1, 3));
  EXPECT_EQ(Global("g0").lod_level(), 2);
  EXPECT_EQ(Global("g1").kind(), proto::TENSOR_ARRAY);
}

TEST_F(BlockGradientTest, GradientsOfOutputsFitThem) {
  const auto check = [&](const NameList& out, const NameList& grads) {
    const proto::OpDesc op =
        MakeOp("example_grad", {{"Out", out}, {"Out@GRAD", grads}}, {});
    CheckOutputGrads(CompileTimeContext(op, &program_.global_block()));
  };
  check({"x", "y"}, {});
  check({"x", "y"}, {"", "y"});
  check({"x", "array"}, {"x", "array"});
  EXPECT_ERROR(check({"x", "y"}, {"x"}), InvalidArgument,
               "example_grad has 1 gradients of 2 outputs");
  EXPECT_ERROR(check({"x", "y"}, {"", "x"}), InvalidArgument,
               "gradient 1 of example_grad has the shape [N, 3], its output "
               "[4]");
  Var(0, "other", proto::FLOAT32, {4});
  EXPECT_ERROR(check({"y"}, {"other"}), InvalidArgument,
               "or they differ in data type");
  Var(0, "dense", proto::FLOAT32, {2});
  EXPECT_ERROR(check({"array"}, {"dense"}), InvalidArgument, "gradient 0");
}

TEST_F(BlockGradientTest, GradientsOfCapturesAreTheLastResults) {
  const auto set = [&](const NameList& wanted, const NameList& grads) {
    const proto::OpDesc op =
        MakeOp("example_grad", {{"Wanted", wanted}}, {{"Captures@GRAD", grads}},
               {{"block", BlockIndex{1}}});
    CompileTimeContext context(op, &program_.global_block());
    SetCaptureGrads(&context, "block");
  };
  set({"y"}, {"g0"});
  EXPECT_EQ(Global("g0").dtype(), proto::FLOAT64);
  Var(1, "b", proto::FLOAT64, {})->set_kind(proto::SELECTED_ROWS);
  set({"x", "y"}, {"g1", "g2"});
  EXPECT_EQ(Global("g1").kind(), proto::DENSE_TENSOR);
  EXPECT_EQ(Global("g1").lod_level(), 2);
  EXPECT_EQ(Global("g2").kind(), proto::SELECTED_ROWS);
  EXPECT_THAT(Global("g2").dims(), ElementsAre(4));
  EXPECT_ERROR(set({"x"}, {"g1"}), InvalidArgument,
               "gradient 'b' of the block is float64, but it is given float32");
  EXPECT_ERROR(set({"x", "x", "y"}, {}), InvalidArgument,
               "example_grad has 3 captures and 0 gradients of them, but its "
               "block has 2 results");
  EXPECT_ERROR(set({"y"}, {"g1", "g2"}), InvalidArgument,
               "has 1 captures and 2 gradients");
}

// Gives "<name>@GRAD" for each name.
class FakeContext : public framework::GradContext {
 public:
  explicit FakeContext(NameList names) : names_(std::move(names)) {}
  NameList OutputGrads(absl::string_view) override { return {}; }
  NameList OutputGradsOrZeros(absl::string_view) override { return {}; }
  NameList InputGrads(absl::string_view) override {
    NameList grads;
    for (const std::string& name : names_) {
      grads.push_back(framework::GradName(name));
    }
    return grads;
  }
  framework::GradBlock DifferentiateBlock(int) override { return {}; }

 private:
  const NameList names_;
};

TEST(BlockGradientMakerTest, SlotsOfTheForwardOperator) {
  const proto::OpDesc forward =
      MakeOp("example", {{"Captures", {"u", "v", "w"}}}, {});
  FakeContext context({"u", "v", "w"});
  EXPECT_THAT(ForwardSlot(forward, "Captures"),
              Pair("Captures", ElementsAre("u", "v", "w")));
  EXPECT_THAT(ForwardSlot(forward, "X").second, ::testing::IsEmpty());
  EXPECT_THAT(GradSlot(&context, "Captures"),
              Pair("Captures@GRAD", ElementsAre("u@GRAD", "v@GRAD", "w@GRAD")));
  framework::GradBlock grad;
  grad.captures = {"w", "u"};
  EXPECT_THAT(GradsOfWanted(forward, grad, &context),
              ElementsAre("w@GRAD", "u@GRAD"));
  grad.captures = {"x"};
  EXPECT_ERROR(GradsOfWanted(forward, grad, &context), InvalidArgument,
               "a block of example reads 'x', which is not among its captures");
}

}  // namespace
}  // namespace paddle::operators
