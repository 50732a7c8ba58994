#include "paddle/framework/ir/program.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

TEST(ProgramTest, AppendOpMakesAndDescribesOutputs) {
  Program program(TinyOps());
  AddFeed(&program, "x", {-1, 3});
  AddParameter(&program, "w", {3, 4});
  const proto::OpDesc& op = program.AppendOp(0, Mul("x", "w", "y"));
  EXPECT_EQ(op.id(), 1);
  EXPECT_EQ(GetAttr<int64_t>(op, "num_col_dims"), 1);
  EXPECT_THAT(program.global_block().GetVar("y").dims(), ElementsAre(-1, 4));
  EXPECT_EQ(program.AppendOp(0, Scale("y", "z")).id(), 2);
  EXPECT_EQ(program.desc().op_versions_size(), 2);
  Verify(program);
}

TEST(ProgramTest, ErrorsNameOperatorShapesAndCallSite) {
  Program program(TinyOps());
  AddFeed(&program, "x", {-1, 3});
  AddParameter(&program, "w", {4, 5});
  proto::OpDesc op = Mul("x", "w", "y");
  op.set_name("first");
  op.add_call_site()->set_file("net.py");
  op.mutable_call_site(0)->set_line(3);
  op.mutable_call_site(0)->set_text("y = mul(x, w)");
  EXPECT_ERROR(program.AppendOp(0, op), InvalidArgument,
               "InvalidArgument: X [N, 3] has not as many columns as Y [4, 5] "
               "has rows\n"
               "  in operator tiny_mul 'first' (X: x [N, 3] float32, "
               "Y: w [4, 5] float32)\n"
               "  at net.py, line 3: y = mul(x, w)");
}

// The message of a program that must not change.
class Unchanged {
 public:
  explicit Unchanged(const Program& program)
      : program_(program), before_(program.desc().SerializeAsString()) {}
  ~Unchanged() { EXPECT_EQ(program_.desc().SerializeAsString(), before_); }

 private:
  const Program& program_;
  const std::string before_;
};

TEST(ProgramTest, AfterAnErrorTheProgramIsAsItWas) {
  Program program(TinyOps());
  AddFeed(&program, "x", {-1, 3});
  AddData(&program, "z", {7, 7});
  Unchanged unchanged(program);
  EXPECT_ERROR(program.AppendOp(0, Mul("x", "x", "y")), InvalidArgument,
               "has not as many columns");
  EXPECT_ERROR(program.AppendOp(0, Scale("x", "z")), InvalidArgument,
               "the variable 'z' is [7, 7] float32");
  EXPECT_ERROR(program.AppendOp(0, MakeOp("tiny_mull", {}, {})), NotFound,
               "no operator is called 'tiny_mull'; did you mean tiny_mul");
  EXPECT_ERROR(program.AppendOp(3, Print("x")), OutOfRange,
               "block 3 of a program of 1 blocks");
  EXPECT_EQ(program.global_block().FindVar("y"), nullptr);
}

TEST(ProgramTest, InputsMustExist) {
  Program program(TinyOps());
  AddFeed(&program, "image", {-1, 3});
  EXPECT_ERROR(program.AppendOp(0, Print("imag")), NotFound,
               "input X of operator tiny_print: no variable is called 'imag' "
               "in block 0; did you mean image?");
}

TEST(ProgramTest, AVariableHasOneWriter) {
  Program program(TinyOps());
  AddFeed(&program, "x", {2, 2});
  program.AppendOp(0, Scale("x", "y"));
  Unchanged unchanged(program);
  EXPECT_ERROR(program.AppendOp(0, Scale("x", "y")), InvalidArgument,
               "output Out of operator tiny_scale cannot be 'y': operator "
               "tiny_scale already writes it, and the operator does not "
               "declare that it updates this variable in place");
  EXPECT_ERROR(program.AppendOp(0, Scale("y", "x")), InvalidArgument,
               "cannot be 'x': it is a feed");
  EXPECT_ERROR(program.AppendOp(0, Scale("y", "y")), InvalidArgument,
               "cannot be 'y'");
  proto::OpDesc twice = Scale("x", "z");
  SetOutput(&twice, "Mask", {"z"});
  EXPECT_ERROR(program.AppendOp(0, twice), InvalidArgument,
               "operator tiny_scale writes 'z' twice");
}

TEST(ProgramTest, ParametersMayBeWrittenOnceAndUpdatedOften) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2, 2});
  EXPECT_ERROR(program.AppendOp(0, Scale("w", "w")), InvalidArgument,
               "cannot be 'w': it is also an input");
  program.AppendOp(0, Fill("w", {2, 2}));
  program.AppendOp(0, Scale("w", "g"));
  program.AppendOp(0, Update("w", "g"));
  program.AppendOp(0, Update("w", "g"));
  EXPECT_ERROR(program.AppendOp(0, Fill("w", {2, 2})), InvalidArgument,
               "operator tiny_update already writes it");
  Verify(program);
}

