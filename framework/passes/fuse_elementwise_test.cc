#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/run_pass.h"
#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework::testing {
namespace {

proto::OpDesc Scaled(const std::string& x, const std::string& out) {
  return MakeOp("scale", {{"X", {x}}}, {{"Out", {out}}}, {{"scale", 3.0}});
}
proto::OpDesc Unary(const std::string& type, const std::string& x,
                    const std::string& out) {
  return MakeOp(type, {{"X", {x}}}, {{"Out", {out}}});
}
proto::OpDesc Binary(const std::string& type, const std::string& x,
                     const std::string& y, const std::string& out) {
  return MakeOp(type, {{"X", {x}}, {"Y", {y}}}, {{"Out", {out}}});
}
proto::OpDesc Plus(const std::string& x, const std::string& y,
                   const std::string& out) {
  return Binary("elementwise_add", x, y, out);
}
// An operator that no one joins.
proto::OpDesc Barrier(const std::string& x, const std::string& out) {
  return Unary("brelu", x, out);
}
proto::OpDesc ReluGrad(const std::string& x, const std::string& out,
                       const std::string& dout, const std::string& dx) {
  proto::OpDesc op =
      MakeOp("relu_grad", {{"X", {x}}, {"Out", {out}}, {"Out@GRAD", {dout}}},
             {{"X@GRAD", {dx}}});
  op.set_role(proto::BACKWARD);
  return op;
}

class FuseElementwiseTest : public ::testing::Test {
 protected:
  FuseElementwiseTest() : program_(TinyOps()) {
    AddFeed(&program_, "x", {-1, 512});
    AddParameter(&program_, "b", {512});
  }

  std::string After(const NameList& fetches) {
    return TextAfter("fuse_elementwise", program_, fetches);
  }
  bool LeavesAlone(const NameList& fetches) {
    return testing::LeavesAlone("fuse_elementwise", program_, fetches);
  }

  Program program_;
};

TEST_F(FuseElementwiseTest, JoinsAChain) {
  program_.AppendOp(0, Plus("x", "b", "c"));
  program_.AppendOp(0, Scaled("c", "d"));
  program_.AppendOp(0, Unary("relu", "d", "y"));
  EXPECT_EQ(After({"y"}), R"(block 0 {
  y = fused_elementwise(X=[x, b], types=["elementwise_add", "scale", "relu"], outputs=["Out", "Out", "Out"], operands=[0, 1, -1, -2], results=[2], floats_names=["1.scale"], floats=[3.0])
}
)");
}

TEST_F(FuseElementwiseTest, KeepsWhatOthersRead) {
  program_.AppendOp(0, Plus("x", "b", "c"));
  program_.AppendOp(0, Unary("gelu", "c", "d"));
  program_.AppendOp(0, Plus("d", "x", "e"));
  program_.AppendOp(0, Binary("elementwise_mul", "e", "x", "y"));
  EXPECT_EQ(After({"y", "c"}), R"(block 0 {
  [y, c] = fused_elementwise(X=[x, b], types=["elementwise_add", "gelu", "elementwise_add", "elementwise_mul"], outputs=["Out", "Out", "Out", "Out"], operands=[0, 1, -1, -2, 0, -3, 0], results=[3, 0])
}
)");
}

TEST_F(FuseElementwiseTest, JoinsTwoLoops) {
  program_.AppendOp(0, Plus("x", "b", "c"));
  program_.AppendOp(0, Unary("relu", "c", "y"));
  EXPECT_EQ(After({"y"}), R"(block 0 {
  y = fused_elementwise(X=[x, b], types=["elementwise_add", "relu"], outputs=["Out", "Out"], operands=[0, 1, -1], results=[1])
}
)");
}

TEST_F(FuseElementwiseTest, WhatSavesLittleStays) {
  program_.AppendOp(0, Plus("x", "b", "c"));
  program_.AppendOp(0, Unary("gelu", "c", "y"));
  EXPECT_TRUE(LeavesAlone({"c", "y"}));
}

