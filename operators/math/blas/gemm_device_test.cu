#include <cmath>
#include <memory>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/blas/gemm_terms.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using platform::CPUPlace;
using platform::CUDAPlace;

// Numbers in [-1, 1) that look irregular.
template <typename T>
std::vector<T> Numbers(int64_t count, double seed) {
  std::vector<T> numbers(count);
  for (int64_t i = 0; i < count; ++i) {
    const double x = std::sin(seed + 12.9898 * i) * 43758.5453;
    numbers[i] = T(static_cast<float>(2 * (x - std::floor(x)) - 1));
  }
  return numbers;
}

// A copy of numbers on the GPU.
template <typename T>
class OnGPU {
 public:
  explicit OnGPU(const std::vector<T>& numbers)
      : bytes_(numbers.size() * sizeof(T)),
        memory_(memory::AllocatorOf(CUDAPlace(0)).Allocate(bytes_)) {
    memory::Copy(CUDAPlace(0), data(), CPUPlace(), numbers.data(), bytes_);
  }
  T* data() const { return static_cast<T*>(memory_->data()); }
  std::vector<T> Read() const {
    std::vector<T> numbers(bytes_ / sizeof(T));
    memory::Copy(CPUPlace(), numbers.data(), CUDAPlace(0), data(), bytes_);
    return numbers;
  }

 private:
  size_t bytes_;
  std::shared_ptr<memory::Allocation> memory_;
};

// `outer` x `inner` products; b is the same for all, and c for those of one
// `outer` if they are to be added up.
struct Problem {
  bool trans_a = false;
  bool trans_b = false;
  int64_t m = 1;
  int64_t n = 1;
  int64_t k = 1;
  int64_t outer = 1;
  int64_t inner = 1;
  bool add_up = false;
  double alpha = 1;
  double beta = 0;

  int64_t matrices() const { return outer * (add_up ? 1 : inner); }
};

template <typename T>
double Expected(const Problem& p, const std::vector<T>& a,
                const std::vector<T>& b, double before, int64_t matrix,
                int64_t i, int64_t j) {
  double sum = 0;
  const int64_t terms = p.add_up ? p.inner : 1;
  for (int64_t t = 0; t < terms; ++t) {
    const T* from = a.data() + (matrix * terms + t) * p.m * p.k;
    for (int64_t q = 0; q < p.k; ++q) {
      sum += static_cast<double>(p.trans_a ? from[q * p.m + i]
                                           : from[i * p.k + q]) *
             static_cast<double>(p.trans_b ? b[j * p.k + q] : b[q * p.n + j]);
    }
  }
  return p.alpha * sum + (p.beta == 0 ? 0 : p.beta * before);
}

template <typename T>
void Check(const Problem& p, double tolerance) {
  const std::vector<T> a = Numbers<T>(p.outer * p.inner * p.m * p.k, 1);
  const std::vector<T> b = Numbers<T>(p.k * p.n, 2);
  const std::vector<T> before = Numbers<T>(p.matrices() * p.m * p.n, 3);
  const OnGPU<T> device_a(a), device_b(b), device_c(before);
  const int64_t out = p.m * p.n;
  DeviceGemm<T> g{p.trans_a,
                  p.trans_b,
                  p.m,
                  p.n,
                  p.k,
                  static_cast<platform::Accumulator<T>>(p.alpha),
                  device_a.data(),
                  p.trans_a ? p.m : p.k,
                  device_b.data(),
                  p.trans_b ? p.k : p.n,
                  static_cast<platform::Accumulator<T>>(p.beta),
                  device_c.data(),
                  p.n};
  // Not in the call, where it makes nvcc crash.
  const Strides c_strides =
      p.add_up ? Strides{out, 0} : Strides{p.inner * out, out};
  g.stack = LoopNest<3>(
      Dims({p.outer, p.inner}),
      {Strides{p.inner * p.m * p.k, p.m * p.k}, Strides{0, 0}, c_strides});
  PlainGemm(platform::DeviceContextOf(CUDAPlace(0)), g);
  const std::vector<T> c = device_c.Read();
  for (int64_t e = 0; e < static_cast<int64_t>(c.size()); e += 1 + e / 997) {
    const double expected = Expected(p, a, b, static_cast<double>(before[e]),
                                     e / out, e / p.n % p.m, e % p.n);
    ASSERT_NEAR(static_cast<double>(c[e]), expected, tolerance) << e;
  }
}

TEST(PlainGemm, TransposesAndScales) {
  PADDLE_SKIP_WITHOUT_GPU();
  for (bool trans_a : {false, true}) {
    for (bool trans_b : {false, true}) {
      Check<double>({trans_a, trans_b, 5, 70, 19, 1, 1, false, 0.5, -2}, 1e-13);
      Check<float>({trans_a, trans_b, 65, 3, 33, 1, 1, false, 2, 0}, 1e-5);
    }
  }
}

