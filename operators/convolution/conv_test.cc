#include "paddle/operators/convolution/conv.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/convolution/conv_test_shapes.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataTypeOf;
using framework::Tensor;
using testing::Deep;
using testing::Numbers;
using testing::Shape;

const platform::CPUDeviceContext& Device() { return platform::CPUContext(); }

// For 16-bit numbers, which are computed in floats.
void* SomeWorkspace(size_t bytes) {
  static auto& room = *new std::vector<double>;
  room.resize(bytes / sizeof(double) + 1);
  return room.data();
}

// The three computations of a shape on the same numbers.
template <typename T>
struct Results {
  explicit Results(const ConvShape& s)
      : Results(s, Numbers<T>({s.batch, s.input_size()}, 1),
                Numbers<T>({s.filter_size()}, 2),
                Numbers<T>({s.batch, s.output_size()}, 3)) {}
  Results(const ConvShape& s, Tensor x, Tensor w, Tensor dy)
      : input(std::move(x)),
        filter(std::move(w)),
        d_output(std::move(dy)),
        output(d_output.dims(), DataTypeOf<T>()),
        d_input(input.dims(), DataTypeOf<T>()),
        d_filter(filter.dims(), DataTypeOf<T>()) {
    Conv<platform::CPUDeviceContext, T>(Device(), s, input, filter,
                                        SomeWorkspace, &output);
    ConvBackwardInput<platform::CPUDeviceContext, T>(
        Device(), s, filter, d_output, SomeWorkspace, &d_input);
    ConvBackwardFilter<platform::CPUDeviceContext, T>(
        Device(), s, input, d_output, SomeWorkspace, &d_filter);
  }
  Tensor input;
  Tensor filter;
  Tensor d_output;
  Tensor output;
  Tensor d_input;
  Tensor d_filter;
};

template <typename T = float>
void ExpectNear(const Tensor& got, const Tensor& expected, const char* what,
                double tolerance = 2e-5) {
  ASSERT_EQ(got.numel(), expected.numel());
  for (int64_t i = 0; i < got.numel(); ++i) {
    const double wanted = expected.data<double>()[i];
    ASSERT_NEAR(static_cast<float>(got.data<T>()[i]), wanted,
                tolerance * std::max(1.0, std::abs(wanted)))
        << what << " at " << i;
  }
}

template <typename T>
Tensor AsDouble(const Tensor& x) {
  Tensor wide(x.dims(), DataTypeOf<double>());
  double* out = wide.mutable_data<double>();
  for (int64_t i = 0; i < x.numel(); ++i) {
    out[i] = static_cast<float>(x.data<T>()[i]);
  }
  return wide;
}

std::vector<ConvShape> Shapes() {
  return {Shape(3, 1, 9, 4, 3, 1, 1, 0, 1),
          Shape(19, 20, 6, 7, 5, 1, 1, 0, 1),
          Shape(2, 6, 8, 4, 3, 2, 1, 1, 1),
          Shape(5, 8, 7, 8, 3, 8, 2, 1, 1),
          Shape(9, 16, 8, 32, 3, 1, 2, 2, 2),
          Shape(1, 3, 5, 2, 1, 1, 1, 0, 1),
          Shape(40, 32, 4, 16, 3, 2, 1, 1, 1),
          Shape(2, 6, 40, 12, 3, 6, 1, 1, 1),
          Shape(3, 5, 11, 5, 4, 5, 3, 5, 2),
          Deep(Shape(2, 3, 6, 4, 3, 1, 1, 1, 1), 5, 3, 2, 1, 1),
          Deep(Shape(2, 4, 6, 6, 2, 2, 2, 0, 1), 6, 2, 1, 2, 2),
          Deep(Shape(2, 4, 6, 4, 3, 4, 1, 1, 1), 4, 3, 1, 1, 1)};
}

// double is computed by other code than float where there is a library.
TEST(ConvTest, FloatAgreesWithDouble) {
  for (const ConvShape& shape : Shapes()) {
    SCOPED_TRACE(::testing::Message()
                 << shape.batch << " x " << shape.channels << " x "
                 << shape.in[0] << ", groups " << shape.groups);
    const Results<float> got(shape);
    const Results<double> expected(shape);
    ExpectNear(got.output, expected.output, "output");
    ExpectNear(got.d_input, expected.d_input, "gradient of the input");
    ExpectNear(got.d_filter, expected.d_filter, "gradient of the filter");
  }
}

// A result is rounded once, by at most half of `unit` of it.
template <typename T>
void ExpectHalfAgreesWithDouble(double unit) {
  for (const ConvShape& shape : Shapes()) {
    SCOPED_TRACE(::testing::Message()
                 << shape.batch << " x " << shape.channels << " x "
                 << shape.in[0] << ", groups " << shape.groups);
    const Results<T> got(shape);
    const Results<double> expected(shape, AsDouble<T>(got.input),
                                   AsDouble<T>(got.filter),
                                   AsDouble<T>(got.d_output));
    const double tolerance = 0.51 * unit;
    ExpectNear<T>(got.output, expected.output, "output", tolerance);
    ExpectNear<T>(got.d_input, expected.d_input, "gradient of the input",
                  tolerance);
    ExpectNear<T>(got.d_filter, expected.d_filter, "gradient of the filter",
                  tolerance);
  }
}

TEST(ConvTest, HalfAgreesWithDouble) {
  ExpectHalfAgreesWithDouble<platform::bfloat16>(std::ldexp(1, -7));
  ExpectHalfAgreesWithDouble<platform::float16>(std::ldexp(1, -10));
}

template <typename T>
bool SameBits(const Tensor& a, const Tensor& b) {
  return std::memcmp(a.data<T>(), b.data<T>(), a.numel() * sizeof(T)) == 0;
}

template <typename T>
void ExpectSameBitsForAnyNumberOfThreads() {
  const int threads = platform::NumThreads();
  for (const ConvShape& shape : Shapes()) {
    platform::SetNumThreads(1);
    const Results<T> one(shape);
    for (int n : {2, 3}) {
      platform::SetNumThreads(n);
      const Results<T> more(shape);
      EXPECT_TRUE(SameBits<T>(one.output, more.output));
      EXPECT_TRUE(SameBits<T>(one.d_input, more.d_input));
      EXPECT_TRUE(SameBits<T>(one.d_filter, more.d_filter));
    }
  }
  platform::SetNumThreads(threads);
}

TEST(ConvTest, GivesTheSameBitsForAnyNumberOfThreads) {
  ExpectSameBitsForAnyNumberOfThreads<float>();
  ExpectSameBitsForAnyNumberOfThreads<double>();
  ExpectSameBitsForAnyNumberOfThreads<platform::bfloat16>();
  ExpectSameBitsForAnyNumberOfThreads<platform::float16>();
}

TEST(ConvTest, AnEmptyBatchHasNoGradientOfTheFilter) {
  const Results<float> none(Shape(0, 2, 5, 3, 3, 1, 1, 0, 1));
  for (int64_t i = 0; i < none.d_filter.numel(); ++i) {
    EXPECT_EQ(none.d_filter.data<float>()[i], 0);
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
