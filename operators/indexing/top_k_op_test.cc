#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;

void TopK(OpValues& v) {
  const Array& x = v.In("X");
  const int64_t width = x.dims.at(-1);
  const int64_t k = v.Attr<int64_t>("k");
  std::vector<int64_t> order(width);
  for (int64_t row = 0; row < v.Out("Out").numel() / k; ++row) {
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return x[row * width + a] > x[row * width + b];
    });
    for (int64_t i = 0; i < k; ++i) {
      v.Out("Indices")[row * k + i] = order[i];
      v.Out("Out")[row * k + i] = x[row * width + order[i]];
    }
  }
}

TEST(TopK, TopK) {
  for (int64_t k : {1, 3, 6}) {
    OpCase("top_k")
        .Input("X", Random({5, 6}))
        .Attr("k", k)
        .Reference(TopK)
        .ScaleRows({"X"})
        .Check();
  }
  OpCase("top_k", "rank 1").Input("X", Random({9})).Reference(TopK).Check();
  OpCase("top_k", "rank 3")
      .Input("X", Random({2, 3, 40}))
      .Attr("k", 17)
      .Reference(TopK)
      .ScaleRows({"X"})
      .SweepAttrs({"k"})
      .Check();
}

TEST(TopK, ANumberOfARun) {
  const OpCase base = OpCase("top_k", "of a run")
                          .Input("X", Values({2, 3}, {1, 3, 2, 6, 5, 4}))
                          .Attr("k", 1);
  OpCase(base)
      .Input("KTensor", Values({1}, {2}).As(DataType::kInt64))
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2, 2}, {3, 2, 6, 5});
        v.Out("Indices") = Array({2, 2}, {1, 2, 0, 1});
      })
      .Gradient({"X"})
      .Check();
  for (const double wrong : {0, 4}) {
    base.With("KTensor", Values({}, {wrong}).As(DataType::kInt32))
        .ExpectError("k = . from input KTensor");
  }
}

TEST(TopK, TopKGivesGradientsBack) {
  for (const framework::Dims& dims :
       {framework::Dims({5, 6}), framework::Dims({3}),
        framework::Dims({2, 2, 4})}) {
    OpCase("top_k", "gradient")
        .Input("X", Random(dims).Distinct())
        .Attr("k", 2)
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Reference(TopK)
        .Gradient({"X"})
        .Check();
  }
}

TEST(TopK, TopKOfEqualElements) {
  OpCase("top_k")
      .Input("X", Values({2, 5}, {1, 3, 3, 2, 3, 0, 0, 0, 0, 0}))
      .Attr("k", 4)
      .Reference([](OpValues& v) {
        v.Out("Out").values = {3, 3, 3, 2, 0, 0, 0, 0};
        v.Out("Indices").values = {1, 2, 4, 3, 0, 1, 2, 3};
      })
      .Check();
}

TEST(TopK, TopKPutsNaNFirst) {
  const double nan = std::nan("");
  const double infinite = std::numeric_limits<double>::infinity();
  OpCase("top_k")
      .Input("X", Values({2, 4}, {1, nan, infinite, nan,  //
                                  nan, nan, nan, -infinite}))
      .Attr("k", 4)
      .Reference([=](OpValues& v) {
        v.Out("Out").values = {nan, nan, infinite, 1, nan, nan, nan, -infinite};
        v.Out("Indices").values = {1, 3, 2, 0, 0, 1, 2, 3};
      })
      .Check();
}

TEST(TopK, TopKChecksK) {
  const OpCase base = OpCase("top_k").Input("X", Random({2, 3}));
  base.WithAttr("k", 4).ExpectError(
      "k of top_k is 4, but the last axis of X \\[2, 3\\] has only 3 elements");
  base.WithAttr("k", 0).ExpectError("k");
  base.With("X", Random({})).ExpectError("X of top_k is a scalar");
}

// Returns the place along the axis of the element that is before all others.
Reference FirstAlong(int axis, bool largest) {
  return [=](OpValues& v) {
    const Array& x = v.In("X");
    const int64_t size = x.dims[axis];
    const int64_t inner = x.dims.Slice(axis + 1, x.dims.rank()).Numel();
    Array& out = v.Out("Out");
    for (int64_t i = 0; i < out.numel(); ++i) {
      const int64_t first = i / inner * size * inner + i % inner;
      for (int64_t k = 1; k < size; ++k) {
        const double best = x[first + static_cast<int64_t>(out[i]) * inner];
        const double next = x[first + k * inner];
        if (largest ? next > best : next < best) out[i] = k;
      }
    }
  };
}

struct ArgRow {
  std::string type;
  bool largest;
};
const ArgRow kArgRows[] = {{"argmax", true}, {"argmin", false}};

TEST(TopK, ArgmaxAndArgminAlongAnyAxis) {
  for (const auto& [type, largest] : kArgRows) {
    for (const framework::Dims& dims :
         {framework::Dims({7}), {4, 5}, {2, 3, 4}, {3, 1, 70}}) {
      for (int axis = 0; axis < dims.rank(); ++axis) {
        OpCase(type, dims.ToString())
            .Input("X", Random(dims).Distinct())
            .Attr("axis", axis)
            .Reference(FirstAlong(axis, largest))
            .SweepAttrs({"keep_dim"})
            .Check();
      }
    }
    OpCase(type, "rows")
        .Input("X", Random({6, 1}))
        .Attr("keep_dim", true)
        .Reference([](OpValues& v) { v.Out("Out") = Array(v.In("X").dims); })
        .ScaleRows({"X"})
        .Check();
  }
}

TEST(TopK, ArgmaxOfEqualElementsAndNaN) {
  const double nan = std::nan("");
  for (const std::string type : {"argmax", "argmin"}) {
    OpCase(type)
        .Input("X", Values({3, 3}, {2, 2, 2, 5, nan, nan, nan, 9, nan}))
        .DataTypes({DataType::kFloat64, DataType::kFloat32, DataType::kFloat16,
                    DataType::kBFloat16})
        .Expect("Out", {3}, {0, 1, 0})
        .Check();
    const OpCase base = OpCase(type).Input("X", Random({2, 0}));
    base.ExpectError("no element");
    base.With("X", Random({})).ExpectError("axis -1");
    base.With("X", Random({2})).WithAttr("axis", 1).ExpectError("axis 1");
  }
}

}  // namespace
}  // namespace paddle::operators::testing
