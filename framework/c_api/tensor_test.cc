#include "paddle/framework/c_api/tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "paddle/framework/c_api/paddle.hpp"
#include "paddle/framework/c_api/testing/models.h"
#include "paddle/framework/tensor/dlpack.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::c_api::testing {
namespace {

using ::testing::ElementsAre;

void Count(void* calls) { ++*static_cast<int*>(calls); }

TEST(TensorTest, OwnsACopyOrZeros) {
  std::vector<float> values = {1, 2, 3, 4, 5, 6};
  Tensor tensor = Tensor::Of<float>({2, 3}, values);
  values[0] = 9;
  EXPECT_THAT(tensor.Values<float>(), ElementsAre(1, 2, 3, 4, 5, 6));
  tensor.MutableData<float>()[5] = 7;
  EXPECT_EQ(tensor.Values<float>()[5], 7);
  EXPECT_THROW(tensor.Data<int64_t>(), Error);
  EXPECT_THAT(Tensor::Copy(PADDLE_INT64, {2}, nullptr, 16).Values<int64_t>(),
              ElementsAre(0, 0));
  const PaddleTensorInfo info = tensor.Info();
  EXPECT_EQ(info.rank, 2);
  EXPECT_EQ(info.bytes, 24u);
  EXPECT_EQ(info.writable, 1);
  EXPECT_EQ(Tensor::Of<double>({}, {1.5}).numel(), 1u);
  EXPECT_EQ(Tensor::Copy(PADDLE_FLOAT32, {0, 3}, nullptr, 0).numel(), 0u);
}

TEST(TensorTest, BoolsAreZeroOrOne) {
  const unsigned char bytes[] = {0, 1, 2, 255};
  const Tensor copy = Tensor::Copy(PADDLE_BOOL, {4}, bytes, 4);
  const Tensor lent = Tensor::Borrow(PADDLE_BOOL, {4}, bytes, 4);
  for (const Tensor* tensor : {&copy, &lent}) {
    EXPECT_EQ(std::memcmp(tensor->Data<bool>(), "\0\1\1\1", 4), 0);
  }
}

TEST(TensorTest, LentMemoryIsGivenBackOnce) {
  alignas(8) float values[] = {1, 2};
  int calls = 0;
  Tensor tensor =
      Tensor::Borrow(PADDLE_FLOAT32, {2}, values, 8, &Count, &calls);
  EXPECT_EQ(tensor.Data<float>(), values);
  EXPECT_EQ(tensor.Info().writable, 0);
  EXPECT_THROW(tensor.MutableData<float>(), Error);
  EXPECT_EQ(calls, 0);
  tensor = Tensor();
  EXPECT_EQ(calls, 1);
  // After an error it was never taken.
  EXPECT_THROW(Tensor::Borrow(PADDLE_FLOAT32, {3}, values, 8, &Count, &calls),
               Error);
  EXPECT_THROW(
      Tensor::Borrow(PADDLE_INT16, {2}, reinterpret_cast<char*>(values) + 1, 4,
                     &Count, &calls),
      Error);
  EXPECT_THROW(Tensor::Borrow(PADDLE_FLOAT32, {2}, nullptr, 8, &Count, &calls),
               Error);
  EXPECT_EQ(calls, 1);
}

TEST(TensorTest, LentMemoryIsFedWhereItLies) {
  const platform::TemporaryFolder folder;
  SaveSums(folder.Path("sums"));
  const Model model = Model::Load(folder.Path("sums"));
  alignas(8) float values[] = {1, 2, 3, 4, 5, 6};
  int calls = 0;
  Tensor x = Tensor::Borrow(PADDLE_FLOAT32, {3, 2}, values, 24, &Count, &calls);
  x.SetLengths({{1, 0, 2}});
  EXPECT_THAT(model.Eval({{"x", &x}})[0].Values<float>(),
              ElementsAre(1, 2, 0, 0, 8, 10));
  // A fetch of what was fed is no memory of the caller.
  Tensor same = std::move(model.Eval({{"x", &x}}, {"x"})[0]);
  EXPECT_THAT(same.Values<float>(), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(same.GetLengths(), (Tensor::Lengths{{1, 0, 2}}));
  x = Tensor();
  same = Tensor();
  EXPECT_EQ(calls, 1);
}

TEST(TensorTest, LengthsOfSeveralLevels) {
  Tensor tensor = Tensor::Of<float>({5}, {1, 2, 3, 4, 5});
  tensor.SetLengths({{2, 1}, {1, 2, 2}});
  EXPECT_EQ(tensor.Info().lod_level, 2);
  EXPECT_EQ(tensor.GetLengths(), (Tensor::Lengths{{2, 1}, {1, 2, 2}}));
  int64_t first = -1;
  EXPECT_EQ(paddle_tensor_lengths(tensor.get(), 1, &first, 1, nullptr), 3);
  EXPECT_EQ(first, 1);
  tensor.SetLengths({});
  EXPECT_EQ(tensor.Info().lod_level, 0);
}

// A tensor of another package.
struct Foreign {
  explicit Foreign(int* calls) {
    managed.tensor = {
        data, {framework::kDLCPU, 0}, 2, {2, 32, 1}, shape, strides, 0};
    managed.context = calls;
    managed.deleter = [](framework::DLManagedTensor* self) {
      Count(self->context);
    };
  }
  DLManagedTensor* get() {
    return reinterpret_cast<DLManagedTensor*>(&managed);
  }

  alignas(8) float data[6] = {0, 1, 2, 3, 4, 5};
  int64_t shape[2] = {2, 3};
  int64_t strides[2] = {3, 1};
  framework::DLManagedTensor managed;
};

TEST(TensorTest, DLPackIsTakenAndGivenBackOnce) {
  int calls = 0;
  Foreign foreign(&calls);
  PaddleTensor* tensor = paddle_tensor_from_dlpack(foreign.get(), nullptr);
  ASSERT_NE(tensor, nullptr);
  EXPECT_EQ(paddle_tensor_data(tensor, nullptr), foreign.data);
  EXPECT_EQ(paddle_tensor_mutable_data(tensor, nullptr), nullptr);
  paddle_tensor_free(tensor);
  EXPECT_EQ(calls, 1);
  foreign.strides[0] = 4;
  EXPECT_EQ(paddle_tensor_from_dlpack(foreign.get(), nullptr), nullptr);
  EXPECT_EQ(paddle_tensor_from_dlpack(nullptr, nullptr), nullptr);
  EXPECT_EQ(calls, 1);
}

TEST(TensorTest, DLPackKeepsMemoryAlive) {
  Tensor tensor = Tensor::Of<float>({3}, {1, 2, 3});
  auto* managed = reinterpret_cast<framework::DLManagedTensor*>(
      paddle_tensor_to_dlpack(tensor.get(), nullptr));
  ASSERT_NE(managed, nullptr);
  EXPECT_EQ(tensor.Info().writable, 0);
  tensor = Tensor();
  EXPECT_EQ(static_cast<float*>(managed->tensor.data)[2], 3);
  EXPECT_EQ(managed->tensor.shape[0], 3);
  managed->deleter(managed);
}

}  // namespace
}  // namespace paddle::c_api::testing
