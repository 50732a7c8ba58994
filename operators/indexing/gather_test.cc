// Elements picked by number.
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

const std::vector<DataType> kWide = {DataType::kFloat32, DataType::kFloat64};

Data Index(const Dims& dims, std::vector<double> values,
           DataType dtype = DataType::kInt64) {
  return Values(dims, std::move(values)).As(dtype);
}

TEST(Gather, RowsByNumber) {
  for (const Dims& dims : {Dims({4}), Dims({4, 3}), Dims({4, 2, 2})}) {
    OpCase("gather", dims.ToString())
        .Input("X", Random(dims))
        .Input("Index", Values({5}, {3, 0, 3, 3, 1}).As(DataType::kInt64))
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Reference([](OpValues& v) {
          const Array& x = v.In("X");
          Array out(x.dims);
          out.dims[0] = 5;
          out.values.clear();
          const int64_t width = x.numel() / 4;
          for (const double row : v.In("Index").values) {
            const auto begin =
                x.values.begin() + static_cast<int64_t>(row) * width;
            out.values.insert(out.values.end(), begin, begin + width);
          }
          v.Out("Out") = out;
        })
        .Gradient({"X"})
        .Check();
  }
  OpCase("gather", "every data type")
      .Input("X", Values({2, 1}, {0, 1}))
      .Input("Index", Values({3, 1}, {1, 0, 1}).As(DataType::kInt64))
      .Expect("Out", {3, 1}, {1, 0, 1})
      .Check();
  OpCase("gather", "no rows")
      .Input("X", Random({0, 2}))
      .Input("Index", Integers({0, 1}, 0, 1))
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({0, 2});
      })
      .Gradient({"X"})
      .Check();
}

TEST(Gather, ChecksTheIndex) {
  const auto with = [](Data index) {
    return OpCase("gather").Input("X", Random({4, 2})).Input("Index", index);
  };
  with(Values({2}, {3, 4}).As(DataType::kInt64))
      .ExpectError("index 4 at position 1 is outside \\[0, 4\\)");
  with(Values({2}, {-1, 0}).As(DataType::kInt64))
      .ExpectError("index -1 at position 0 is outside");
  with(Values({2}, {1, 4}).As(DataType::kInt32))
      .ExpectError("index 4 at position 1 is outside");
  with(Values({2}, {1, 0}).As(DataType::kInt16))
      .ExpectError("Index of gather is of int32 or int64, not int16");
  with(Integers({2, 2}, 0, 2))
      .ExpectError("\\[n\\] or \\[n, 1\\], not \\[2, 2");
}

TEST(Gather, AlongAnyAxis) {
  for (const DataType dtype : {DataType::kInt32, DataType::kInt64}) {
    for (const int axis : {1, -2}) {
      OpCase("gather", "axis 1")
          .Input("X", Random({2, 3, 2}))
          .Input("Index", Index({4}, {2, 0, 2, 1}, dtype))
          .Attr("axis", axis)
          .DataTypes(kWide)
          .Reference([](OpValues& v) {
            const Array& x = v.In("X");
            Array out({2, 4, 2});
            const int rows[] = {2, 0, 2, 1};
            for (int o = 0; o < 2; ++o) {
              for (int i = 0; i < 4; ++i) {
                for (int j = 0; j < 2; ++j) out(o, i, j) = x(o, rows[i], j);
              }
            }
            v.Out("Out") = out;
          })
          .Gradient({"X"})
          .Check();
    }
  }
  OpCase("gather", "last axis")
      .Input("X", Random({5, 3}))
      .Input("Index", Index({2}, {2, 2}))
      .Attr("axis", 1)
      .DataTypes(kWide)
      .Reference([](OpValues& v) {
        const Array& x = v.In("X");
        Array out({x.dims[0], 2});
        for (int64_t i = 0; i < x.dims[0]; ++i) {
          out(i, 0) = out(i, 1) = x(i, 2);
        }
        v.Out("Out") = out;
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
  OpCase("gather")
      .Input("X", Random({4, 2}))
      .Input("Index", Index({1}, {0}))
      .Attr("axis", 2)
      .ExpectError("axis 2");
}

TEST(GatherNd, ElementsAndSlices) {
  OpCase("gather_nd", "elements")
      .Input("X", Random({3, 2}))
      .Input("Index", Index({2, 2, 2}, {2, 1, 0, 0, 2, 1, 1, 0}))
      .DataTypes(kWide)
      .Reference([](OpValues& v) {
        const Array& x = v.In("X");
        v.Out("Out") = Array({2, 2}, {x(2, 1), x(0, 0), x(2, 1), x(1, 0)});
      })
      .Gradient({"X"})
      .Check();
  OpCase("gather_nd", "rows")
      .Input("X", Random({3, 2}))
      .Input("Index", Index({3, 1}, {2, 0, 2}, DataType::kInt32))
      .DataTypes(kWide)
      .Reference([](OpValues& v) {
        const Array& x = v.In("X");
        v.Out("Out") = Array(
            {3, 2}, {x(2, 0), x(2, 1), x(0, 0), x(0, 1), x(2, 0), x(2, 1)});
      })
      .Gradient({"X"})
      .Check();
  OpCase("gather_nd", "one element")
      .Input("X", Values({2, 2}, {0, 1, 1, 0}))
      .Input("Index", Index({2}, {0, 1}))
      .Expect("Out", {}, {1})
      .Check();
  OpCase("gather_nd", "nothing")
      .Input("X", Random({0, 2}))
      .Input("Index", Index({0, 1}, {}))
      .DataTypes(kWide)
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({0, 2});
      })
      .Gradient({"X"})
      .Check();
}

