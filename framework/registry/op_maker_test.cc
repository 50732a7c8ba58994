#include "paddle/framework/registry/op_maker.h"

#include <functional>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

class EverythingMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "The first.").AsList().NoGradient();
    AddInput("Param", "Updated.").ShapeOnly();
    AddOutput("Out", "The result.").AsOptional().AsIntermediate();
    AddOutput("ParamOut", "Param.");
    AddAttr<int64_t>("n", "A number.").SetDefault(3).AtLeast(1).AtMost(9);
    AddAttr<double>("p", "A part.").GreaterThan(0).LessThan(1);
    AddAttr<std::string>("mode", "How.").SetDefault("a").OneOf({"a", "b"});
    AddDataTypeAttr("dtype", "A type.");
    AddComment("Everything.");
    Updates("ParamOut", "Param");
    MayReuse("Out", "X");
    KernelTypeFrom("Param");
    IsRandom();
    HasLastingEffect();
    HasValueDependentShape();
    SetVersion(4);
  }
};

TEST(OpMakerTest, BuildsWhatIsDeclared) {
  const OpProto proto = EverythingMaker().Build("everything");
  EXPECT_EQ(proto.type, "everything");
  EXPECT_EQ(proto.comment, "Everything.");
  EXPECT_TRUE(proto.FindInput("X")->list);
  EXPECT_TRUE(proto.FindInput("X")->no_gradient);
  EXPECT_TRUE(proto.FindInput("Param")->shape_only);
  EXPECT_TRUE(proto.FindOutput("Out")->optional);
  EXPECT_TRUE(proto.FindOutput("Out")->intermediate);
  const AttrProto& n = *proto.FindAttr("n");
  EXPECT_EQ(n.type, AttrType::kInt);
  EXPECT_EQ(n.default_value, Attribute(int64_t{3}));
  EXPECT_EQ(n.min, 1);
  EXPECT_EQ(n.max, 9);
  EXPECT_FALSE(n.min_exclusive || n.max_exclusive);
  const AttrProto& p = *proto.FindAttr("p");
  EXPECT_EQ(p.default_value, Attribute());
  EXPECT_TRUE(p.min_exclusive && p.max_exclusive);
  EXPECT_THAT(proto.FindAttr("mode")->choices,
              ::testing::ElementsAre("a", "b"));
  EXPECT_TRUE(proto.FindAttr("dtype")->is_data_type);
  EXPECT_EQ(proto.FindAttr("dtype")->default_value,
            Attribute(std::string("float32")));
  EXPECT_EQ(proto.UpdatedInput("ParamOut"), "Param");
  EXPECT_EQ(proto.reuses.size(), 1);
  EXPECT_EQ(proto.kernel_type_slot, "Param");
  EXPECT_TRUE(proto.random && proto.lasting_effect && proto.value_dependent);
  EXPECT_EQ(proto.version, 4);
}

// What Make does is given by a function.
class AnyMaker : public OpMaker {
 public:
  explicit AnyMaker(std::function<void(AnyMaker*)> make)
      : make_(std::move(make)) {}
  void Make() override {
    AddComment("Any.");
    make_(this);
  }
  using OpMaker::AddAttr;
  using OpMaker::AddComment;
  using OpMaker::AddInput;
  using OpMaker::AddOutput;
  using OpMaker::KernelTypeFrom;
  using OpMaker::MayReuse;
  using OpMaker::Updates;

 private:
  std::function<void(AnyMaker*)> make_;
};

OpProto Make(std::function<void(AnyMaker*)> make) {
  return AnyMaker(std::move(make)).Build("any");
}

TEST(OpMakerTest, RefusesWrongDeclarations) {
  EXPECT_ERROR(Make([](AnyMaker* m) {
                 m->AddInput("X", "One.");
                 m->AddInput("X", "Another.");
               }),
               Internal, "operator any declares X twice");
  EXPECT_ERROR(Make([](AnyMaker* m) { m->AddOutput("Out", ""); }), Internal,
               "operator any does not document Out");
  EXPECT_ERROR(Make([](AnyMaker* m) { m->AddComment(""); }), Internal,
               "operator any is not documented");
  EXPECT_ERROR(Make([](AnyMaker* m) { m->Updates("Out", "X"); }), Internal,
               "operator any has no output Out or no input X");
  EXPECT_ERROR(Make([](AnyMaker* m) { m->MayReuse("Out", "X"); }), Internal,
               "operator any has no output Out or no input X");
  EXPECT_ERROR(Make([](AnyMaker* m) { m->KernelTypeFrom("X"); }), Internal,
               "operator any has no input X");
  EXPECT_ERROR(Make([](AnyMaker* m) {
                 m->AddAttr<int64_t>("n", "N.").SetDefault(0).AtLeast(1);
               }),
               InvalidArgument,
               "attribute n of operator any is 0; it must be at least 1");
}

}  // namespace
}  // namespace paddle::framework
