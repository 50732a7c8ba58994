#include "paddle/framework/registry/gradient.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

class FakeContext : public GradContext {
 public:
  NameList OutputGrads(absl::string_view slot) override {
    if (slot == "None") return {};
    return slot == "Two" ? NameList{"a", "b"} : NameList{"dout"};
  }
  NameList OutputGradsOrZeros(absl::string_view) override { return {"zeros"}; }
  NameList InputGrads(absl::string_view) override { return {"din"}; }
  GradBlock DifferentiateBlock(int block) override { return {block, {}, {}}; }
};

TEST(GradientTest, Names) { EXPECT_EQ(GradName("x"), "x@GRAD"); }

TEST(GradientTest, SlotsThatHoldOneVariable) {
  FakeContext context;
  EXPECT_EQ(context.OutputGrad("Out"), "dout");
  EXPECT_EQ(context.OutputGrad("None"), "");
  EXPECT_EQ(context.OutputGradOrZeros("Out"), "zeros");
  EXPECT_EQ(context.InputGrad("X"), "din");
  EXPECT_ERROR(context.OutputGrad("Two"), InvalidArgument,
               "slot Two holds 2 variables, not one");
}

TEST(GradientTest, AsGradientOf) {
  proto::OpDesc forward = MakeOp("f", {}, {});
  forward.add_call_site()->set_file("a.py");
  const proto::OpDesc op = AsGradientOf(forward, MakeOp("g", {}, {}));
  EXPECT_EQ(op.type(), "g");
  EXPECT_EQ(op.role(), proto::BACKWARD);
  EXPECT_EQ(op.call_site(0).file(), "a.py");
}

}  // namespace
}  // namespace paddle::framework
