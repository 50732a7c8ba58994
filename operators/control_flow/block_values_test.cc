#include "paddle/operators/control_flow/block_values.h"

#include <memory>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor_array.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::LoDTensor;
using framework::TensorArray;
using framework::Variable;
using framework::VariableValue;

class BlockValuesTest : public ::testing::Test {
 protected:
  BlockValuesTest() {
    run_.device = &platform::CPUContext();
    run_.allocator = &memory::AllocatorOf(platform::CPUPlace());
    auto* tensor = from_->GetMutable<LoDTensor>();
    tensor->Allocate({3}, DataType::kInt64);
    for (int64_t i = 0; i < 3; ++i) tensor->mutable_data<int64_t>()[i] = i;
    tensor->set_lod(LoD::FromLengths({{1, 2}}));
  }

  static void ExpectTheSame(const LoDTensor& a, const LoDTensor& b) {
    EXPECT_EQ(a.dims(), b.dims());
    EXPECT_TRUE(framework::SameLoD(a.lod(), b.lod()));
    for (int64_t i = 0; i < a.numel(); ++i) {
      EXPECT_EQ(a.data<int64_t>()[i], b.data<int64_t>()[i]);
    }
  }

  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
  Variable* const from_ = scope_->Var("from");
  Variable* const to_ = scope_->Var("to");
  framework::RunState run_;
  const framework::KernelContext context_{nullptr, &run_, {}};
};

TEST_F(BlockValuesTest, SharedValuesLookIntoOneMemory) {
  ShareValue(*from_, to_);
  EXPECT_TRUE(to_->Get<LoDTensor>().SharesMemoryWith(from_->Get<LoDTensor>()));
  VariableValue value;
  ShareValue(*from_, &value);
  ExpectTheSame(*value.GetMutable<LoDTensor>(), from_->Get<LoDTensor>());
}

TEST_F(BlockValuesTest, CopiesHaveMemoryOfTheirOwn) {
  CopyValue(context_, *from_, to_);
  EXPECT_FALSE(to_->Get<LoDTensor>().SharesMemoryWith(from_->Get<LoDTensor>()));
  ExpectTheSame(to_->Get<LoDTensor>(), from_->Get<LoDTensor>());
  VariableValue value;
  ShareValue(*from_, &value);
  CopyValue(context_, &value, to_);
  EXPECT_FALSE(to_->Get<LoDTensor>().SharesMemoryWith(from_->Get<LoDTensor>()));
  ExpectTheSame(to_->Get<LoDTensor>(), from_->Get<LoDTensor>());
}

TEST_F(BlockValuesTest, TensorArraysAreSharedAndMoved) {
  *from_->GetMutable<TensorArray>() = TensorArray(DataType::kFloat64);
  ShareValue(*from_, to_);
  EXPECT_EQ(to_->Get<TensorArray>().dtype(), DataType::kFloat64);
  to_->Clear();
  CopyValue(context_, *from_, to_);
  EXPECT_TRUE(to_->Is<TensorArray>());
  VariableValue value;
  ShareValue(*from_, &value);
  to_->Clear();
  CopyValue(context_, &value, to_);
  EXPECT_TRUE(to_->Is<TensorArray>());
}

TEST_F(BlockValuesTest, NothingElseIsCarried) {
  *from_->GetMutable<int>() = 1;
  EXPECT_ERROR(ShareValue(*from_, to_), FailedPrecondition, "holds a int");
  EXPECT_ERROR(CopyValue(context_, *from_, to_), FailedPrecondition,
               "holds a int");
  from_->Clear();
  EXPECT_ERROR(ShareValue(*from_, to_), FailedPrecondition,
               "is not initialised");
}

TEST_F(BlockValuesTest, ZerosTakeTheShapeWithoutReadingIt) {
  from_->GetMutable<LoDTensor>()->Release();
  VariableValue zeros;
  ZeroValue(context_, {"x", DataType::kInt64, framework::proto::DENSE_TENSOR},
            *from_, &zeros);
  const LoDTensor& value = *zeros.GetMutable<LoDTensor>();
  EXPECT_EQ(value.dims(), Dims({3}));
  EXPECT_EQ(value.lod()->lengths(), (LoD::Levels{{1, 2}}));
  for (int64_t i = 0; i < 3; ++i) EXPECT_EQ(value.data<int64_t>()[i], 0);
}

TEST_F(BlockValuesTest, ZerosOfATensorArrayHaveNoElements) {
  VariableValue zeros;
  ZeroValue(context_, {"x", DataType::kFloat32, framework::proto::TENSOR_ARRAY},
            *to_, &zeros);
  EXPECT_EQ(zeros.GetMutable<TensorArray>()->size(), 0);
  EXPECT_EQ(zeros.GetMutable<TensorArray>()->dtype(), DataType::kFloat32);
}

TEST_F(BlockValuesTest, AConditionIsOneBool) {
  auto* condition = to_->GetMutable<LoDTensor>();
  for (const Dims& dims : {Dims{}, Dims{1}, Dims{1, 1}}) {
    condition->Allocate(dims, DataType::kBool);
    *condition->mutable_data<bool>() = true;
    EXPECT_TRUE(Holds(*to_));
    *condition->mutable_data<bool>() = false;
    EXPECT_FALSE(Holds(*to_));
  }
  EXPECT_ERROR(Holds(*from_), InvalidArgument,
               "a condition is one bool, not int64 [3]");
  condition->Allocate({2}, DataType::kBool);
  EXPECT_ERROR(Holds(*to_), InvalidArgument, "not bool [2]");
  condition->Allocate({0}, DataType::kBool);
  EXPECT_ERROR(Holds(*to_), InvalidArgument, "not bool [0]");
  condition->Allocate({1}, DataType::kBool);
  condition->Release();
  EXPECT_ERROR(Holds(*to_), FailedPrecondition, "");
  to_->Clear();
  EXPECT_ERROR(Holds(*to_), FailedPrecondition, "is not initialised");
}

TEST_F(BlockValuesTest, AConditionMayLieOnAGPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  LoDTensor condition({1}, DataType::kBool);
  for (const bool value : {true, false}) {
    *condition.mutable_data<bool>() = value;
    *to_->GetMutable<LoDTensor>() =
        LoDTensor(Copy(condition, platform::CUDAPlace(0)));
    EXPECT_EQ(Holds(*to_), value);
  }
}

}  // namespace
}  // namespace paddle::operators