TEST(ProgramTest, OuterVariables) {
  Program program(TinyOps());
  AddParameter(&program, "w", {2, 2});
  AddData(&program, "h", {2, 2});
  const int body = program.AddBlock(0);
  EXPECT_ERROR(program.AppendOp(body, Scale("w", "h")), InvalidArgument,
               "cannot be 'h': it is of an outer block");
  EXPECT_ERROR(program.AppendOp(body, Update("h", "w")), InvalidArgument,
               "cannot update 'h', a variable of an outer block that is not "
               "persistable");
  program.AppendOp(body, Update("w", "h"));
  program.block(body).Var("h");
  program.AppendOp(body, Scale("w", "h"));
  program.block(body).mutable_desc()->add_arguments("a");
  AddData(&program, "a", {2, 2}, body);
  EXPECT_ERROR(program.AppendOp(body, Scale("w", "a")), InvalidArgument,
               "it is an argument of the block");
}

TEST(ProgramTest, InsertOp) {
  Program program(TinyOps());
  AddFeed(&program, "x", {2, 2});
  program.AppendOp(0, Scale("x", "a"));
  program.AppendOp(0, Scale("a", "b"));
  const proto::OpDesc& op = program.InsertOp(0, 1, Scale("x", "c"));
  EXPECT_EQ(&op, &program.desc().blocks(0).ops(1));
  EXPECT_EQ(op.id(), 3);
  EXPECT_EQ(Output(program.desc().blocks(0).ops(2), "Out"), "b");
  EXPECT_ERROR(program.InsertOp(0, 9, Scale("x", "d")), OutOfRange,
               "position 9 in a block of 3 operators");
  Verify(program);
}

TEST(ProgramTest, OperatorNamesAreUnique) {
  Program program(TinyOps());
  proto::OpDesc op = Fill("a", {1});
  op.set_name("fill");
  program.AppendOp(0, op);
  SetOutput(&op, "Out", {"b"});
  EXPECT_ERROR(program.AppendOp(0, op), AlreadyExists,
               "block 0 already has an operator of the name 'fill'");
}

TEST(ProgramTest, UniqueNames) {
  Program program(TinyOps());
  program.global_block().Var("fc_1");
  EXPECT_EQ(program.UniqueName("fc"), "fc_0");
  EXPECT_EQ(program.UniqueName("fc"), "fc_2");
  EXPECT_EQ(program.UniqueName("mul"), "mul_0");
  EXPECT_EQ(program.NewVar(0, "fc")->name(), "fc.tmp_0");
  EXPECT_EQ(program.Clone()->UniqueName("fc"), "fc_3");
}

TEST(ProgramTest, BlocksAreRemovedWithThoseInside) {
  Program program(TinyOps());
  const int first = program.AddBlock(0);
  const int inner = program.AddBlock(first);
  const int second = program.AddBlock(0);
  program.block(inner).Var("x");
  const uint64_t uid = program.block_uid(second);
  program.RemoveBlock(first);
  EXPECT_EQ(program.num_blocks(), 4);  // the last one keeps its index
  EXPECT_EQ(program.block_uid(first), 0u);
  EXPECT_EQ(program.block_uid(inner), 0u);
  EXPECT_EQ(program.block_uid(second), uid);
  EXPECT_EQ(program.block(inner).FindVar("x"), nullptr);
  EXPECT_ERROR(program.AppendOp(inner, MakeOp("tiny_print", {}, {})),
               FailedPrecondition, "cannot join block 2, which was taken back");
  Verify(program);
  program.RemoveBlock(second);
  EXPECT_EQ(program.num_blocks(), 1);
  EXPECT_ERROR(program.RemoveBlock(0), FailedPrecondition, "the global block");
  EXPECT_ERROR(program.RemoveBlock(1), OutOfRange, "block 1");
}

TEST(ProgramTest, ABlockIsKnownByItsUid) {
  Program program(TinyOps());
  const int block = program.AddBlock(0);
  const uint64_t uid = program.block_uid(block);
  program.Changed();
  EXPECT_EQ(program.block_uid(block), uid);
  EXPECT_NE(program.Clone()->block_uid(block), uid);
  program.RemoveLastBlock();
  EXPECT_EQ(program.block_uid(block), 0u);
  EXPECT_EQ(program.AddBlock(0), block);
  EXPECT_NE(program.block_uid(block), uid);
}

TEST(ProgramTest, TablesStayWhereTheyAre) {
  Program program(TinyOps());
  const int block = program.AddBlock(0);
  SymbolTable& table = program.block(block);
  *program.mutable_desc()->mutable_blocks(0)->add_vars() = [] {
    proto::VarDesc var;
    var.set_name("late");
    return var;
  }();
  EXPECT_EQ(table.FindVar("late"), nullptr);
  program.Changed();
  EXPECT_EQ(&program.block(block), &table);
  EXPECT_NE(table.FindVar("late"), nullptr);
}

