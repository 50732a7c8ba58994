#include "paddle/framework/ir/use_def.h"

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(UseDefTest, ReadersAndWriters) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2});
  program.AppendOp(0, Scale("w", "a"));       // 0
  program.AppendOp(0, Update("w", "a"));      // 1
  program.AppendOp(0, Sum({"w", "w"}, "b"));  // 2
  const UseDef uses(program, 0);
  EXPECT_EQ(uses.num_ops(), 3);
  EXPECT_THAT(uses.reads(2), ElementsAre("w"));
  EXPECT_THAT(uses.writes(1), ElementsAre("w"));
  EXPECT_THAT(uses.readers("w"), ElementsAre(0, 1, 2));
  EXPECT_THAT(uses.writers("w"), ElementsAre(1));
  EXPECT_THAT(uses.readers("nobody"), IsEmpty());
  EXPECT_TRUE(uses.Reads(1, "a"));
  EXPECT_FALSE(uses.Writes(1, "a"));
  EXPECT_EQ(uses.WriterBefore("w", 1), -1);
  EXPECT_EQ(uses.WriterBefore("w", 2), 1);
  EXPECT_EQ(uses.LastUse("w"), 2);
  EXPECT_EQ(uses.LastUse("a"), 1);
  EXPECT_EQ(uses.LastUse("b"), 2);
  EXPECT_EQ(uses.LastUse("nobody"), -1);
}

TEST(UseDefTest, UpdatesAndLiveIn) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2});
  program.AppendOp(0, Scale("w", "a"));   // 0
  program.AppendOp(0, Update("w", "a"));  // 1
  program.AppendOp(0, Sum({"w"}, "b"));   // 2
  const UseDef uses(program, 0);
  EXPECT_THAT(uses.uses("w").updaters, ElementsAre(1));
  EXPECT_TRUE(uses.uses("w").live_in());
  EXPECT_EQ(uses.uses("w").first_reader(), 0);
  EXPECT_EQ(uses.uses("w").first_writer(), 1);
  EXPECT_EQ(uses.uses("w").last_value_use(), 2);
  EXPECT_FALSE(uses.uses("a").live_in());
  EXPECT_THAT(uses.uses("a").updaters, IsEmpty());
  EXPECT_FALSE(uses.uses("b").live_in());
  EXPECT_EQ(uses.uses("b").first_reader(), -1);
  EXPECT_FALSE(uses.uses("nobody").live_in());
}

// Updated before anything else reads it, it has a value from outside.
TEST(UseDefTest, WhatIsUpdatedFirstIsLiveIn) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2});
  AddData(&program, "g", {2});
  program.AppendOp(0, Update("w", "g"));
  EXPECT_TRUE(UseDef(program, 0).uses("w").live_in());
}

// A feed is read as it was given, or as updated in place.
TEST(UseDefTest, WritesToFeedsAreDiscardedExceptUpdates) {
  Program program(TinyOps());
  AddData(&program, "x", {2});
  AddData(&program, "g", {2});
  program.AppendOp(0, Scale("g", "x"));
  program.AppendOp(0, Update("x", "g"));
  program.AppendOp(0, Scale("x", "y"));
  const proto::BlockDesc& block = program.desc().blocks(0);
  const UseDef fed(block, &program.schemas(), {"x"});
  EXPECT_THAT(fed.writers("x"), ElementsAre(1));
  EXPECT_TRUE(fed.uses("x").live_in());
  EXPECT_FALSE(fed.Writes(0, "x"));
  EXPECT_THAT(fed.writes(0), ElementsAre("x"));
  const UseDef plain(block, &program.schemas());
  EXPECT_THAT(plain.writers("x"), ElementsAre(0, 1));
  EXPECT_FALSE(plain.uses("x").live_in());
}

TEST(UseDefTest, ReadsOfDimsAloneAreNoReadsOfValues) {
  Program program(TinyOps());
  AddData(&program, "x", {2});
  program.AppendOp(0, Scale("x", "y"));
  program.AppendOp(0, ShapeOf("y", "s"));
  program.AppendOp(0, ShapeOf("x", "t"));
  program.AppendOp(0, Sum({"x"}, "z"));
  const UseDef uses(program, 0);
  EXPECT_EQ(uses.LastUse("y"), 1);
  EXPECT_EQ(uses.uses("y").last_value_reader, -1);
  EXPECT_EQ(uses.uses("y").last_value_use(), 0);
  EXPECT_EQ(uses.uses("x").last_value_use(), 3);
  const UseDef alone(program.desc().blocks(0));
  EXPECT_EQ(alone.uses("y").last_value_use(), 1);
  const UseDef declared(program.desc().blocks(0), &program.schemas());
  EXPECT_EQ(declared.uses("y").last_value_use(), 0);
}

