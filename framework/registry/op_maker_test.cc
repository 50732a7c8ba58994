#include "paddle/framework/registry/op_maker.h"

#include <functional>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

class EverythingMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "The first.").AsList().NoGradient().Kinds(kTensorOrRows);
    AddInput("Param", "Updated.").ShapeOnly();
    AddOutput("Out", "The result.").AsOptional().AsIntermediate();
    AddOutput("ParamOut", "Param.");
    AddAttr<int64_t>("n", "A number.").SetDefault(3).AtLeast(1).AtMost(9);
    AddAttr<double>("p", "A part.").GreaterThan(0).LessThan(1);
    AddAttr<std::string>("mode", "How.").SetDefault("a").OneOf({"a", "b"});
    AddDataTypeAttr("dtype", "A type.");
    AddAttr<std::vector<int64_t>>("pair", "Two.").Length(2);
    AddAttr<std::vector<int64_t>>("axes", "Axes.").LengthOfAxes();
    AddAttr<std::vector<bool>>("bits", "Bits.").LengthOf("axes").OrNone();
    AddAttr<std::vector<double>>("some", "Some.").LengthAtLeast(1);
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

TEST(OpMakerTest, BuildsLengths) {
  const OpProto proto = EverythingMaker().Build("everything");
  const auto text = [&proto](const char* name) {
    return LengthText(*proto.FindAttr(name)->length);
  };
  EXPECT_EQ(text("pair"), "2 elements");
  EXPECT_EQ(text("axes"), "at most 9 elements");
  EXPECT_EQ(text("bits"), "as many elements as axes, or none");
  EXPECT_EQ(text("some"), "at least 1 element");
  EXPECT_FALSE(proto.FindAttr("n")->length.has_value());
}

TEST(OpMakerTest, BuildsKinds) {
  const OpProto proto = EverythingMaker().Build("everything");
  const VarKinds dense = {proto::DENSE_TENSOR};
  EXPECT_TRUE(proto.FindInput("Param")->kinds == dense);
  EXPECT_TRUE(proto.FindOutput("Out")->kinds == dense);
  EXPECT_TRUE(proto.FindInput("X")->kinds == kTensorOrRows);
}

// A maker whose Make is a given function.
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

TEST(OpMakerTest, EachListSaysItsLength) {
  using Numbers = std::vector<int64_t>;
  EXPECT_ERROR(Make([](AnyMaker* m) { m->AddAttr<Numbers>("n", "N."); }),
               Internal,
               "operator any says of attribute n, a list of int, not how many "
               "elements it has");
  EXPECT_ERROR(
      Make([](AnyMaker* m) { m->AddAttr<int64_t>("n", "N.").Length(2); }),
      Internal,
      "operator any says of attribute n, a int, how many elements it has");
  EXPECT_ERROR(Make([](AnyMaker* m) {
                 m->AddAttr<Numbers>("n", "N.").LengthBetween(3, 2);
               }),
               Internal, "attribute n of operator any has 3 to 2 elements");
  EXPECT_ERROR(
      Make([](AnyMaker* m) { m->AddAttr<Numbers>("n", "N.").LengthOf("m"); }),
      Internal,
      "operator any has no list and no number m, which attribute n is as long "
      "as");
  EXPECT_ERROR(Make([](AnyMaker* m) {
                 m->AddAttr<Numbers>("n", "N.").SetDefault({1}).Length(2);
               }),
               InvalidArgument, "is [1], of 1; it must have 2 elements");
}

}  // namespace
}  // namespace paddle::framework
