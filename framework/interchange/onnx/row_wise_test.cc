#include "paddle/framework/interchange/onnx/row_wise.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx {
namespace {

using framework::MakeOp;
using framework::SymbolTable;

constexpr int64_t kRows = -5, kStaticRows = -6, kFresh = -7;

void AddVar(const std::string& name, const std::vector<int64_t>& dims,
            SymbolTable* block, int lod_level = 0) {
  framework::proto::VarDesc* var = block->Var(name);
  for (int64_t size : dims) var->add_dims(size);
  var->set_lod_level(lod_level);
}

// A step over x [rows, 4] whose only operator makes y.
void AddStep(const framework::proto::OpDesc& op,
             const std::vector<int64_t>& dims, SymbolTable* block) {
  AddVar("x", {kRows, 4}, block);
  AddVar("y", dims, block);
  block->mutable_desc()->add_arguments("x");
  block->mutable_desc()->add_results("y");
  *block->NewOp() = op;
}

TEST(RowWiseTest, TakesWhatKeepsRows) {
  SymbolTable block;
  AddStep(MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"y"}}}), {kRows, 4}, &block);
  CheckRowWise(block, kRows);
}

TEST(RowWiseTest, RefusesOtherSizes) {
  for (const auto& dims : std::vector<std::vector<int64_t>>{
           {4}, {}, {4, kRows}, {kRows, kRows}, {kFresh, 4}}) {
    SymbolTable block;
    AddStep(MakeOp("op", {{"X", {"x"}}}, {{"Out", {"y"}}}), dims, &block);
    EXPECT_ERROR(CheckRowWise(block, kRows), Unimplemented,
                 "operator op may relate sequences");
  }
}

TEST(RowWiseTest, RefusesASoftmaxOverRows) {
  for (int64_t axis : {0, 1, -1, -2}) {
    SymbolTable block;
    AddStep(
        MakeOp("softmax", {{"X", {"x"}}}, {{"Out", {"y"}}}, {{"axis", axis}}),
        {kRows, 4}, &block);
    if (axis == 1 || axis == -1) {
      CheckRowWise(block, kRows);
    } else {
      EXPECT_ERROR(CheckRowWise(block, kRows), Unimplemented, "softmax");
    }
  }
}

TEST(RowWiseTest, IgnoresWhatNobodyReads) {
  SymbolTable block;
  AddVar("mean", {1}, &block);
  AddStep(MakeOp("op", {{"X", {"x"}}}, {{"Out", {"y"}}, {"Mean", {"mean"}}}),
          {kRows, 4}, &block);
  CheckRowWise(block, kRows);
}

// An argument with sequences has rows of its own, and one row for each sequence
// where it is pooled.
TEST(RowWiseTest, KnowsSequencesThatAreReadWhole) {
  SymbolTable block;
  AddVar("whole", {kStaticRows, 4}, &block, /*lod_level=*/1);
  AddVar("pooled", {kFresh, 4}, &block);
  AddVar("sum", {kFresh, 4}, &block);
  block.mutable_desc()->add_arguments("whole");
  block.mutable_desc()->add_results("sum");
  *block.NewOp() =
      MakeOp("sequence_pool", {{"X", {"whole"}}}, {{"Out", {"pooled"}}});
  *block.NewOp() = MakeOp("relu", {{"X", {"pooled"}}}, {{"Out", {"sum"}}});
  CheckRowWise(block, kRows);
  *block.NewOp() = MakeOp("flip", {{"X", {"sum"}}}, {{"Out", {"turned"}}});
  AddVar("turned", {4, kFresh}, &block);
  block.mutable_desc()->add_results("turned");
  EXPECT_ERROR(CheckRowWise(block, kRows), Unimplemented, "flip");
}

}  // namespace
}  // namespace paddle::onnx
