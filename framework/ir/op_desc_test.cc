#include "paddle/framework/ir/op_desc.h"

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

proto::OpDesc Example() {
  return MakeOp("sum", {{"X", {"a", "", "b"}}, {"Y", {"c"}}}, {{"Out", {"d"}}},
                {{"axis", int64_t{1}}});
}

TEST(OpDescTest, Slots) {
  const proto::OpDesc op = Example();
  EXPECT_THAT(Inputs(op, "X"), ElementsAre("a", "", "b"));
  EXPECT_THAT(Inputs(op, "Z"), IsEmpty());
  EXPECT_EQ(Input(op, "Y"), "c");
  EXPECT_EQ(Input(op, "Z"), "");
  EXPECT_EQ(Output(op, "Out"), "d");
  EXPECT_THAT(Outputs(op, "Out"), ElementsAre("d"));
  EXPECT_THAT(InputNames(op), ElementsAre("a", "b", "c"));
  EXPECT_THAT(OutputNames(op), ElementsAre("d"));
  EXPECT_ERROR(Input(op, "X"), InvalidArgument,
               "slot X of operator sum holds 3 variables, not one");
}

TEST(OpDescTest, SetReplaces) {
  proto::OpDesc op = Example();
  SetInput(&op, "X", {"e"});
  SetOutput(&op, "New", {"f", "g"});
  SetAttribute(&op, "axis", int64_t{2});
  EXPECT_THAT(InputNames(op), ElementsAre("e", "c"));
  EXPECT_THAT(OutputNames(op), ElementsAre("d", "f", "g"));
  EXPECT_EQ(GetAttr<int64_t>(op, "axis"), 2);
  EXPECT_EQ(op.attrs_size(), 1);
}

TEST(OpDescTest, RenameLeavesTheOtherSideAlone) {
  proto::OpDesc op = MakeOp("sgd", {{"Param", {"p"}}}, {{"ParamOut", {"p"}}});
  RenameInput(&op, "p", "q");
  EXPECT_EQ(Input(op, "Param"), "q");
  EXPECT_EQ(Output(op, "ParamOut"), "p");
  RenameOutput(&op, "p", "r");
  EXPECT_EQ(Output(op, "ParamOut"), "r");
}

TEST(OpDescTest, Attributes) {
  const proto::OpDesc op = Example();
  EXPECT_TRUE(HasAttr(op, "axis"));
  EXPECT_FALSE(HasAttr(op, "axes"));
  EXPECT_ERROR(GetAttribute(op, "axes"), NotFound,
               "operator sum has no attribute axes");
  EXPECT_ERROR(GetAttr<double>(op, "axis"), TypeMismatch,
               "attribute axis of operator sum is a int");
}

TEST(OpDescTest, Blocks) {
  const proto::OpDesc op =
      MakeOp("case", {}, {},
             {{"n", int64_t{9}},
              {"body", BlockIndex{2}},
              {"others", std::vector<BlockIndex>{{3}, {4}}}});
  EXPECT_THAT(BlocksOf(op), ElementsAre(2, 3, 4));
  EXPECT_THAT(BlocksOf(Example()), IsEmpty());
}

TEST(OpDescTest, RoleNames) {
  std::vector<std::string> names;
  for (int role = 0; role < 6; ++role) names.push_back(RoleName(role));
  EXPECT_THAT(names, ElementsAre("forward", "backward", "optimize", "schedule",
                                 "communicate", "unknown role"));
}

TEST(OpDescTest, CallSite) {
  proto::OpDesc op = Example();
  EXPECT_EQ(CallSiteText(op), "");
  proto::CallSite* inner = op.add_call_site();
  inner->set_file("net.py");
  inner->set_line(3);
  inner->set_text("y = pd.layer.fc(x)");
  proto::CallSite* outer = op.add_call_site();
  outer->set_file("main.py");
  outer->set_line(8);
  EXPECT_EQ(CallSiteText(op),
            "net.py, line 3: y = pd.layer.fc(x)\n"
            "  called from main.py, line 8");
  outer->clear_line();
  outer->set_file("model.onnx: node 2 (Relu)");
  EXPECT_EQ(CallSiteText(op),
            "net.py, line 3: y = pd.layer.fc(x)\n"
            "  called from model.onnx: node 2 (Relu)");
}

}  // namespace
}  // namespace paddle::framework
