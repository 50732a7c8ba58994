#include "paddle/operators/math/loops/reduce_nest.h"

#include <cmath>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;

// The sum of `x` over the axes where `kept` has size 1.
std::vector<float> SumOver(const Dims& space, const Dims& kept,
                           const std::vector<float>& x) {
  const LoopNest<2> nest(
      space, {RowMajorStrides(space), BroadcastStrides(kept, space)});
  std::vector<float> out(kept.Numel(), -1), scratch;
  ReduceNest(
      nest, SumReducer(),
      [&](const auto& offsets, const auto& visit) {
        const float* run = x.data() + offsets[0];
        visit([run](int64_t j) { return run[j]; });
      },
      [&](size_t bytes) -> void* {
        scratch.resize(bytes / sizeof(float));
        return scratch.data();
      },
      kept.Numel(), out.data());
  return out;
}

std::vector<double> Reference(const Dims& space, const Dims& kept,
                              const std::vector<float>& x) {
  const Strides strides = BroadcastStrides(kept, space);
  std::vector<double> out(kept.Numel(), 0);
  for (int64_t i = 0; i < space.Numel(); ++i) {
    int64_t rest = i, at = 0;
    for (int axis = space.rank() - 1; axis >= 0; --axis) {
      at += rest % space[axis] * strides[axis];
      rest /= space[axis];
    }
    out[at] += x[i];
  }
  return out;
}

std::vector<float> Numbers(int64_t size) {
  std::vector<float> x(size);
  for (int64_t i = 0; i < size; ++i) x[i] = (i * 37 % 101 - 50) / 64.f;
  return x;
}

struct Shape {
  Dims space, kept;
};

TEST(ReduceNest, AnyAxesAnyNumberOfThreads) {
  const Shape shapes[] = {
      {{4, 5}, {4, 5}},              // nothing is reduced
      {{300000}, {1}},               // to one number, in parts
      {{4001, 70}, {1, 70}},         // rows, in parts
      {{500, 300}, {500, 1}},        // within rows
      {{64, 7, 30, 30}, {7, 1, 1}},  // per channel
      {{9, 8, 70, 50}, {9, 1, 70, 1}},
      {{5, 0, 3}, {5, 1, 3}},
      {{}, {}},
  };
  for (const auto& [space, kept] : shapes) {
    SCOPED_TRACE(space.ToString());
    const std::vector<float> x = Numbers(space.Numel());
    const std::vector<double> expected = Reference(space, kept, x);
    platform::SetNumThreads(1);
    const std::vector<float> one = SumOver(space, kept, x);
    for (size_t i = 0; i < one.size(); ++i) {
      EXPECT_NEAR(one[i], expected[i], 1e-3 + 1e-5 * std::abs(expected[i]));
    }
    for (const int threads : {2, 3}) {
      platform::SetNumThreads(threads);
      EXPECT_EQ(SumOver(space, kept, x), one);
    }
  }
}

TEST(ReductionParts, CoverAllRows) {
  for (const int64_t rows : {1, 2, 63, 64, 1000, 99999}) {
    for (const int64_t width : {1, 10, 4096}) {
      const ReductionParts parts =
          ReductionParts::Of(rows * width, rows, width, width == 1);
      EXPECT_GE(parts.count * parts.rows, rows);
      EXPECT_LT((parts.count - 1) * parts.rows, rows);
    }
  }
}

TEST(ReductionParts, AreWorthTheirMemory) {
  EXPECT_EQ(ReductionParts::Of(1000, 1000, 1, true).count, 1);
  EXPECT_EQ(ReductionParts::Of(2 << 20, 2, 1 << 20, false).count, 1);
  EXPECT_GT(ReductionParts::Of(1 << 24, 1 << 24, 1, true).count, 100);
}

}  // namespace
}  // namespace paddle::operators::kernels