// The gradient of relu reads the shape of what relu read.
TEST_F(FuseElementwiseTest, ShapesAreReadFromAnotherVariable) {
  program_.AppendOp(0, Plus("x", "b", "c"));
  program_.AppendOp(0, Unary("relu", "c", "d"));
  program_.AppendOp(0, MakeOp("exp", {{"X", {"d"}}}, {{"Out", {"e"}}}));
  program_.AppendOp(0, ReluGrad("c", "d", "e", "dc"));
  EXPECT_EQ(After({"dc", "d", "e"}), R"(block 0 {
  [e, d] = fused_elementwise(X=[x, b], types=["elementwise_add", "relu", "exp"], outputs=["Out", "Out", "Out"], operands=[0, 1, -1, -2], results=[2, 1])
  # backward
  dc = relu_grad(X=e, Out=d, Out@GRAD=e)
}
)");
}

// The operand that broadcasts might turn out larger than its program says.
TEST_F(FuseElementwiseTest, AShapeThatIsNotCertainIsKept) {
  program_.AppendOp(0, Plus("x", "b", "c"));
  program_.AppendOp(0, Unary("relu", "c", "d"));
  program_.AppendOp(0, Plus("d", "x", "y"));
  program_.AppendOp(0, ReluGrad("d", "x", "x", "z"));
  EXPECT_EQ(After({"y", "z"}), R"(block 0 {
  [y, d] = fused_elementwise(X=[x, b], types=["elementwise_add", "relu", "elementwise_add"], outputs=["Out", "Out", "Out"], operands=[0, 1, -1, -2, 0], results=[2, 1])
  # backward
  z = relu_grad(X=d, Out=x, Out@GRAD=x)
}
)");
}

TEST_F(FuseElementwiseTest, JoinsGradients) {
  AddFeed(&program_, "g", {-1, 512});
  program_.AppendOp(0, Unary("relu", "x", "y"));
  program_.AppendOp(0, ReluGrad("x", "y", "g", "p"));
  program_.AppendOp(0, ReluGrad("x", "y", "p", "q"));
  program_.AppendOp(0, ReluGrad("x", "y", "q", "dx"));
  EXPECT_EQ(After({"dx"}), R"(block 0 {
  y = relu(X=x)
  # backward
  dx = fused_elementwise(X=[g, y], types=["relu_grad", "relu_grad", "relu_grad"], outputs=["X@GRAD", "X@GRAD", "X@GRAD"], operands=[0, 1, -1, 1, -2, 1], results=[2])
}
)");
}

// They are sums if the parameter turns out to be smaller than the other one.
TEST_F(FuseElementwiseTest, GradientsOfWhatBroadcastsStay) {
  AddParameter(&program_, "w", {-1, 512});
  proto::OpDesc product = MakeOp(
      "elementwise_mul_grad", {{"X", {"x"}}, {"Y", {"w"}}, {"Out@GRAD", {"q"}}},
      {{"X@GRAD", {"dx"}}, {"Y@GRAD", {"dw"}}});
  product.set_role(proto::BACKWARD);
  program_.AppendOp(0, ReluGrad("x", "x", "x", "p"));
  program_.AppendOp(0, ReluGrad("x", "x", "p", "q"));
  program_.AppendOp(0, product);
  program_.AppendOp(0, ReluGrad("x", "x", "dx", "z"));
  EXPECT_EQ(After({"z", "dw"}), R"(block 0 {
  # backward
  q = fused_elementwise(X=x, types=["relu_grad", "relu_grad"], outputs=["X@GRAD", "X@GRAD"], operands=[0, 0, -1, 0], results=[1])
  {X@GRAD: dx, Y@GRAD: dw} = elementwise_mul_grad(X=x, Y=w, Out@GRAD=q)
  z = relu_grad(X=x, Out=x, Out@GRAD=dx)
}
)");
}

TEST_F(FuseElementwiseTest, SmallTensorsStay) {
  AddFeed(&program_, "s", {-1, 10});
  program_.AppendOp(0, Plus("s", "s", "c"));
  program_.AppendOp(0, Unary("relu", "c", "y"));
  EXPECT_TRUE(LeavesAlone({"y"}));
}

