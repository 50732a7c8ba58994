#include "paddle/framework/executor/frame_memory.h"

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

// A block that reads x, a variable of nobody's, and computes h and y.
class FrameMemoryTest : public ::testing::Test {
 protected:
  FrameMemoryTest() {
    AddData(program_.get(), "x", 1);
    Plus(program_.get(), "x", "h", 1);
    Plus(program_.get(), "h", "y", 1);
    block_ = BlockCompiler(program_, 0, {}).Compile();
  }

  void Bind(FrameMemory* memory) {
    (*memory->mutable_vars())[block_->FindSlot("x")] = x_;
  }
  // Returns whether a plan had to be made for x with so many rows.
  bool Choose(int64_t rows, FrameMemory* memory) {
    *x_->GetMutable<LoDTensor>() =
        TensorOf({rows, 1}, std::vector<float>(rows));
    bool made = false;
    memory->ChoosePlan(&made);
    return made;
  }
  const LoDTensor& Value(const FrameMemory& memory, const char* name) const {
    return memory.vars()[block_->FindSlot(name)]->Get<LoDTensor>();
  }

  const std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<const CompiledBlock> block_;
  const std::shared_ptr<Scope> scope_ = Scope::Create();
  Variable* const x_ = scope_->Var("x");
};

TEST_F(FrameMemoryTest, RemembersPlansUpToALimit) {
  FrameMemory memory(*block_, 2);
  Bind(&memory);
  EXPECT_TRUE(Choose(1, &memory));
  EXPECT_FALSE(Choose(1, &memory));
  EXPECT_TRUE(Choose(2, &memory));
  EXPECT_FALSE(Choose(1, &memory));
  EXPECT_TRUE(Choose(3, &memory));  // 2 goes
  EXPECT_FALSE(Choose(1, &memory));
  EXPECT_TRUE(Choose(2, &memory));
}

TEST_F(FrameMemoryTest, TheArenaOnlyGrows) {
  FrameMemory memory(*block_, 8);
  Bind(&memory);
  Choose(100, &memory);
  const void* const arena = memory.arena();
  EXPECT_EQ(Value(memory, "h").dims(), Dims({100, 1}));
  Choose(10, &memory);
  EXPECT_EQ(memory.arena(), arena);
  EXPECT_EQ(Value(memory, "y").dims(), Dims({10, 1}));
  EXPECT_EQ(Value(memory, "h").holder(), Value(memory, "y").holder());
}

TEST_F(FrameMemoryTest, ReleasedTensorsKeepTheirDims) {
  FrameMemory memory(*block_, 8);
  Bind(&memory);
  Choose(3, &memory);
  const int h = block_->FindSlot("h");
  memory.Release(h);
  EXPECT_FALSE(Value(memory, "h").initialized());
  EXPECT_EQ(Value(memory, "h").dims(), Dims({3, 1}));
  memory.Allocate(h);
  EXPECT_TRUE(Value(memory, "h").initialized());
}

TEST_F(FrameMemoryTest, ShapesAreReadFromValues) {
  FrameMemory memory(*block_, 8);
  Bind(&memory);
  Choose(3, &memory);
  const int h = block_->FindSlot("h");
  *memory.vars()[h]->GetMutable<LoDTensor>() = TensorOf({2, 1}, {1, 2});
  memory.ReadShapes(0);
  EXPECT_EQ(memory.shapes()[h].dims, Dims({2, 1}));
}

TEST_F(FrameMemoryTest, ANaNIsNamed) {
  FrameMemory memory(*block_, 8);
  Bind(&memory);
  Choose(2, &memory);
  const int h = block_->FindSlot("h");
  auto* tensor = memory.vars()[h]->GetMutable<LoDTensor>();
  *tensor = TensorOf({2, 1}, {1, 2});
  memory.CheckFinite(0);
  *tensor = TensorOf({2, 1}, {1, std::numeric_limits<float>::quiet_NaN()});
  EXPECT_ERROR(memory.CheckFinite(0), FailedPrecondition,
               "output h has a NaN or infinity");
}

TEST_F(FrameMemoryTest, UpdatedMemoryIsNobodyElses) {
  const auto program = NewProgram();
  AddPersistable(program.get(), "w", {1});
  Fill(program.get(), "g", {1}, 1);
  Update(program.get(), "w", "g");
  const auto block = BlockCompiler(program, 0, {}).Compile();
  FrameMemory memory(*block, 8);
  Variable* const w = scope_->Var("w");
  auto* tensor = w->GetMutable<LoDTensor>();
  *tensor = TensorOf({1}, {5});
  (*memory.mutable_vars())[block->FindSlot("w")] = w;
  const void* const alone = tensor->raw_data();
  memory.UnshareUpdated();
  EXPECT_EQ(tensor->raw_data(), alone);
  const LoDTensor view = *tensor;
  memory.UnshareUpdated();
  EXPECT_NE(tensor->raw_data(), view.raw_data());
  EXPECT_EQ(ValuesOf(*tensor), ValuesOf(view));
}

}  // namespace
}  // namespace paddle::framework::testing
