#include "paddle/framework/executor/placement.h"

#include <cstdint>
#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::framework {
namespace {

constexpr platform::Place kCPU = platform::CPUPlace();
constexpr platform::Place kGPU = platform::CUDAPlace(0);

LoDTensor One(int32_t value) {
  LoDTensor tensor({1}, DataType::kInt32);
  *tensor.mutable_data<int32_t>() = value;
  tensor.set_lod(LoD::FromLengths({{1}}));
  return tensor;
}

int32_t Read(const Tensor& tensor) { return *OnCPU(tensor).data<int32_t>(); }

LoDTensor Fed(const LoDTensor& value, platform::Place place, bool written) {
  LoDTensor target;
  Feed(value, place, written, &target);
  return target;
}

TEST(OnPlace, IsTheTensorItself) {
  const LoDTensor tensor = One(7);
  EXPECT_TRUE(OnPlace(kCPU, tensor).SharesMemoryWith(tensor));
}

TEST(Feed, IsACopyIfWritten) {
  const LoDTensor tensor = One(7);
  EXPECT_TRUE(Fed(tensor, kCPU, false).SharesMemoryWith(tensor));
  const LoDTensor copy = Fed(tensor, kCPU, true);
  EXPECT_FALSE(copy.SharesMemoryWith(tensor));
  EXPECT_EQ(copy.lod(), tensor.lod());
  EXPECT_EQ(Read(copy), 7);
}

TEST(OnPlace, ThereAndBack) {
  PADDLE_SKIP_WITHOUT_GPU();
  LoDTensor tensor = One(7);
  const LoDTensor there = OnPlace(kGPU, tensor);
  *tensor.mutable_data<int32_t>() = 8;
  EXPECT_EQ(there.place(), kGPU);
  EXPECT_EQ(there.lod(), tensor.lod());
  EXPECT_EQ(Read(Fed(there, kGPU, true)), 7);
  EXPECT_EQ(OnPlace(kCPU, there).place(), kCPU);
  EXPECT_EQ(Read(OnPlace(kCPU, there)), 7);
}

TEST(Feed, KeepsTheMemoryOfTheGPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  LoDTensor target;
  Feed(One(7), kGPU, false, &target);
  const void* const memory = target.raw_data();
  Feed(One(8), kGPU, true, &target);
  EXPECT_EQ(target.raw_data(), memory);
  EXPECT_EQ(Read(target), 8);
  const LoDTensor same = target;
  Feed(same, kGPU, true, &target);  // may not become its own copy
  EXPECT_NE(target.raw_data(), memory);
  EXPECT_EQ(Read(target), 8);
}

TEST(Feed, PinnedMemoryMayChangeAtOnce) {
  PADDLE_SKIP_WITHOUT_GPU();
  LoDTensor pinned(
      Copy(One(7), platform::Place(platform::PlaceKind::kCUDAPinned)));
  const LoDTensor there = Fed(pinned, kGPU, false);
  *pinned.mutable_data<int32_t>() = 8;
  EXPECT_EQ(Read(there), 7);
}

TEST(MoveTo, LeavesAloneWhatHoldsNoElements) {
  const auto scope = Scope::Create();
  Variable* var = scope->Var("x");
  EXPECT_EQ(ValueOf(*var), nullptr);
  MoveTo(kCPU, var);
  EXPECT_TRUE(var->empty());
  *var->GetMutable<int>() = 3;
  MoveTo(kCPU, var);
  EXPECT_EQ(var->Get<int>(), 3);
  var->GetMutable<LoDTensor>();
  EXPECT_EQ(ValueOf(*var), nullptr);
  MoveTo(kCPU, var);
  EXPECT_FALSE(var->Get<LoDTensor>().initialized());
}

TEST(MoveTo, MovesTensorsAndSelectedRows) {
  PADDLE_SKIP_WITHOUT_GPU();
  const auto scope = Scope::Create();
  Variable* tensor = scope->Var("tensor");
  *tensor->GetMutable<LoDTensor>() = One(7);
  const LoDPtr lod = tensor->Get<LoDTensor>().lod();
  Variable* rows = scope->Var("rows");
  rows->GetMutable<SelectedRows>()->set_height(3);
  *rows->GetMutable<SelectedRows>()->mutable_rows() = {2};
  *rows->GetMutable<SelectedRows>()->mutable_value() = One(8);
  for (platform::Place place : {kGPU, kGPU, kCPU}) {
    MoveTo(place, tensor);
    MoveTo(place, rows);
    EXPECT_EQ(ValueOf(*tensor)->place(), place);
    EXPECT_EQ(ValueOf(*rows)->place(), place);
    EXPECT_EQ(Read(*ValueOf(*tensor)), 7);
    EXPECT_EQ(Read(*ValueOf(*rows)), 8);
  }
  EXPECT_EQ(tensor->Get<LoDTensor>().lod(), lod);
  EXPECT_EQ(rows->Get<SelectedRows>().rows()[0], 2);
}

}  // namespace
}  // namespace paddle::framework
