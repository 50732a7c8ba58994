#include "paddle/framework/registry/op_registry.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {

using framework::InferShapeContext;

// Out = scale * X + (Bias if given).
class TinyOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
    ctx->SetOutput("Mask", ctx->InputDims("X"), framework::DataType::kBool);
  }
};
class TinyOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "The tensor.");
    AddInput("Bias", "Added.").AsOptional().ShapeOnly();
    AddInput("Label", "Not differentiated.").AsOptional().NoGradient();
    AddOutput("Out", "The result.").Kinds(framework::kTensorOrArray);
    AddOutput("Mask", "For the gradient.").AsIntermediate().AsOptional();
    AddAttr<double>("scale", "The factor.")
        .SetDefault(1.0)
        .AtLeast(0)
        .LessThan(8);
    AddAttr<int64_t>("axis", "Required.");
    AddAttr<std::string>("mode", "How.").SetDefault("a").OneOf({"a", "b"});
    AddAttr<std::vector<double>>("list", "Numbers.")
        .AnyLength()
        .SetDefault({})
        .GreaterThan(0);
    AddDataTypeAttr("dtype", "A data type.");
    KernelTypeFrom("X");
    AddComment("Scales.");
  }
};
class TinyGradOp : public framework::GradOpSchema {
 public:
  TinyGradOp() : GradOpSchema({"Mask", "Label"}) {
    MayBeSelectedRows("Bias@GRAD");
  }
};
REGISTER_OP(tiny, TinyOp, TinyOpMaker, tiny_grad, TinyGradOp);

// Adds to Param in place.
class TinyUpdateOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->SetOutput("ParamOut", ctx->InputDims("Grad"), ctx->InputType("Grad"));
  }
};
class TinyUpdateOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Param", "What is updated.");
    AddInput("Grad", "What is added.");
    AddOutput("ParamOut", "Param, afterwards.");
    Updates("ParamOut", "Param");
    AddComment("Adds in place.");
  }
};
REGISTER_OP_WITHOUT_GRADIENT(tiny_update, TinyUpdateOp, TinyUpdateOpMaker);

// Forgets to say what its output is.
class TinyWrongOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext*) const override {}
};
class TinyWrongOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddOutput("Out", "Never described.");
    AddComment("Wrong.");
  }
};
REGISTER_OP_WITHOUT_GRADIENT(tiny_wrong, TinyWrongOp, TinyWrongOpMaker);

class TinyRowsOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->SetSelectedRows("Out", ctx->InputDims("X"), ctx->InputType("X"));
  }
};
class TinyRowsOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Any.");
    AddOutput("Out", "Some of its rows.");
    AddComment("Rows.");
  }
};
REGISTER_OP_WITHOUT_GRADIENT(tiny_rows, TinyRowsOp, TinyRowsOpMaker);
REGISTER_GRADIENT_MAKER(tiny_rows, [](const framework::proto::OpDesc&,
                                      framework::GradContext* context) {
  return std::vector<framework::proto::OpDesc>{
      framework::MakeOp("tiny_rows", {{"X", {context->OutputGrad("Out")}}},
                        {{"Out", {context->InputGrad("X")}}})};
});

}  // namespace paddle::operators

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const OpInfoMap& Map() { return OpInfoMap::Instance(); }

proto::OpDesc Tiny(const AttributeMap& more = {}) {
  AttributeMap attrs = {{"axis", int64_t{0}}};
  attrs.insert(attrs.end(), more.begin(), more.end());
  return MakeOp("tiny", {{"X", {"x"}}}, {{"Out", {"y"}}}, attrs);
}

proto::VarDesc* Data(Program* program, const std::string& name,
                     std::vector<int64_t> dims) {
  proto::VarDesc* var = program->global_block().Var(name);
  var->set_dtype(proto::FLOAT32);
  for (int64_t size : dims) var->add_dims(size);
  return var;
}

TEST(OpInfoMapTest, NamesTheNearestForAnUnknownType) {
  EXPECT_ERROR(Map().Get("tinny"), NotFound,
               "no operator is called 'tinny'; did you mean tiny?");
  EXPECT_EQ(Map().FindInfo("tinny"), nullptr);
  EXPECT_THAT(Map().Types(), ElementsAre("tiny", "tiny_grad", "tiny_rows",
                                         "tiny_update", "tiny_wrong"));
}

TEST(OpInfoMapTest, RefusesASecondRegistration) {
  EXPECT_ERROR(OpInfoMap::Instance().Insert("tiny", std::make_unique<OpInfo>()),
               AlreadyExists, "operator tiny is registered twice");
  EXPECT_ERROR(internal::RegisterGradMaker("tiny", GradMaker()), AlreadyExists,
               "operator tiny has two gradients");
}

