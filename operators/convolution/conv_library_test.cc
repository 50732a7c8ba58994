#include "paddle/operators/convolution/conv_library.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/conv_test_shapes.h"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataTypeOf;
using framework::Tensor;
using platform::CUDAPlace;
using testing::Deep;
using testing::Numbers;
using testing::Shape;

const platform::DeviceContext& Device() {
  return platform::DeviceContextOf(CUDAPlace(0));
}

// Returns numbers on the GPU that Stored represents, as a tensor of T.
template <typename T, typename Stored>
Tensor OnGpu(const framework::Dims& dims, double seed) {
  const Tensor stored = Numbers<Stored>(dims, seed);
  Tensor tensor(dims, DataTypeOf<T>());
  const Stored* from = stored.data<Stored>();
  std::transform(from, from + stored.numel(), tensor.mutable_data<T>(),
                 [](Stored x) { return static_cast<T>(x); });
  return Copy(tensor, CUDAPlace(0));
}

// The three computations of a shape by the library alone.
template <typename T, typename Stored = T>
struct Computed {
  explicit Computed(const ConvShape& s)
      : shape(s),
        input(OnGpu<T, Stored>({s.batch, s.input_size()}, 1)),
        filter(OnGpu<T, Stored>({s.filter_size()}, 2)),
        d_output(OnGpu<T, Stored>({s.batch, s.output_size()}, 3)),
        output(d_output.dims(), DataTypeOf<T>(), CUDAPlace(0)),
        d_input(input.dims(), DataTypeOf<T>(), CUDAPlace(0)),
        d_filter(filter.dims(), DataTypeOf<T>(), CUDAPlace(0)),
        space(Device(), int64_t{256} << 20) {}

  // True if the library does them.
  bool Run() {
    const auto workspace = [&](size_t) { return space.data(); };
    const T* x = input.data<T>();
    const T* w = filter.data<T>();
    const T* dy = d_output.data<T>();
    return LibraryConv<T>(Device(), shape, x, w, workspace,
                          output.mutable_data<T>()) &&
           LibraryConvBackwardInput<T>(Device(), shape, w, dy, workspace,
                                       d_input.mutable_data<T>()) &&
           LibraryConvBackwardFilter<T>(Device(), shape, x, dy, workspace,
                                        d_filter.mutable_data<T>());
  }

  // All results, one behind the other.
  std::vector<T> Results() const {
    std::vector<T> all;
    for (const Tensor* tensor : {&output, &d_input, &d_filter}) {
      const Tensor copy = Copy(*tensor);
      const T* data = copy.data<T>();
      all.insert(all.end(), data, data + copy.numel());
    }
    return all;
  }

  const ConvShape shape;
  const Tensor input, filter, d_output;
  Tensor output, d_input, d_filter;
  const DeviceScratch<char> space;
};

// Shapes of usual networks; rough sums of many products.
std::vector<ConvShape> UsualShapes() {
  return {Shape(8, 64, 28, 96, 3, 1, 1, 1, 1),
          Shape(4, 3, 64, 64, 7, 1, 2, 3, 1),
          Shape(8, 256, 14, 64, 1, 1, 1, 0, 1),
          Shape(8, 128, 14, 128, 3, 32, 1, 1, 1),
          Shape(4, 32, 28, 32, 3, 1, 1, 2, 2),
          Deep(Shape(2, 16, 16, 24, 3, 1, 1, 1, 1), 8, 3, 1, 1, 1),
          Deep(Shape(2, 16, 16, 24, 3, 2, 2, 1, 1), 8, 3, 2, 1, 1)};
}

// Numbers cut to TF32, with 10 bits, are told from whole ones by this.
TEST(ConvLibrary, TakesUsualShapesInFullPrecision) {
  PADDLE_SKIP_WITHOUT_GPU();
  for (const ConvShape& shape : UsualShapes()) {
    Computed<float> got(shape);
    Computed<double> expected(shape);
    ASSERT_TRUE(got.Run());
    ASSERT_TRUE(expected.Run());
    const std::vector<float> a = got.Results();
    const std::vector<double> b = expected.Results();
    double worst = 0;
    for (size_t i = 0; i < a.size(); ++i) {
      worst = std::max(worst, std::abs(a[i] - b[i]));
    }
    EXPECT_LT(worst, 1e-3) << shape.channels << " x " << shape.in[1];
  }
}

// Results may be as large as the sum of all products is; each is rounded once.
template <typename T>
void ExpectRoundedOnce(double epsilon) {
  for (const ConvShape& shape : UsualShapes()) {
    Computed<T> got(shape);
    ASSERT_TRUE(got.Run()) << shape.channels << " x " << shape.in[1];
    Computed<double, T> expected(shape);
    ASSERT_TRUE(expected.Run());
    const std::vector<T> a = got.Results();
    const std::vector<double> b = expected.Results();
    for (size_t i = 0; i < a.size(); ++i) {
      ASSERT_NEAR(static_cast<double>(a[i]), b[i],
                  1e-3 + epsilon * std::abs(b[i]))
          << shape.channels << " x " << shape.in[1];
    }
  }
}

TEST(ConvLibrary, TakesSixteenBitsAndRoundsOnce) {
  PADDLE_SKIP_WITHOUT_GPU();
  ExpectRoundedOnce<platform::float16>(0x1p-11);
  ExpectRoundedOnce<platform::bfloat16>(0x1p-8);
}

TEST(ConvLibrary, GivesTheSameBitsEachTime) {
  PADDLE_SKIP_WITHOUT_GPU();
  for (const ConvShape& shape : UsualShapes()) {
    Computed<float> one(shape), other(shape);
    ASSERT_TRUE(one.Run() && other.Run() && other.Run());
    EXPECT_EQ(one.Results(), other.Results());
  }
}

TEST(ConvLibrary, CanBeRecorded) {
  PADDLE_SKIP_WITHOUT_GPU();
  Computed<float> once(UsualShapes()[0]), replayed(UsualShapes()[0]);
  ASSERT_TRUE(once.Run());
  const auto graph =
      platform::RecordGraph(Device(), [&] { EXPECT_TRUE(replayed.Run()); });
  ASSERT_NE(graph, nullptr);
  graph->Launch();
  EXPECT_EQ(once.Results(), replayed.Results());
}

}  // namespace
}  // namespace paddle::operators::kernels
