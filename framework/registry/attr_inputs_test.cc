#include "paddle/framework/registry/attr_inputs.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {

// Out has the shape that attribute `sizes` says, and then axes of 1.
class SizedOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    framework::Dims dims(ctx->Attr<std::vector<int64_t>>("sizes"));
    for (int64_t i = 0; i < ctx->Attr<int64_t>("ones"); ++i) dims.Append(1);
    ctx->SetOutput("Out", dims, ctx->InputType("X"));
  }
};
class SizedOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "The tensor.");
    AddOutput("Out", "The result.");
    AddAttr<std::vector<int64_t>>("sizes", "The sizes.").AnyLength();
    AddAttr<int64_t>("ones", "How many axes follow.").SetDefault(0);
    AddAttr<double>("factor", "A number.").SetDefault(1.0);
    AddAttr<std::string>("mode", "How.").SetDefault("a");
    AddComment("Sizes.");
  }
};
class SizedGradOp : public framework::GradOpSchema {
 public:
  SizedGradOp() : GradOpSchema({"X"}) {}
};
REGISTER_OP(sized, SizedOp, SizedOpMaker, sized_grad, SizedGradOp);
REGISTER_ATTR_INPUT(sized, sizes, SizesTensor);
REGISTER_ATTR_INPUT(sized, factor, FactorTensor);

}  // namespace paddle::operators

namespace paddle::framework {
namespace {

using Sizes = std::vector<int64_t>;

proto::OpDesc Sized(bool of_run, const std::string& out = "y") {
  SlotMap inputs = {{"X", {"x"}}};
  if (of_run) inputs.push_back({"SizesTensor", {"sizes"}});
  return MakeOp("sized", inputs, {{"Out", {out}}},
                {{"sizes", Sizes{2, 3}}, {"ones", int64_t{1}}});
}

TEST(AttrInputsTest, AddsOptionalSlotsToAnOperatorAndItsGradient) {
  for (const char* type : {"sized", "sized_grad"}) {
    const OpProto& proto = OpInfoMap::Instance().Get(type).proto;
    for (const char* slot : {"SizesTensor", "FactorTensor"}) {
      const SlotProto* input = proto.FindInput(slot);
      ASSERT_NE(input, nullptr) << type << " " << slot;
      EXPECT_TRUE(input->optional);
      EXPECT_TRUE(input->no_gradient);
    }
    const AttrInputs wanted = {{"sizes", "SizesTensor"},
                               {"factor", "FactorTensor"}};
    EXPECT_EQ(AttrInputsOf(type), wanted);
  }
  EXPECT_TRUE(AttrInputsOf("no_operator").empty());
}

TEST(AttrInputsTest, AnOperatorReadsThemIfASlotIsGiven) {
  EXPECT_FALSE(ReadsAttributes(Sized(false)));
  EXPECT_TRUE(ReadsAttributes(Sized(true)));
}

// The attribute gives the rank alone.
TEST(AttrInputsTest, SizesByAnExampleAreNotKnown) {
  Program program(OpInfoMap::Instance());
  const auto add = [&](const char* name, proto::DataType dtype) {
    proto::VarDesc* var = program.block(0).Var(name);
    var->set_dtype(dtype);
    var->add_dims(2);
    var->set_is_feed(true);
  };
  add("x", proto::FLOAT32);
  add("sizes", proto::INT64);
  const auto dims_of_result = [&](bool of_run) {
    program.AppendOp(0, Sized(of_run, of_run ? "z" : "y"));
    return DimsOf(program.global_block().GetVar(of_run ? "z" : "y"));
  };
  EXPECT_EQ(dims_of_result(false), Dims({2, 3, 1}));
  const Dims dims = dims_of_result(true);
  EXPECT_EQ(dims.rank(), 3);
  EXPECT_LT(dims[0], 0);
  EXPECT_LT(dims[1], 0);
}

TEST(AttrInputsTest, RefusesWhatNoInputCanGive) {
  const auto add = [](const char* attribute, const char* slot) {
    return internal::RegisterAttrInput("sized", attribute, slot);
  };
  EXPECT_ERROR(add("nothing", "A"), Internal, "has no attribute nothing");
  EXPECT_ERROR(add("mode", "A"), Internal, "has no attribute mode of numbers");
  EXPECT_ERROR(add("ones", "X"), AlreadyExists, "declares X twice");
  EXPECT_ERROR(add("sizes", "Other"), AlreadyExists,
               "attribute sizes of operator sized comes from input "
               "SizesTensor already, not from Other");
}

}  // namespace
}  // namespace paddle::framework