TEST(GatherNd, Errors) {
  const auto with = [](Data index) {
    return OpCase("gather_nd").Input("X", Random({3, 2})).Input("Index", index);
  };
  with(Index({2, 2}, {0, 0, 2, 2}))
      .ExpectError("index 2 at position 1 is outside axis 1, \\[0, 2\\)");
  with(Index({1, 1}, {-1}))
      .ExpectError("index -1 at position 0 is outside axis 0, \\[0, 3\\)");
  with(Index({1, 3}, {0, 0, 0}))
      .ExpectError("a number of axes of X \\[3, 2\\], not \\[1, 3\\]");
  with(Index({}, {0})).ExpectError("\\[\\.\\.\\., k\\]");
}

TEST(TakeAlongAxis, PicksOnItsOwn) {
  for (const DataType dtype : {DataType::kInt32, DataType::kInt64}) {
    OpCase("take_along_axis", "last axis")
        .Input("X", Random({2, 3}))
        .Input("Index", Index({2, 4}, {2, 0, 2, 1, 0, 0, 0, 0}, dtype))
        .DataTypes(kWide)
        .Reference([](OpValues& v) {
          const Array& x = v.In("X");
          v.Out("Out") = Array({2, 4}, {x(0, 2), x(0, 0), x(0, 2), x(0, 1),
                                        x(1, 0), x(1, 0), x(1, 0), x(1, 0)});
        })
        .Gradient({"X"})
        .Check();
  }
  OpCase("take_along_axis", "first axis")
      .Input("X", Random({3, 2}))
      .Input("Index", Index({1, 2}, {2, 0}))
      .Attr("axis", 0)
      .DataTypes(kWide)
      .Reference([](OpValues& v) {
        const Array& x = v.In("X");
        v.Out("Out") = Array({1, 2}, {x(2, 0), x(0, 1)});
      })
      .Gradient({"X"})
      .Check();
  OpCase("take_along_axis", "every data type")
      .Input("X", Values({2}, {0, 1}))
      .Input("Index", Index({3}, {1, 0, 1}))
      .Expect("Out", {3}, {1, 0, 1})
      .Check();
}

TEST(TakeAlongAxis, Errors) {
  const auto with = [](Data index) {
    return OpCase("take_along_axis")
        .Input("X", Random({3, 2}))
        .Input("Index", index);
  };
  with(Index({3, 1}, {0, 2, 1}))
      .ExpectError("index 2 at position 1 is outside \\[0, 2\\)");
  with(Index({2, 2}, {0, 0, 0, 0}))
      .ExpectError("\\[2, 2\\], is not of the shape of X \\[3, 2\\] but");
  with(Index({3}, {0, 0, 0})).ExpectError("\\[3\\], is not of the shape");
}