TEST(PlainGemm, MultipliesStacks) {
  PADDLE_SKIP_WITHOUT_GPU();
  Check<double>({false, false, 4, 6, 7, 3, 5, false, 1, 1}, 1e-13);
  Check<double>({true, false, 4, 6, 7, 3, 5, true, 1, 0}, 1e-13);
}

// Products a_i^T * b_i, which are added up.
DeviceGemm<double> OfRows(int64_t terms) {
  DeviceGemm<double> g = {true, false,   4, 6, 7,       1, nullptr,
                          4,    nullptr, 6, 0, nullptr, 6};
  g.stack = LoopNest<3>(Dims({terms}), {Strides{28}, Strides{42}, Strides{0}});
  return g;
}

TEST(WithTermsInOne, AddsUpAlongK) {
  const DeviceGemm<double> one = WithTermsInOne(OfRows(5));
  EXPECT_EQ(one.k, 35);
  EXPECT_EQ(one.stack.total(), 1);
  DeviceGemm<double> other = OfRows(5);
  other.trans_a = false;
  EXPECT_EQ(WithTermsInOne(other).k, 7);
  other = OfRows(5);
  other.lda = 5;
  EXPECT_EQ(WithTermsInOne(other).k, 7);
  other = OfRows(5);
  other.stack = LoopNest<3>(Dims({5}), {Strides{28}, Strides{42}, Strides{24}});
  EXPECT_EQ(WithTermsInOne(other).k, 7);
}

TEST(WithTermsInOne, GivesTheSameSums) {
  PADDLE_SKIP_WITHOUT_GPU();
  const std::vector<double> a = Numbers<double>(5 * 28, 1);
  const std::vector<double> b = Numbers<double>(5 * 42, 2);
  const OnGPU<double> device_a(a), device_b(b);
  const OnGPU<double> apart(std::vector<double>(24)), one(apart.Read());
  DeviceGemm<double> g = OfRows(5);
  g.a = device_a.data();
  g.b = device_b.data();
  g.c = apart.data();
  PlainGemm(platform::DeviceContextOf(CUDAPlace(0)), g);
  g.c = one.data();
  PlainGemm(platform::DeviceContextOf(CUDAPlace(0)), WithTermsInOne(g));
  for (int i = 0; i < 24; ++i) {
    EXPECT_NEAR(one.Read()[i], apart.Read()[i], 1e-13) << i;
    EXPECT_NE(one.Read()[i], 0) << i;
  }
}

TEST(PlainGemm, CutsLongSumsIntoParts) {
  PADDLE_SKIP_WITHOUT_GPU();
  Check<double>({false, true, 3, 4, 5000, 1, 1, false, 1, 1}, 1e-11);
  Check<double>({false, true, 3, 4, 301, 2, 9, true, -1, 0}, 1e-11);
}

TEST(PlainGemm, TakesLargeTiles) {
  PADDLE_SKIP_WITHOUT_GPU();
  Check<float>({false, false, 1300, 1290, 21, 1, 1, false, 1, 0}, 1e-5);
}

TEST(PlainGemm, AddsUpHalvesInFloat) {
  PADDLE_SKIP_WITHOUT_GPU();
  Check<platform::float16>({false, false, 9, 10, 40, 1, 4, true, 1, 0}, 1e-2);
  Check<platform::bfloat16>({false, true, 9, 10, 40, 1, 4, false, 1, 1}, 5e-2);
}

TEST(PlainGemm, OverNothingLeavesScaledC) {
  PADDLE_SKIP_WITHOUT_GPU();
  Check<double>({false, false, 3, 4, 0, 1, 1, false, 1, 0.5}, 0);
  Check<double>({false, false, 3, 4, 2, 2, 0, true, 1, 0}, 0);
}

TEST(GemmOnCUDA, IsPartOfWhatIsRecorded) {
  PADDLE_SKIP_WITHOUT_GPU();
  const OnGPU<float> a({1, 2, 3, 4}), b({5, 6, 7, 8}), c({0, 0, 0, 0});
  const auto& device = platform::DeviceContextOf(CUDAPlace(0));
  const auto add_product = [&] {
    GemmOnCUDA<float>(device, {false, false, 2, 2, 2, 1, a.data(), 2, b.data(),
                               2, 1, c.data(), 2});
  };
  add_product();
  const auto graph = platform::RecordGraph(device, add_product);
  ASSERT_NE(graph, nullptr);
  EXPECT_EQ(c.Read(), (std::vector<float>{19, 22, 43, 50}));
  graph->Launch();
  EXPECT_EQ(c.Read(), (std::vector<float>{38, 44, 86, 100}));
}

}  // namespace
}  // namespace paddle::operators::kernels