TEST_F(FuseElementwiseTest, RowsOfSequencesAreMany) {
  AddFeed(&program_, "s", {-1, 16})->set_lod_level(1);
  program_.AppendOp(0, Plus("s", "s", "c"));
  program_.AppendOp(0, Unary("relu", "c", "y"));
  EXPECT_FALSE(LeavesAlone({"y"}));
}

TEST_F(FuseElementwiseTest, OnGpusSmallTensorsAreJoined) {
  AddFeed(&program_, "small", {3, 2});
  program_.AppendOp(0, Scaled("small", "c"));
  program_.AppendOp(0, Unary("relu", "c", "y"));
  EXPECT_TRUE(LeavesAlone({"y"}));
  EXPECT_FALSE(testing::LeavesAlone("fuse_elementwise", program_, {"y"},
                                    nullptr, platform::PlaceKind::kCUDA));
}

TEST_F(FuseElementwiseTest, OnGpusIntegersStay) {
  AddFeed(&program_, "ids", {-1, 512})->set_dtype(proto::INT64);
  program_.AppendOp(0, Plus("ids", "ids", "c"));
  program_.AppendOp(0, Scaled("c", "d"));
  program_.AppendOp(0, Plus("d", "ids", "y"));
  EXPECT_FALSE(LeavesAlone({"y"}));
  EXPECT_TRUE(testing::LeavesAlone("fuse_elementwise", program_, {"y"}, nullptr,
                                   platform::PlaceKind::kCUDA));
}

TEST_F(FuseElementwiseTest, AnUpdateInBetweenSeparates) {
  AddParameter(&program_, "w", {-1, 512});
  program_.AppendOp(0, Plus("x", "w", "c"));
  program_.AppendOp(0, Update("w", "x"));
  program_.AppendOp(0, Unary("relu", "c", "y"));
  EXPECT_TRUE(LeavesAlone({"y"}));
}

TEST_F(FuseElementwiseTest, AReaderInBetweenSeparates) {
  program_.AppendOp(0, Plus("x", "b", "c"));
  program_.AppendOp(0, Barrier("c", "s"));
  program_.AppendOp(0, Unary("relu", "c", "y"));
  EXPECT_TRUE(LeavesAlone({"y", "s"}));
}

TEST_F(FuseElementwiseTest, OtherShapesStay) {
  AddFeed(&program_, "wide", {16, 16, 512});
  AddFeed(&program_, "flat", {16, 512});
  program_.AppendOp(0, Plus("flat", "flat", "c"));
  program_.AppendOp(0, Unary("relu", "c", "d"));
  program_.AppendOp(0, Plus("wide", "c", "y"));
  EXPECT_TRUE(LeavesAlone({"y", "d"}));
}

TEST_F(FuseElementwiseTest, RolesStayApart) {
  program_.AppendOp(0, Plus("x", "b", "c"));
  proto::OpDesc relu = Unary("relu", "c", "y");
  relu.set_role(proto::BACKWARD);
  program_.AppendOp(0, relu);
  EXPECT_TRUE(LeavesAlone({"y"}));
}

TEST_F(FuseElementwiseTest, WorksInsideABlock) {
  const int body = program_.AddBlock(0);
  AddData(&program_, "p", {16, 512}, body);
  program_.block(body).mutable_desc()->add_arguments("p");
  program_.AppendOp(body, Plus("p", "p", "q"));
  program_.AppendOp(body, Unary("relu", "q", "r"));
  program_.block(body).mutable_desc()->add_results("r");
  program_.AppendOp(0, Loop({"x"}, {"y"}, body));
  EXPECT_EQ(After({"y"}), R"(block 0 {
  y = tiny_loop(X=x, body=block 1)
}
block 1 in 0 (p) -> (r) {
  r = fused_elementwise(X=p, types=["elementwise_add", "relu"], outputs=["Out", "Out"], operands=[0, 0, -1], results=[1])
}
)");
}

}  // namespace
}  // namespace paddle::framework::testing
