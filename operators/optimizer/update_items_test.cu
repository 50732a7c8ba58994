// Lists of parameters against one parameter after the other: equal bits.
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/optimizer/adam.h"
#include "paddle/operators/optimizer/functor_rule.h"
#include "paddle/operators/optimizer/momentum.h"
#include "paddle/operators/optimizer/optimizer_loop.h"
#include "paddle/operators/optimizer/sgd.h"
#include "paddle/operators/optimizer/update_items.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;
using platform::CUDAPlace;

const platform::CUDADeviceContext& Device() {
  return platform::CUDAContext(platform::DeviceContextOf(CUDAPlace(0)));
}

// Returns irregular numbers in (0, 1) on the GPU.
template <typename T>
Tensor Numbers(int64_t size, double seed) {
  Tensor tensor(Dims({size}), framework::DataTypeOf<T>());
  T* data = tensor.mutable_data<T>();
  for (int64_t i = 0; i < size; ++i) {
    const double x = std::sin(seed + 12.9898 * static_cast<double>(i)) * 43758;
    data[i] = static_cast<T>(0.01 + 0.98 * (x - std::floor(x)));
  }
  return Copy(tensor, CUDAPlace(0));
}

template <typename T>
std::vector<T> Elements(const Tensor& tensor) {
  const Tensor copy = Copy(tensor, platform::CPUPlace());
  return {copy.data<T>(), copy.data<T>() + copy.numel()};
}

// A parameter with all that belongs to it. Two of equal seeds are equal.
template <typename T, typename Functor>
struct Parameter {
  static constexpr int kStates = kNumStates<Functor>;
  static constexpr int kNumbers = kNumNumbers<Functor>;

  Parameter(int64_t size, double seed) : grad(Numbers<T>(size, seed)) {
    for (int i = 0; i <= kStates; ++i) {
      arrays.push_back(Numbers<T>(size, seed + 1 + i));
    }
    for (int i = 0; i < kNumbers; ++i) {
      numbers.push_back(Numbers<T>(1, seed + 9 + i));
    }
  }

  UpdateItem<T, Functor> Item() {
    UpdateItem<T, Functor> item;
    item.size = grad.numel();
    item.grad = grad.template data<T>();
    for (int i = 0; i <= kStates; ++i) {
      const Updated in_place = {&arrays[i], &arrays[i]};
      item.arrays[i] = internal::UpdatedData<T>(in_place);
    }
    for (int i = 0; i < kNumbers; ++i) {
      item.numbers.at[i] = item.next.at[i] =
          numbers[i].template mutable_data<T>();
    }
    return item;
  }

  void UpdateAlone(const Functor& functor, const T* rate) {
    UpdateAlone(functor, rate, std::make_index_sequence<kStates>());
  }

  Tensor grad;
  std::vector<Tensor> arrays, numbers;

 private:
  template <size_t... i>
  void UpdateAlone(const Functor& functor, const T* rate,
                   std::index_sequence<i...>) {
    const UpdateItem<T, Functor> item = Item();
    const FunctorRule<T, Functor> rule = {functor, rate, item.numbers};
    ParamGrad<T> dense;
    dense.dense = item.grad;
    const ParamStep<platform::CUDADeviceContext, T> step = {
        Device(), dense, rate, {&arrays[0], &arrays[0]}};
    UpdateParam(step, rule, Updated{&arrays[i + 1], &arrays[i + 1]}...);
    if constexpr (kNumbers > 0) AdvanceNumbers(Device(), rule, item.next);
  }
};

// More parameters than one launch takes, of no element, of one, and of several
// chunks.
template <typename T, typename Functor>
void ExpectSameBits(const Functor& functor) {
  const Tensor rate = Numbers<T>(1, 0.5);
  std::vector<Parameter<T, Functor>> listed, alone;
  std::vector<UpdateItem<T, Functor>> items;
  for (int i = 0; i < 150; ++i) {
    const int64_t size = std::array<int64_t, 5>{0, 1, 37, 4096, 9001}[i % 5];
    listed.emplace_back(size, i);
    alone.emplace_back(size, i);
  }
  for (auto& each : listed) items.push_back(each.Item());
  UpdateItemsOnCUDA<Functor, T>(Device(), functor, rate.data<T>(), items);
  for (size_t p = 0; p < listed.size(); ++p) {
    alone[p].UpdateAlone(functor, rate.data<T>());
    for (size_t i = 0; i < alone[p].arrays.size(); ++i) {
      EXPECT_EQ(Elements<T>(listed[p].arrays[i]),
                Elements<T>(alone[p].arrays[i]))
          << "array " << i << " of parameter " << p;
    }
    for (size_t i = 0; i < alone[p].numbers.size(); ++i) {
      EXPECT_EQ(Elements<T>(listed[p].numbers[i]),
                Elements<T>(alone[p].numbers[i]));
    }
  }
}

TEST(UpdateItems, HaveTheBitsOfSingleUpdates) {
  PADDLE_SKIP_WITHOUT_GPU();
  ExpectSameBits<float>(SgdFunctor{});
  ExpectSameBits<double>(SgdFunctor{});
  ExpectSameBits<float>(MomentumFunctor{0.9, true});
  ExpectSameBits<float>(AdamFunctor{0.9, 0.99, 1e-8, false});
  ExpectSameBits<double>(AdamFunctor{0.9, 0.99, 1e-8, false});
}

TEST(UpdateItems, NumbersThatAllReadAreAdvancedLast) {
  PADDLE_SKIP_WITHOUT_GPU();
  using Adam = Parameter<double, AdamFunctor>;
  const AdamFunctor functor = {0.5, 0.25, 1e-8, false};
  const Tensor rate = Numbers<double>(1, 0.5);
  std::vector<Adam> listed;
  for (int i = 0; i < 100; ++i) listed.emplace_back(3, 7);
  std::vector<UpdateItem<double, AdamFunctor>> items;
  for (Adam& each : listed) {
    items.push_back(each.Item());
    items.back().numbers = items.front().numbers;
    if (items.size() > 1) items.back().next = {};
  }
  const std::vector<double> before = Elements<double>(listed[0].numbers[0]);
  UpdateItemsOnCUDA<AdamFunctor, double>(Device(), functor, rate.data<double>(),
                                         items);
  EXPECT_EQ(Elements<double>(listed[0].numbers[0])[0], 0.5 * before[0]);
  EXPECT_EQ(Elements<double>(listed[99].numbers[0]), before);
  EXPECT_EQ(Elements<double>(listed[99].arrays[0]),
            Elements<double>(listed[0].arrays[0]));
}

TEST(UpdateItems, NoneIsNoLaunch) {
  PADDLE_SKIP_WITHOUT_GPU();
  const Tensor rate = Numbers<float>(1, 0.5);
  UpdateItemsOnCUDA<AdamFunctor, float>(Device(), {}, rate.data<float>(), {});
}

}  // namespace
}  // namespace paddle::operators::kernels
