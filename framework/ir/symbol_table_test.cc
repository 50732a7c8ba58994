#include "paddle/framework/ir/symbol_table.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;

TEST(SymbolTableTest, AChildFindsTheNamesOfItsParents) {
  SymbolTable parent;
  proto::VarDesc* x = parent.Var("x");
  SymbolTable child(&parent);
  proto::VarDesc* y = child.Var("y");
  EXPECT_EQ(child.FindVar("x"), x);
  EXPECT_EQ(child.FindVar("x", /*recursive=*/false), nullptr);
  EXPECT_EQ(child.FindVar("y"), y);
  EXPECT_EQ(parent.FindVar("y"), nullptr);
  EXPECT_THAT(child.VisibleNames(), ElementsAre("y", "x"));
}

TEST(SymbolTableTest, ALocalNameHidesAnOuterOne) {
  SymbolTable parent;
  SymbolTable child(&parent);
  proto::VarDesc* outer = parent.Var("x");
  proto::VarDesc* inner = child.Var("x");
  EXPECT_NE(inner, outer);
  EXPECT_EQ(child.FindVar("x"), inner);
  EXPECT_EQ(parent.FindVar("x"), outer);
}

TEST(SymbolTableTest, AGradientBlockFindsItsForwardBlock) {
  SymbolTable root;
  SymbolTable forward(&root);
  proto::BlockDesc desc;
  SymbolTable gradient(&desc, &root, &root.sizes(), &forward);
  SymbolTable nested(&gradient);
  proto::VarDesc* x = forward.Var("x");
  EXPECT_EQ(gradient.FindVar("x"), x);
  EXPECT_EQ(nested.FindVar("x"), x);
  EXPECT_EQ(gradient.FindVar("x", /*recursive=*/false), nullptr);
  EXPECT_EQ(root.FindVar("x"), nullptr);
}

TEST(SymbolTableTest, VarGetsOrMakes) {
  SymbolTable table;
  EXPECT_EQ(table.Var("x"), table.Var("x"));
  EXPECT_EQ(table.desc().vars_size(), 1);
  proto::VarDesc* a = table.Var();
  proto::VarDesc* b = table.Var();
  EXPECT_NE(a->name(), b->name());
}

TEST(SymbolTableTest, GetVarNamesTheNearest) {
  SymbolTable parent;
  parent.Var("image");
  SymbolTable child(&parent);
  EXPECT_ERROR(child.GetVar("imgae"), NotFound,
               "no variable is called 'imgae' in block 0; did you mean image?");
  EXPECT_EQ(child.GetVar("image").name(), "image");
}

TEST(SymbolTableTest, Operators) {
  SymbolTable table;
  proto::OpDesc* op = table.NewOp("first");
  op->set_type("relu");
  table.NewOp();
  EXPECT_EQ(table.FindOp("first"), op);
  EXPECT_EQ(table.FindOp("second"), nullptr);
  EXPECT_EQ(table.FindOp(""), nullptr);
  EXPECT_ERROR(table.NewOp("first"), AlreadyExists,
               "block 0 already has an operator of the name 'first'");
  EXPECT_EQ(table.desc().ops_size(), 2);
}

TEST(SymbolTableTest, WriterOfIsTheLastOne) {
  SymbolTable table;
  *table.NewOp() = MakeOp("a", {}, {{"Out", {"x"}}});
  EXPECT_EQ(table.WriterOf("x")->type(), "a");
  *table.NewOp() = MakeOp("b", {}, {{"Out", {"x", "y"}}});
  EXPECT_EQ(table.WriterOf("x")->type(), "b");
  table.RemoveLastOp();
  EXPECT_EQ(table.WriterOf("x")->type(), "a");
  EXPECT_EQ(table.WriterOf("y"), nullptr);
}

TEST(SymbolTableTest, Remove) {
  SymbolTable table;
  table.Var("x");
  proto::VarDesc* y = table.Var("y");
  table.RemoveVar("x");
  EXPECT_EQ(table.FindVar("x"), nullptr);
  EXPECT_EQ(table.FindVar("y"), y);
  EXPECT_EQ(table.Compile().vars_size(), 1);
  EXPECT_ERROR(table.RemoveVar("x"), NotFound, "no variable is called 'x'");
  EXPECT_ERROR(table.RemoveLastOp(), FailedPrecondition,
               "block 0 has no operator to remove");
}

TEST(SymbolTableTest, ReindexAfterADirectChange) {
  SymbolTable table;
  table.mutable_desc()->add_vars()->set_name("x");
  EXPECT_EQ(table.FindVar("x"), nullptr);
  table.Reindex();
  EXPECT_NE(table.FindVar("x"), nullptr);
}

}  // namespace
}  // namespace paddle::framework