TEST(Multiplex, ARowOfOneOfThem) {
  for (const DataType dtype : {DataType::kInt32, DataType::kInt64}) {
    OpCase("multiplex")
        .Input("Ids", Index({3, 1}, {1, 0, 1}, dtype))
        .Input("X", std::vector<Data>{Random({3, 2}), Random({3, 2}),
                                      Random({3, 2})})
        .DataTypes(kWide)
        .Reference([](OpValues& v) {
          const Array& a = v.In("X", 0);
          const Array& b = v.In("X", 1);
          v.Out("Out") = Array(
              {3, 2}, {b(0, 0), b(0, 1), a(1, 0), a(1, 1), b(2, 0), b(2, 1)});
        })
        .Gradient({"X"})
        .Check();
  }
}

TEST(Multiplex, Errors) {
  const auto with = [](Data ids) {
    return OpCase("multiplex")
        .Input("Ids", ids)
        .Input("X", std::vector<Data>{Random({2, 2}), Random({2, 2})});
  };
  with(Index({2}, {0, 2}))
      .ExpectError("index 2 at position 1 is outside \\[0, 2\\)");
  with(Index({3}, {0, 1, 0}))
      .ExpectError("\\[3\\], are not one for each row of X \\[2, 2\\]");
  OpCase("multiplex")
      .Input("Ids", Index({2}, {0, 0}))
      .Input("X", std::vector<Data>{Random({2, 2}), Random({2, 3})})
      .ExpectError("input 0 is \\[2, 2\\], input 1 is \\[2, 3\\]");
}

// X, [n] or [n, 2], and what is found along axis 0.
void CheckUnique(const Array& x, bool sorted, const Array& out,
                 std::vector<double> first, std::vector<double> inverse,
                 std::vector<double> counts) {
  const Dims found = {out.dims[0]};
  OpCase("unique", sorted ? "sorted" : "as they occur")
      .Input("X", Values(x.dims, x.values))
      .Attr("sorted", sorted)
      .Reference([=](OpValues& v) {
        v.Out("Out") = out;
        v.Out("Indices") = Array(found, first);
        v.Out("Inverse") = Array({x.dims[0]}, inverse);
        v.Out("Counts") = Array(found, counts);
      })
      .Check();
}

TEST(Unique, NumbersAndRows) {
  const Array numbers({6}, {2, 1, 1, 3, 4, 3});
  CheckUnique(numbers, true, Array({4}, {1, 2, 3, 4}), {1, 0, 3, 4},
              {1, 0, 0, 2, 3, 2}, {2, 1, 2, 1});
  CheckUnique(numbers, false, Array({4}, {2, 1, 3, 4}), {0, 1, 3, 4},
              {0, 1, 1, 2, 3, 2}, {1, 2, 2, 1});
  CheckUnique(Array({0}, {}), true, Array({0}, {}), {}, {}, {});
  const Array rows({3, 2}, {1, 1, 0, 1, 1, 1});
  CheckUnique(rows, true, Array({2, 2}, {0, 1, 1, 1}), {1, 0}, {1, 0, 1},
              {1, 2});
  CheckUnique(rows, false, Array({2, 2}, {1, 1, 0, 1}), {0, 1}, {0, 1, 0},
              {2, 1});
}

TEST(Unique, ColumnsAndNaN) {
  OpCase("unique", "columns")
      .Input("X", Values({2, 3}, {3, 1, 3, 4, 2, 4}))
      .Attr("axis", int64_t{-1})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2, 2}, {1, 3, 2, 4});
        v.Out("Inverse") = Array({3}, {1, 0, 1});
      })
      .Check();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  OpCase("unique", "NaN")
      .Input("X", Values({4}, {nan, 1, nan, 2}))
      .DataTypes({DataType::kFloat16, DataType::kFloat32, DataType::kFloat64})
      .Reference([nan](OpValues& v) {
        v.Out("Out") = Array({3}, {1, 2, nan});
        v.Out("Counts") = Array({3}, {1, 1, 2});
      })
      .Check();
  OpCase("unique").Input("X", Random({})).ExpectError("axis 0");
}

}  // namespace
}  // namespace paddle::operators::testing
