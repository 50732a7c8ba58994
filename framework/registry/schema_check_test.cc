#include "paddle/framework/registry/schema_check.h"

#include <string>
#include <vector>

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_maker.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ExampleMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "The tensors.").AsList();
    AddInput("Bias", "Added.").AsOptional();
    AddOutput("Out", "The result.");
    AddOutput("Mask", "For the gradient.").AsOptional();
    AddAttr<double>("scale", "The factor.").SetDefault(1.0);
    AddAttr<int64_t>("axis", "Where.");
    AddAttr<std::vector<int64_t>>("starts", "Begins.")
        .SetDefault({})
        .LengthOf("axis")
        .OrNone();
    AddComment("An example.");
  }
};

const OpProto& Proto() {
  static const OpProto& proto = *new OpProto(ExampleMaker().Build("example"));
  return proto;
}

proto::OpDesc Example() {
  return MakeOp("example", {{"X", {"x"}}}, {{"Out", {"y"}}},
                {{"axis", int64_t{0}}});
}

proto::OpDesc Checked(proto::OpDesc op) {
  CheckAndCompleteOp(Proto(), &op);
  return op;
}

TEST(SchemaCheckTest, OrdersAndCompletes) {
  proto::OpDesc op = Example();
  SetOutput(&op, "Out", {"y"});
  op.clear_inputs();
  SetInput(&op, "Bias", {"b"});
  SetInput(&op, "X", {"x", "z"});
  op = Checked(op);
  EXPECT_THAT(InputNames(op), ElementsAre("x", "z", "b"));
  EXPECT_EQ(op.attrs(0).name(), "scale");
  EXPECT_EQ(GetAttr<double>(op, "scale"), 1.0);
  EXPECT_EQ(op.attrs(1).name(), "axis");
  EXPECT_EQ(op.attrs(2).name(), "starts");
  const std::string before = op.SerializeAsString();
  EXPECT_EQ(Checked(op).SerializeAsString(), before);
}

TEST(SchemaCheckTest, SlotsLeftOutAreGone) {
  proto::OpDesc op = Example();
  SetInput(&op, "Bias", {""});
  SetOutput(&op, "Mask", {});
  op = Checked(op);
  EXPECT_EQ(op.inputs_size(), 1);
  EXPECT_EQ(op.outputs_size(), 1);
  EXPECT_THAT(Inputs(op, "Bias"), IsEmpty());
}

TEST(SchemaCheckTest, ListsMayHaveHoles) {
  proto::OpDesc op = Example();
  SetInput(&op, "X", {"", "x"});
  EXPECT_THAT(Inputs(Checked(op), "X"), ElementsAre("", "x"));
  SetInput(&op, "X", {"", ""});
  EXPECT_ERROR(Checked(op), InvalidArgument,
               "input X of operator example is missing: The tensors.");
}

TEST(SchemaCheckTest, RefusesWrongSlots) {
  proto::OpDesc op = Example();
  SetOutput(&op, "Out", {"y", "z"});
  EXPECT_ERROR(Checked(op), InvalidArgument,
               "output Out of operator example takes one variable; given 2: "
               "y, z");
  SetOutput(&op, "Out", {""});
  EXPECT_ERROR(Checked(op), InvalidArgument,
               "output Out of operator example is missing: The result.");
  op = Example();
  SetInput(&op, "Bais", {"b"});
  EXPECT_ERROR(Checked(op), InvalidArgument,
               "operator example has no input 'Bais'; it has X, Bias; did you "
               "mean Bias?");
  op = Example();
  *op.add_inputs() = op.inputs(0);
  EXPECT_ERROR(Checked(op), InvalidArgument,
               "input X of operator example is given twice");
}

TEST(SchemaCheckTest, ListsAsLongAsAnotherAttribute) {
  proto::OpDesc op = Example();
  SetAttribute(&op, "axis", int64_t{2});
  SetAttribute(&op, "starts", std::vector<int64_t>{4, 5});
  Checked(op);
  SetAttribute(&op, "axis", int64_t{3});
  EXPECT_ERROR(Checked(op), InvalidArgument,
               "attribute starts of operator example is [4, 5], of 2; it must "
               "have as many elements as axis, or none; axis is 3");
}

TEST(SchemaCheckTest, RefusesWrongAttributes) {
  proto::OpDesc op = Example();
  op.clear_attrs();
  EXPECT_ERROR(Checked(op), InvalidArgument,
               "attribute axis of operator example is required: Where.");
  op = Example();
  SetAttribute(&op, "scal", 2.0);
  EXPECT_ERROR(Checked(op), InvalidArgument,
               "operator example has no attribute 'scal'; it has scale, axis, "
               "starts; did you mean scale?");
  op = Example();
  SetAttribute(&op, "axis", 2.0);
  EXPECT_ERROR(Checked(op), TypeMismatch,
               "attribute axis of operator example is 2.0, a float; it must be "
               "a int");
}

}  // namespace
}  // namespace paddle::framework
