#include "paddle/operators/common/gradient_writer.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"

namespace paddle::operators {
namespace {

using framework::proto::OpDesc;

TEST(GradientWriter, NamesWhatLiesBetween) {
  const OpDesc forward = framework::MakeOp("tanh_grad", {}, {});
  GradientWriter writer(forward, "x@GRAD");
  const std::string half = writer.Scaled("g", 0.5);
  EXPECT_EQ(writer.Product(half, "y", "x@GRAD"), "x@GRAD");
  const std::vector<OpDesc> ops = writer.Take();
  ASSERT_EQ(ops.size(), 2u);
  EXPECT_EQ(ops[0].type(), "scale");
  EXPECT_EQ(framework::Output(ops[0], "Out"), half);
  EXPECT_EQ(framework::Input(ops[1], "X"), half);
  EXPECT_EQ(framework::Input(ops[1], "Y"), "y");
  EXPECT_EQ(framework::Output(ops[1], "Out"), "x@GRAD");
}

TEST(GradientWriter, NewVariablesDiffer) {
  const OpDesc forward = framework::MakeOp("tanh_grad", {}, {});
  GradientWriter writer(forward, "x@GRAD");
  const std::string a = writer.Scaled("g", 1);
  EXPECT_NE(a, writer.Scaled("g", 1));
  EXPECT_NE(a, "x@GRAD");
}

}  // namespace
}  // namespace paddle::operators
