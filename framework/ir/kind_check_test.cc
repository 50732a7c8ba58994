// Through AppendOp, and through Verify of a program that was written elsewhere.
#include "paddle/framework/ir/kind_check.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

class KindCheckTest : public ::testing::Test {
 protected:
  KindCheckTest() {
    AddFeed(&program_, "x", {2, 3});
    AddData(&program_, "w", {3, 3});
  }

  void SetKind(const char* name, proto::VarKind kind) {
    program_.global_block().GetVar(name).set_kind(kind);
  }

  Program program_{TinyOps()};
};

TEST_F(KindCheckTest, InputsWhileAProgramIsWritten) {
  SetKind("w", proto::SELECTED_ROWS);
  EXPECT_ERROR(program_.AppendOp(0, Mul("x", "w", "y")), InvalidArgument,
               "input Y of operator tiny_mul must be a dense tensor, but the "
               "variable 'w' is SelectedRows\n  in operator tiny_mul (X: x [2, "
               "3] float32, Y: w [3, 3] float32)");
  SetKind("w", proto::TENSOR_ARRAY);
  EXPECT_ERROR(program_.AppendOp(0, Mul("x", "w", "y")), InvalidArgument,
               "'w' is a tensor array: read an element (array_read), or make "
               "one tensor of all (array_to_tensor)");
  SetKind("w", proto::STEP_SCOPES);
  EXPECT_ERROR(program_.AppendOp(0, Mul("x", "w", "y")), InvalidArgument,
               "'w' is step scopes");
  SetKind("w", proto::RAW);
  EXPECT_ERROR(program_.AppendOp(0, Mul("x", "w", "y")), InvalidArgument,
               "'w' is a raw value");
  EXPECT_EQ(program_.global_block().FindVar("y"), nullptr);
}

TEST_F(KindCheckTest, OutputsWhileAProgramIsWritten) {
  AddData(&program_, "y", {2, 3});
  SetKind("y", proto::SELECTED_ROWS);
  EXPECT_ERROR(program_.AppendOp(0, Mul("x", "w", "y")), InvalidArgument,
               "output Out of operator tiny_mul is a dense tensor, but the "
               "variable 'y' is SelectedRows");
}

TEST_F(KindCheckTest, AProgramThatWasWrittenElsewhere) {
  program_.AppendOp(0, Mul("x", "w", "y"));
  Verify(program_);
  SetKind("x", proto::TENSOR_ARRAY);
  EXPECT_ERROR(Verify(program_), InvalidArgument,
               "input X of operator tiny_mul must be a dense tensor, but the "
               "variable 'x' is a tensor array");
  SetKind("x", proto::DENSE_TENSOR);
  SetKind("y", proto::STEP_SCOPES);
  EXPECT_ERROR(
      Verify(program_), InvalidArgument,
      "output Out of operator tiny_mul must be a dense tensor, but the "
      "variable 'y' is step scopes");
}

}  // namespace
}  // namespace paddle::framework::testing