TEST(OpInfoMapTest, WritesDefaultsInTheOrderOfTheProto) {
  proto::OpDesc op = Tiny({{"scale", int64_t{2}}});
  Map().CheckAndComplete(&op);
  std::vector<std::string> names;
  for (const auto& attr : op.attrs()) names.push_back(attr.name());
  EXPECT_THAT(names, ElementsAre("scale", "axis", "mode", "list", "dtype"));
  EXPECT_EQ(GetAttr<double>(op, "scale"), 2.0);
  EXPECT_EQ(GetAttr<std::string>(op, "dtype"), "float32");
  EXPECT_THAT(GetAttr<std::vector<double>>(op, "list"), IsEmpty());
}

TEST(InferShapeTest, DescribesTheOutputs) {
  Program program(Map());
  Data(&program, "x", {-1, 3})->set_lod_level(1);
  proto::OpDesc op = Tiny();
  SetOutput(&op, "Mask", {"m"});
  program.AppendOp(0, op);
  const proto::VarDesc& y = program.global_block().GetVar("y");
  EXPECT_THAT(y.dims(), ElementsAre(-1, 3));
  EXPECT_EQ(y.dtype(), proto::FLOAT32);
  EXPECT_EQ(y.lod_level(), 1);
  EXPECT_EQ(program.global_block().GetVar("m").dtype(), proto::BOOL);
}

TEST(InferShapeTest, AnUpdateKeepsTheShape) {
  Program program(Map());
  Data(&program, "p", {2, 3});
  Data(&program, "g", {2, 4});
  const proto::OpDesc update =
      MakeOp("tiny_update", {{"Param", {"p"}}, {"Grad", {"g"}}},
             {{"ParamOut", {"p"}}});
  EXPECT_ERROR(program.AppendOp(0, update), InvalidArgument,
               "output ParamOut of operator tiny_update is [2, 4] float32, but "
               "the variable 'p' is [2, 3] float32\n"
               "  in operator tiny_update (Param: p [2, 3] float32, "
               "Grad: g [2, 4] float32)");
  program.global_block().GetVar("g").set_dims(1, 3);
  program.AppendOp(0, update);
}

TEST(InferShapeTest, NoticesAnUndescribedOutput) {
  Program program(Map());
  EXPECT_ERROR(
      program.AppendOp(0, MakeOp("tiny_wrong", {}, {{"Out", {"y"}}})), Internal,
      "the shape function of operator tiny_wrong leaves its output 'y' without "
      "shape");
  EXPECT_EQ(program.global_block().FindVar("y"), nullptr);
}

TEST(GradOpTest, ProtoFollowsFromTheForwardOne) {
  const OpProto& proto = Map().Get("tiny_grad").proto;
  std::vector<std::string> inputs, outputs, optional;
  for (const auto& slot : proto.inputs) {
    inputs.push_back(slot.name);
    if (slot.optional) optional.push_back(slot.name);
  }
  for (const auto& slot : proto.outputs) outputs.push_back(slot.name);
  EXPECT_THAT(inputs, ElementsAre("X", "Bias", "Label", "Mask", "Out@GRAD"));
  EXPECT_THAT(optional, ElementsAre("Bias", "Label", "Mask"));
  EXPECT_THAT(outputs, ElementsAre("X@GRAD", "Bias@GRAD"));
  EXPECT_TRUE(proto.FindInput("X")->shape_only);
  EXPECT_FALSE(proto.FindInput("Label")->shape_only);
  EXPECT_EQ(proto.gradient_of, "tiny");
  EXPECT_EQ(proto.kernel_type_slot, "X");
  EXPECT_EQ(proto.attrs.size(), 5);
  EXPECT_TRUE(Map().Get("tiny").proto.has_gradient);
  EXPECT_FALSE(proto.has_gradient);
}

TEST(GradOpTest, KindsFollowFromTheForwardOnes) {
  const OpProto& proto = Map().Get("tiny_grad").proto;
  const VarKinds dense = {proto::DENSE_TENSOR};
  EXPECT_TRUE(proto.FindInput("X")->kinds == dense);
  EXPECT_TRUE(proto.FindOutput("X@GRAD")->kinds == dense);
  EXPECT_TRUE(proto.FindInput("Out@GRAD")->kinds == kTensorOrArray);
  EXPECT_TRUE(proto.FindOutput("Bias@GRAD")->kinds == kTensorOrRows);
}

class WrongGradOp : public GradOpSchema {
 public:
  WrongGradOp() : GradOpSchema({}) { MayBeSelectedRows("W@GRAD"); }
};

TEST(GradOpTest, SelectedRowsOfAnOutputThatIsNotThere) {
  const OpInfo& tiny = Map().Get("tiny");
  EXPECT_ERROR(WrongGradOp().DeriveProto(tiny.proto, *tiny.schema, "wrong"),
               Internal, "operator wrong has no output W@GRAD");
}

class FakeGradContext : public GradContext {
 public:
  explicit FakeGradContext(NameList wanted) : wanted_(std::move(wanted)) {}
  NameList OutputGrads(absl::string_view) override { return {"y@GRAD"}; }
  NameList OutputGradsOrZeros(absl::string_view slot) override {
    return {absl::StrCat(slot, "_grad")};
  }
  NameList InputGrads(absl::string_view slot) override {
    bool wanted = false;
    for (const auto& name : wanted_) wanted |= name == slot;
    return {wanted ? absl::StrCat(slot, "_grad") : ""};
  }
  GradBlock DifferentiateBlock(int block) override { return {block, {}, {}}; }

