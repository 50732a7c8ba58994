// Operators that see the same elements in other axes, or more often.
#include <string>
#include <utility>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

// Gradients are sums, which only these have.
const std::vector<DataType> kWide = {DataType::kFloat32, DataType::kFloat64};

struct View {
  Dims x;
  std::vector<int64_t> axes;
  Dims out;
};

void CheckView(const std::string& type, const View& view) {
  OpCase(type, view.x.ToString())
      .Input("X", Random(view.x))
      .Attr("axes", view.axes)
      .Reference([&](OpValues& v) {
        v.Out("Out") = Array(view.out, v.In("X").values);
      })
      .Gradient({"X"})
      .Check();
}

TEST(Squeeze, TakesAxesOfOneAway) {
  const View kRows[] = {
      {{2, 1, 3, 1}, {1}, {2, 3, 1}},
      {{2, 1, 3, 1}, {-1, 1}, {2, 3}},
      {{2, 1, 3, 1}, {}, {2, 3}},
      {{1}, {0}, {}},
      {{}, {}, {}},
      {{0, 1}, {1}, {0}},
  };
  for (const auto& row : kRows) CheckView("squeeze", row);
  OpCase("squeeze", "rows")
      .Input("X", Random({4, 1, 2}))
      .Attr("axes", {1})
      .Reference([](OpValues& v) {
        const Array& x = v.In("X");
        v.Out("Out") = Array({x.dims[0], 2}, x.values);
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Squeeze, Errors) {
  const OpCase base =
      OpCase("squeeze").Input("X", Random({2, 1})).Attr("axes", {0});
  base.ExpectError("take away axis 0 of X \\[2, 1\\]: its size is not 1");
  base.WithAttr("axes", {2}).ExpectError("axis 2");
}

TEST(Flatten, AxesBecomeRowsAndColumns) {
  const struct {
    Dims x;
    int64_t axis;
    Dims out;
  } kRows[] = {
      {{2, 3, 4}, 1, {2, 12}}, {{2, 3, 4}, 0, {1, 24}}, {{2, 3, 4}, 3, {24, 1}},
      {{2, 3, 4}, -1, {6, 4}}, {{}, 0, {1, 1}},         {{0, 3}, 1, {0, 3}},
      {{2, 0, 3}, 2, {0, 3}},
  };
  for (const auto& row : kRows) {
    OpCase("flatten", row.x.ToString())
        .Input("X", Random(row.x))
        .Attr("axis", row.axis)
        .Reference([&](OpValues& v) {
          v.Out("Out") = Array(row.out, v.In("X").values);
        })
        .Gradient({"X"})
        .Check();
  }
  OpCase("flatten", "rows")
      .Input("X", Random({4, 3, 2}))
      .Reference([](OpValues& v) {
        const Array& x = v.In("X");
        v.Out("Out") = Array({x.dims[0], 6}, x.values);
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
  OpCase("flatten")
      .Input("X", Random({2, 3}))
      .Attr("axis", int64_t{3})
      .ExpectError("axis 3 of flatten for X \\[2, 3\\]");
}

TEST(Unsqueeze, AddsAxesOfOne) {
  const View kRows[] = {
      {{2, 3}, {0, 2}, {1, 2, 1, 3}},
      {{2, 3}, {-1}, {2, 3, 1}},
      {{}, {0}, {1}},
      {{2}, {}, {2}},
      {{2}, {2, 1}, {2, 1, 1}},
  };
  for (const auto& row : kRows) CheckView("unsqueeze", row);
  OpCase("unsqueeze", "rows")
      .Input("X", Random({4, 2}))
      .Attr("axes", {1})
      .Reference([](OpValues& v) {
        const Array& x = v.In("X");
        v.Out("Out") = Array({x.dims[0], 1, 2}, x.values);
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Unsqueeze, Errors) {
  const OpCase base =
      OpCase("unsqueeze").Input("X", Random({2})).Attr("axes", {0, -3});
  base.ExpectError("axis 0 is named twice");
  base.WithAttr("axes", {1, 1}).ExpectError("axis 1 is named twice");
  base.WithAttr("axes", {2}).ExpectError("axis 2");
  base.With("X", Random({1, 1, 1, 1, 1, 1, 1, 1, 1}))
      .WithAttr("axes", {0})
      .ExpectError("1 more axes has rank 10, which is above 9");
}

TEST(Unstack, PartsWithoutTheAxis) {
  for (const int axis : {1, -2}) {
    OpCase("unstack", "in the middle")
        .Input("X", Random({4, 2, 3}))
        .Output("Y", 2)
        .Attr("axis", axis)
        .Reference([](OpValues& v) {
          const Array& x = v.In("X");
          for (int k = 0; k < 2; ++k) {
            Array part({x.dims[0], 3});
            for (int64_t i = 0; i < x.dims[0]; ++i) {
              for (int j = 0; j < 3; ++j) part(i, j) = x(i, k, j);
            }
            v.Out("Y", k) = part;
          }
        })
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
  OpCase("unstack", "a list")
      .Input("X", Values({2}, {0, 1}))
      .Output("Y", 2)
      .Reference([](OpValues& v) {
        v.Out("Y", 0) = Array({}, {0});
        v.Out("Y", 1) = Array({}, {1});
      })
      .Gradient({"X"})
      .Check();
  OpCase("unstack")
      .Input("X", Random({3, 2}))
      .Output("Y", 2)
      .ExpectError("unstack has 2 outputs for X \\[3, 2\\] along axis 0");
}

// `times` copies along each axis.
Array Tiled(const Array& x, const std::vector<int64_t>& times) {
  Dims dims = x.dims;
  for (int axis = 0; axis < dims.rank(); ++axis) dims[axis] *= times[axis];
  Array out(dims);
  for (int64_t i = 0; i < out.numel(); ++i) {
    int64_t rest = i, from = 0, stride = 1;
    for (int axis = dims.rank() - 1; axis >= 0; --axis) {
      from += rest % dims[axis] % x.dims[axis] * stride;
      stride *= x.dims[axis];
      rest /= dims[axis];
    }
    out[i] = x[from];
  }
  return out;
}

TEST(Expand, RepeatsAlongAxes) {
  const struct {
    Dims x;
    std::vector<int64_t> times;
  } kRows[] = {
      {{2, 3}, {2, 3}}, {{2, 3}, {1, 1}},       {{3}, {4}},
      {{}, {}},         {{2, 1, 3}, {1, 4, 1}}, {{2, 2, 2, 2}, {2, 2, 2, 2}},
      {{1, 2}, {5, 1}}, {{2, 0}, {2, 2}},
  };
  for (const auto& row : kRows) {
    OpCase("expand", row.x.ToString())
        .Input("X", Random(row.x))
        .Attr("expand_times", row.times)
        .DataTypes(kWide)
        .Reference(
            [&](OpValues& v) { v.Out("Out") = Tiled(v.In("X"), row.times); })
        .Gradient({"X"})
        .Check();
  }
  OpCase("expand", "rows")
      .Input("X", Random({4, 3}))
      .Attr("expand_times", {2, 2})
      .DataTypes(kWide)
      .Reference([](OpValues& v) {
        v.Out("Out") = Tiled(v.In("X"), {2, 2});
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

TEST(Expand, EveryDataType) {
  for (const char* type : {"expand", "broadcast_to"}) {
    const bool times = type == std::string("expand");
    OpCase(type, "every data type")
        .Input("X", Values({2, 1}, {0, 1}))
        .Attr(times ? "expand_times" : "shape",
              times ? std::vector<int64_t>{1, 3} : std::vector<int64_t>{2, 3})
        .Expect("Out", {2, 3}, {0, 0, 0, 1, 1, 1})
        .Check();
  }
}

TEST(Expand, Errors) {
  const OpCase base =
      OpCase("expand").Input("X", Random({2, 3})).Attr("expand_times", {2});
  base.ExpectError("expand has 1 expand_times for X \\[2, 3\\]");
  base.With("X", Random({2}))
      .WithAttr("expand_times", {0})
      .ExpectError("expand_times .*at least 1");
  base.With("X", Random({1, 1, 1, 1, 1}))
      .WithAttr("expand_times", {2, 2, 2, 2, 2})
      .ExpectError("along 5 axes: together they may be 9");
}

TEST(BroadcastTo, SpreadsAsNumPy) {
  const struct {
    Dims x;
    std::vector<int64_t> shape;
    Dims repeated;               // x with axes in front
    std::vector<int64_t> times;  // of these
  } kRows[] = {
      {{3, 1}, {2, -1, 4}, {1, 3, 1}, {2, 1, 4}},
      {{2, 3}, {2, 3}, {2, 3}, {1, 1}},
      {{}, {2, 2}, {1, 1}, {2, 2}},
      {{1}, {0}, {1}, {0}},
  };
  for (const auto& row : kRows) {
    OpCase("broadcast_to", row.x.ToString())
        .Input("X", Random(row.x))
        .Attr("shape", row.shape)
        .DataTypes(kWide)
        .Reference([&](OpValues& v) {
          v.Out("Out") =
              Tiled(Array(row.repeated, v.In("X").values), row.times);
        })
        .Gradient({"X"})
        .Check();
    OpCase("expand_as", row.x.ToString())
        .Input("X", Random(row.x))
        .Input("Y", Random(Tiled(Array(row.repeated), row.times).dims)
                        .As(DataType::kInt8))
        .DataTypes(kWide)
        .Reference([&](OpValues& v) {
          v.Out("Out") =
              Tiled(Array(row.repeated, v.In("X").values), row.times);
        })
        .Gradient({"X"})
        .Check();
  }
}

TEST(BroadcastTo, Errors) {
  const OpCase base =
      OpCase("broadcast_to").Input("X", Random({3})).Attr("shape", {4});
  base.ExpectError("broadcast_to cannot spread X \\[3\\] to \\[4\\]");
  base.With("X", Random({3, 1}))
      .WithAttr("shape", {3})
      .ExpectError("cannot spread X \\[3, 1\\] to \\[3\\]");
  base.WithAttr("shape", {-1, 3})
      .ExpectError("axis 0 of broadcast_to has size -1, but X \\[3\\] has no");
  OpCase("expand_as")
      .Input("X", Random({2, 3}))
      .Input("Y", Random({3, 3}))
      .ExpectError("expand_as cannot spread X \\[2, 3\\] to \\[3, 3\\]");
}

}  // namespace
}  // namespace paddle::operators::testing
