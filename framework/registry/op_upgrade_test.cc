#include "paddle/framework/registry/op_upgrade.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {

using framework::proto::OpDesc;

class TurnOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
  }
};
// Version 1 had an attribute "degrees", version 2 "turns".
class TurnOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Any.");
    AddOutput("Out", "Like X.");
    AddAttr<double>("angle", "In radians.");
    AddAttr<bool>("clockwise", "Which way.").SetDefault(false);
    SetVersion(3);
    AddComment("Turns.");
  }
};
REGISTER_OP_WITHOUT_GRADIENT(turn, TurnOp, TurnOpMaker);
REGISTER_OP_UPGRADE(turn, 1, [](OpDesc* op) {
  framework::RenameAttribute(op, "degrees", "turns");
  framework::SetAttribute(op, "turns",
                          framework::GetAttr<double>(*op, "turns") / 360);
});
REGISTER_OP_UPGRADE(turn, 2, [](OpDesc* op) {
  framework::RenameAttribute(op, "turns", "angle");
  const double turns = framework::GetAttr<double>(*op, "angle");
  PADDLE_ENFORCE(turns <= 1, Unimplemented, turns, " turns");
  framework::SetAttribute(op, "angle", turns * 6);
});

// Nobody wrote how version 1 is read.
class TurnBackOpMaker : public TurnOpMaker {
 public:
  void Make() override {
    TurnOpMaker::Make();
    SetVersion(2);
  }
};
REGISTER_OP_WITHOUT_GRADIENT(turn_back, TurnOp, TurnBackOpMaker);

}  // namespace paddle::operators

namespace paddle::framework {
namespace {

const OpInfoMap& Map() { return OpInfoMap::Instance(); }

// A program with two operators of the type, as an older build would save it.
std::string Saved(const std::string& type, int version,
                  const AttributeMap& attrs) {
  Program program(Map());
  auto* x = program.global_block().Var("x");
  x->set_dtype(proto::FLOAT32);
  x->add_dims(3);
  proto::OpDesc op =
      MakeOp(type, {{"X", {"x"}}}, {{"Out", {"y"}}}, {{"angle", 1.0}});
  program.AppendOp(0, op);
  SetInput(&op, "X", {"y"});
  SetOutput(&op, "Out", {"z"});
  program.AppendOp(0, op);
  program.mutable_desc()->mutable_op_versions(0)->set_version(version);
  for (auto& old : *program.mutable_desc()->mutable_blocks(0)->mutable_ops()) {
    old.clear_attrs();
    for (const auto& [name, value] : attrs) SetAttribute(&old, name, value);
  }
  return program.Serialize();
}

TEST(OpUpgradeTest, GoesThroughAllVersions) {
  for (const auto& [version, name, value] :
       {std::make_tuple(1, "degrees", 90.0), std::make_tuple(2, "turns", 0.25),
        std::make_tuple(3, "angle", 1.5)}) {
    auto program =
        Program::Parse(Map(), Saved("turn", version, {{name, value}}));
    ASSERT_EQ(program->desc().blocks(0).ops_size(), 2);
    for (const auto& op : program->desc().blocks(0).ops()) {
      EXPECT_EQ(GetAttr<double>(op, "angle"), 1.5) << "from " << version;
      EXPECT_FALSE(GetAttr<bool>(op, "clockwise"));
      EXPECT_FALSE(HasAttr(op, name) && version < 3);
    }
    EXPECT_EQ(program->desc().op_versions(0).version(), 3);
  }
}

// A program is saved in its upgraded form.
TEST(OpUpgradeTest, IsDoneOnce) {
  auto once = Program::Parse(Map(), Saved("turn", 1, {{"degrees", 90.0}}));
  auto twice = Program::Parse(Map(), once->Serialize());
  EXPECT_EQ(twice->Serialize(), once->Serialize());
}

TEST(OpUpgradeTest, ANewerVersionIsRefused) {
  EXPECT_ERROR(Program::Parse(Map(), Saved("turn", 4, {{"angle", 1.0}})),
               Unimplemented,
               "the program needs version 4 of operator turn; this build has "
               "3");
  EXPECT_ERROR(Program::Parse(Map(), Saved("turn", 0, {{"angle", 1.0}})),
               InvalidArgument, "version 0 of operator turn");
}

TEST(OpUpgradeTest, SaysWhereItFails) {
  EXPECT_ERROR(Program::Parse(Map(), Saved("turn", 2, {{"turns", 2.0}})),
               Unimplemented, "2 turns\n  in operator turn (id 1) of block 0");
  EXPECT_ERROR(Program::Parse(Map(), Saved("turn_back", 1, {})), Unimplemented,
               "the program has version 1 of operator turn_back; this build "
               "has version 2 and no upgrade from version 1\n"
               "  in operator turn_back (id 1) of block 0");
}

TEST(OpUpgradeTest, RegistrationsMakeSense) {
  const auto nothing = [](proto::OpDesc*) {};
  EXPECT_ERROR(internal::RegisterOpUpgrade("turn", 1, nothing), AlreadyExists,
               "two upgrades of operator turn from version 1");
  EXPECT_ERROR(internal::RegisterOpUpgrade("turn", 3, nothing), Internal,
               "an upgrade of operator turn from version 3; the operator has "
               "version 3");
  EXPECT_ERROR(internal::RegisterOpUpgrade("burn", 1, nothing), Internal,
               "an upgrade of operator burn, which is not registered");
}

TEST(OpUpgradeTest, RenameAttribute) {
  proto::OpDesc op = MakeOp("turn", {}, {}, {{"a", 1.0}});
  RenameAttribute(&op, "b", "c");
  EXPECT_TRUE(HasAttr(op, "a"));
  RenameAttribute(&op, "a", "c");
  EXPECT_EQ(GetAttr<double>(op, "c"), 1.0);
}

}  // namespace
}  // namespace paddle::framework