 private:
  NameList wanted_;
};

TEST(GradOpTest, MakerWritesWhatIsWanted) {
  proto::OpDesc forward =
      MakeOp("tiny", {{"X", {"x"}}, {"Bias", {"b"}}},
             {{"Out", {"y"}}, {"Mask", {"m"}}}, {{"axis", int64_t{3}}});
  forward.add_call_site()->set_file("a.py");
  FakeGradContext context({"X"});
  std::vector<proto::OpDesc> ops =
      Map().Get("tiny").grad_maker(forward, &context);
  ASSERT_EQ(ops.size(), 1);
  proto::OpDesc& grad = ops[0];
  EXPECT_EQ(grad.type(), "tiny_grad");
  EXPECT_EQ(grad.role(), proto::BACKWARD);
  EXPECT_THAT(InputNames(grad), ElementsAre("x", "b", "m", "Out_grad"));
  EXPECT_THAT(OutputNames(grad), ElementsAre("X_grad"));
  EXPECT_EQ(GetAttr<int64_t>(grad, "axis"), 3);
  EXPECT_EQ(grad.call_site(0).file(), "a.py");
}

TEST(GradOpTest, MakerWritesNothingWhenNothingIsWanted) {
  FakeGradContext context({});
  EXPECT_THAT(Map().Get("tiny").grad_maker(Tiny(), &context), IsEmpty());
}

TEST(GradOpTest, InferShape) {
  Program program(Map());
  Data(&program, "x", {-1, 3})->set_lod_level(2);
  Data(&program, "g", {-1, 3});
  program.AppendOp(0, MakeOp("tiny_grad", {{"X", {"x"}}, {"Out@GRAD", {"g"}}},
                             {{"X@GRAD", {"x@GRAD"}}}, {{"axis", int64_t{0}}}));
  const proto::VarDesc& grad = program.global_block().GetVar("x@GRAD");
  EXPECT_THAT(grad.dims(), ElementsAre(-1, 3));
  EXPECT_EQ(grad.lod_level(), 2);
}

TEST(GradOpTest, GradientsHaveTheShapesOfWhatTheyBelongTo) {
  Program program(Map());
  Data(&program, "x", {-1, 3});
  Data(&program, "narrow", {-1, 2});
  Data(&program, "flat", {3});
  Data(&program, "wide", {-1, 3})->set_dtype(proto::FLOAT64);
  const auto append = [&](const std::string& gradient) {
    program.AppendOp(
        0, MakeOp("tiny_grad", {{"X", {"x"}}, {"Out@GRAD", {gradient}}},
                  {{"X@GRAD", {"x@GRAD"}}}, {{"axis", int64_t{0}}}));
  };
  EXPECT_ERROR(append("narrow"), InvalidArgument,
               "input Out@GRAD of tiny_grad has the shape [N, 2], but output "
               "Out of the forward operator has [N, 3]");
  EXPECT_ERROR(append("flat"), InvalidArgument, "has the shape [3]");
  EXPECT_ERROR(append("wide"), InvalidArgument,
               "input Out@GRAD of tiny_grad is float64, but output Out of the "
               "forward operator is float32");
}

TEST(GradOpTest, ReadsMustBeSlots) {
  GradOpSchema schema({"Nothing"});
  const OpInfo& tiny = Map().Get("tiny");
  EXPECT_ERROR(schema.DeriveProto(tiny.proto, *tiny.schema, "g"), Internal,
               "operator g reads Nothing, which tiny does not have");
}

class ReusingGradOp : public GradOpSchema {
 public:
  explicit ReusingGradOp(const std::string& output) : GradOpSchema({}) {
    MayReuse(output, "Out@GRAD");
  }
};

TEST(GradOpTest, MayReuseMemory) {
  const OpInfo& tiny = Map().Get("tiny");
  const auto derived = [&](const std::string& output) {
    return ReusingGradOp(output).DeriveProto(tiny.proto, *tiny.schema, "g");
  };
  EXPECT_THAT(derived("X@GRAD").reuses,
              ElementsAre(std::make_pair("X@GRAD", "Out@GRAD")));
  EXPECT_ERROR(derived("Y@GRAD"), Internal,
               "operator g has no output Y@GRAD or no input Out@GRAD");
}

TEST(GradOpTest, OwnMakers) {
  FakeGradContext context({"X"});
  const OpInfo& info = Map().Get("tiny_rows");
  EXPECT_TRUE(info.proto.has_gradient);
  std::vector<proto::OpDesc> ops = info.grad_maker(
      MakeOp("tiny_rows", {{"X", {"x"}}}, {{"Out", {"y"}}}), &context);
  EXPECT_THAT(InputNames(ops[0]), ElementsAre("y@GRAD"));
  EXPECT_THAT(OutputNames(ops[0]), ElementsAre("X_grad"));
}

}  // namespace
}  // namespace paddle::framework
