#include "paddle/operators/normalization/batch_norm_library.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/normalization/batch_norm.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Tensor;
using platform::CPUPlace;
using platform::CUDAPlace;
using platform::DeviceContextOf;
using platform::Place;

constexpr BatchNormShape kShape{16, 24, 14 * 14};
constexpr double kEpsilon = 1e-5;

// Around `middle`, and irregular to the eye.
Tensor Numbers(int64_t count, double middle, Place place) {
  Tensor tensor({count}, DataType::kFloat32);
  float* data = tensor.mutable_data<float>();
  for (int64_t i = 0; i < count; ++i) {
    const double x = std::sin(middle + 12.9898 * i) * 43758.5453;
    data[i] = static_cast<float>(middle + x - std::floor(x) - 0.5);
  }
  return Copy(tensor, place);
}

// Inputs and outputs.
struct Batch {
  explicit Batch(Place place)
      : x(Numbers(kSize, 0.25, place)),
        d_y(Numbers(kSize, 0, place)),
        scale(Numbers(kShape.channels, 1, place)),
        bias(Numbers(kShape.channels, 0, place)),
        mean(Numbers(kShape.channels, 0.5, place)),
        variance(Numbers(kShape.channels, 2, place)),
        y(Copy(x, place)),
        d_x(Copy(x, place)),
        saved_mean(Copy(mean, place)),
        saved_inverse(Copy(mean, place)),
        d_scale(Copy(mean, place)),
        d_bias(Copy(mean, place)) {}

  static constexpr int64_t kSize =
      kShape.outer * kShape.channels * kShape.inner;

  BatchNormInputs in() const { return {x, scale, bias, mean, variance}; }
  BatchNormOutputs out() {
    return {&y, &mean, &variance, &saved_mean, &saved_inverse};
  }
  BatchNormGradInputs grad_in() const {
    return {x, scale, saved_mean, saved_inverse, d_y, kEpsilon};
  }
  std::vector<Tensor> results() const {
    std::vector<Tensor> all;
    for (const Tensor* tensor : {&y, &mean, &variance, &saved_mean,
                                 &saved_inverse, &d_x, &d_scale, &d_bias}) {
      all.push_back(Copy(*tensor));
    }
    return all;
  }

  const Tensor x, d_y, scale, bias;
  Tensor mean, variance, y, d_x, saved_mean, saved_inverse, d_scale, d_bias;
};

void Train(Place place, Batch* b) {
  const auto& device = DeviceContextOf(place);
  BatchNormTrain<float>(device, kShape, b->in(), 0.9, kEpsilon, b->out());
  BatchNormGrad<float>(device, kShape, b->grad_in(), false, &b->d_x,
                       &b->d_scale, &b->d_bias);
}

void ExpectNear(const Batch& a, const Batch& b, double tolerance) {
  const std::vector<Tensor> got = a.results(), expected = b.results();
  for (size_t r = 0; r < got.size(); ++r) {
    for (int64_t i = 0; i < got[r].numel(); ++i) {
      const double wanted = expected[r].data<float>()[i];
      ASSERT_NEAR(got[r].data<float>()[i], wanted,
                  tolerance * std::max(1., std::abs(wanted)))
          << "result " << r << " at " << i;
    }
  }
}

TEST(BatchNormLibrary, TakesUsualShapes) {
  PADDLE_SKIP_WITHOUT_GPU();
  const auto& device = DeviceContextOf(CUDAPlace(0));
  Batch b(CUDAPlace(0));
  EXPECT_TRUE(
      LibraryBatchNormInfer<float>(device, kShape, b.in(), kEpsilon, &b.y));
  EXPECT_TRUE(
      LibraryBatchNormTrain<float>(device, kShape, b.in(), kEpsilon, b.out()));
  EXPECT_TRUE(LibraryBatchNormGrad<float>(device, kShape, b.grad_in(), &b.d_x,
                                          &b.d_scale, &b.d_bias));
}

// The running variance among it.
TEST(BatchNormLibrary, TrainsLikeTheCPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  Batch got(CUDAPlace(0)), expected(CPUPlace());
  Train(CUDAPlace(0), &got);
  Train(CPUPlace(), &expected);
  ExpectNear(got, expected, 5e-4);
}

TEST(BatchNormLibrary, GivesTheSameBitsEachTimeAndRecorded) {
  PADDLE_SKIP_WITHOUT_GPU();
  Batch once(CUDAPlace(0)), again(CUDAPlace(0)), replayed(CUDAPlace(0));
  Train(CUDAPlace(0), &once);
  Train(CUDAPlace(0), &again);
  ExpectNear(again, once, 0);
  const auto graph = platform::RecordGraph(
      DeviceContextOf(CUDAPlace(0)), [&] { Train(CUDAPlace(0), &replayed); });
  ASSERT_NE(graph, nullptr);
  graph->Launch();
  ExpectNear(replayed, once, 0);
}

}  // namespace
}  // namespace paddle::operators::kernels