TEST(UseDefTest, WhatBlocksCaptureCountsForTheirOwner) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2});
  AddParameter(&program, "v", {2});
  AddData(&program, "x", {2});
  const int body = program.AddBlock(0);
  AddData(&program, "h", {2}, body);
  program.AppendOp(body, Sum({"w", "h"}, "local"));
  program.AppendOp(body, Update("v", "local"));
  program.AppendOp(0, Loop({"x"}, {"y"}, body));
  const UseDef uses(program, 0);
  EXPECT_THAT(uses.reads(0), ElementsAre("x", "w", "v"));
  EXPECT_THAT(uses.writes(0), ElementsAre("y", "v"));
  EXPECT_TRUE(uses.uses("w").captured);
  EXPECT_TRUE(uses.uses("v").captured);
  EXPECT_TRUE(uses.uses("v").live_in());
  EXPECT_FALSE(uses.uses("x").captured);
  EXPECT_EQ(uses.uses("w").last_value_use(), 0);
  EXPECT_THAT(UseDef(program.desc().blocks(0)).reads(0), ElementsAre("x"));
}

TEST(UseDefTest, EffectsOutliveTheRun) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2});
  AddData(&program, "x", {2});
  AddData(&program, "state", {2})->set_persistable(true);
  const int printing = program.AddBlock(0);
  program.AppendOp(printing, Print("x"));
  const int plain = program.AddBlock(0);
  program.AppendOp(plain, Scale("x", "local"));
  program.AppendOp(0, Scale("x", "y"));
  program.AppendOp(0, Update("w", "y"));
  program.AppendOp(0, Print("y"));
  program.AppendOp(0, Loop({"x"}, {"p"}, printing));
  program.AppendOp(0, Loop({"x"}, {"q"}, plain));
  const UseDef uses(program, 0);
  std::vector<bool> effects;
  for (int i = 0; i < uses.num_ops(); ++i)
    effects.push_back(uses.has_effect(i));
  EXPECT_THAT(effects, ElementsAre(false, true, true, true, false));
  EXPECT_TRUE(uses.has_effect());
  EXPECT_FALSE(UseDef(program, plain).has_effect());
  EXPECT_THAT(FindEffects(program, FindCaptures(program.desc())),
              ElementsAre(true, true, false));
}

TEST(UseDefTest, WhatTheCallerSaysIsReadAndWritten) {
  const UseDef uses({{{"x"}, {"y"}}, {{}, {}}, {{"y", "x"}, {"z"}}});
  EXPECT_EQ(uses.num_ops(), 3);
  EXPECT_THAT(uses.readers("x"), ElementsAre(0, 2));
  EXPECT_EQ(uses.WriterBefore("y", 2), 0);
  EXPECT_EQ(uses.uses("y").last_value_use(), 2);
}

TEST(AliasesTest, OutputsThatMayLieInAnInput) {
  const SchemaSource& ops = TinyOps();
  const auto aliases = [&](const proto::OpDesc& op) {
    std::vector<std::string> texts;
    for (const Alias& alias : AliasesOf(op, *ops.Find(op.type()))) {
      texts.push_back(alias.output + (alias.update ? " is " : " after ") +
                      alias.input);
    }
    return texts;
  };
  EXPECT_THAT(aliases(Update("w", "g")), ElementsAre("w is w"));
  proto::OpDesc other = Update("w", "g");
  SetOutput(&other, "ParamOut", {"v"});
  EXPECT_THAT(aliases(other), IsEmpty());
  EXPECT_THAT(aliases(Add("x", "y", "z")), ElementsAre("z after x"));
  EXPECT_THAT(aliases(Add("x", "x", "z")), IsEmpty());
  EXPECT_THAT(aliases(Mul("x", "y", "z")), IsEmpty());
}

TEST(ReadsOfForwardTest, NamesTheValuesThatAGradientNeeds) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2});
  const int body = program.AddBlock(0);
  AddData(&program, "h", {2}, body);
  AddData(&program, "both", {2}, body);
  AddData(&program, "seen", {2}, body);
  const int gradient = program.AddBlock(0, body);
  AddData(&program, "both", {2}, gradient);
  program.AppendOp(gradient, Sum({"h", "w", "both"}, "g"));
  program.AppendOp(gradient, Print("h"));
  for (const char* result : {"g", "both", "h", "seen"}) {
    program.block(gradient).mutable_desc()->add_results(result);
  }
  EXPECT_THAT(ReadsOfForward(program, gradient, UseDef(program, gradient)),
              ElementsAre("h", "seen"));
  EXPECT_THAT(ReadsOfForward(program, body, UseDef(program, body)), IsEmpty());
}

}  // namespace
}  // namespace paddle::framework::testing