TEST(ProgramTest, ABlockIsOwnedOnceByAnOperatorOfItsParent) {
  Program program(TinyOps());
  AddData(&program, "x", {2, 2});
  const int outer = program.AddBlock(0);
  const int inner = program.AddBlock(outer);
  EXPECT_ERROR(program.AppendOp(0, Loop({"x"}, {"y"}, inner)), InvalidArgument,
               "of block 0 cannot own block 2, whose parent is block 1");
  program.AppendOp(0, Loop({"x"}, {"y"}, outer));
  EXPECT_ERROR(program.AppendOp(0, Loop({"x"}, {"z"}, outer)), InvalidArgument,
               "cannot own block 1, which is owned already");
  EXPECT_ERROR(program.RemoveBlock(outer), FailedPrecondition,
               "operator tiny_loop owns block 1");
}

TEST(ProgramTest, Blocks) {
  Program program(TinyOps());
  AddData(&program, "x", {2, 2});
  const int body = program.AddBlock(0);
  const int grad = program.AddBlock(0, body);
  AddData(&program, "h", {2, 2}, body);
  EXPECT_EQ(program.num_blocks(), 3);
  EXPECT_NE(program.block(body).FindVar("x"), nullptr);
  EXPECT_NE(program.block(grad).FindVar("h"), nullptr);
  EXPECT_EQ(program.desc().blocks(grad).forward_block(), body);
  program.RemoveLastBlock();
  EXPECT_ERROR(program.AddBlock(2), OutOfRange, "block 2");
  program.AppendOp(0, Loop({"x"}, {"y"}, body));
  EXPECT_ERROR(program.AppendOp(0, Loop({"x"}, {"z"}, 5)), OutOfRange,
               "block 5 of a program of 2 blocks");
  program.RemoveLastBlock();
  EXPECT_ERROR(program.RemoveLastBlock(), FailedPrecondition,
               "the global block cannot be removed");
}

TEST(ProgramTest, VersionsKeyCaches) {
  Program program(TinyOps());
  uint64_t last = program.version();
  const auto grown = [&] {
    return std::exchange(last, program.version()) < program.version();
  };
  program.AppendOp(0, Fill("a", {1}));
  EXPECT_TRUE(grown());
  program.AddBlock(0);
  EXPECT_TRUE(grown());
  program.set_random_seed(4);
  EXPECT_TRUE(grown());
  program.Changed();
  EXPECT_TRUE(grown());
  EXPECT_NE(program.Clone()->uid(), program.uid());
}

TEST(ProgramTest, CloneIsDeep) {
  Program program(TinyOps());
  program.AppendOp(0, Fill("a", {1}));
  auto clone = program.Clone();
  EXPECT_EQ(clone->desc().SerializeAsString(),
            program.desc().SerializeAsString());
  clone->AppendOp(0, Scale("a", "b"));
  EXPECT_EQ(program.desc().blocks(0).ops_size(), 1);
  EXPECT_EQ(program.global_block().FindVar("b"), nullptr);
}

TEST(ProgramTest, AnyMessageMakesAProgram) {
  proto::ProgramDesc desc;
  for (int parent : {5, 0, 1, -7}) {
    desc.add_blocks()->set_parent(parent);
  }
  desc.mutable_blocks(2)->set_forward_block(2);
  Program program(TinyOps(), desc);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(program.block(i).FindVar("x"), nullptr);
  }
  EXPECT_ERROR(Program(TinyOps(), proto::ProgramDesc()).global_block(),
               OutOfRange, "block 0 of a program of 0 blocks");
}

TEST(ProgramTest, InferenceClone) {
  Program program(TinyOps());
  AddFeed(&program, "x", {-1, 3});
  AddParameter(&program, "w", {3, 3});
  AddParameter(&program, "moment", {3, 3});
  const int body = program.AddBlock(0);
  program.AppendOp(body, Scale("w", "inner"));
  const int grad_body = program.AddBlock(0, body);
  program.AppendOp(0, Mul("x", "w", "y"));
  program.AppendOp(0, Loop({"y"}, {"z"}, body));
  proto::OpDesc grad = Loop({"z"}, {"g"}, grad_body);
  grad.set_role(proto::BACKWARD);
  program.AppendOp(0, grad);
  program.AppendOp(0, Update("moment", "w"));
  auto clone = program.InferenceClone();
  Verify(*clone);
  EXPECT_EQ(clone->desc().blocks(0).ops_size(), 2);
  EXPECT_EQ(clone->num_blocks(), 2);
  EXPECT_EQ(clone->global_block().FindVar("moment"), nullptr);
  EXPECT_EQ(clone->global_block().FindVar("g"), nullptr);
  EXPECT_NE(clone->global_block().FindVar("w"), nullptr);
  EXPECT_TRUE(GetAttr<bool>(clone->desc().blocks(1).ops(0), "is_test"));
  EXPECT_FALSE(GetAttr<bool>(program.desc().blocks(1).ops(0), "is_test"));
  EXPECT_EQ(clone->desc().op_versions_size(), 3);
}

}  // namespace
}  // namespace paddle::framework::testing
