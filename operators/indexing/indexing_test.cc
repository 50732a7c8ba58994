// Numbers as rows, in order, and by what they are.
#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(OneHot, ARowForEachNumber) {
  for (const char* dtype : {"float32", "float64", "int32", "bool", "float16"}) {
    for (const Dims& dims : {Dims({3}), Dims({3, 1}), Dims({1, 3})}) {
      OpCase("one_hot", dtype)
          .Input("X", Values(dims, {2, 0, 1}))
          .Attr("depth", 4)
          .Attr("dtype", dtype)
          .Reference([&](OpValues& v) {
            const bool row = dims == Dims({1, 3});
            v.Out("Out") = Array(row ? Dims({1, 3, 4}) : Dims({3, 4}),
                                 {0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0});
          })
          .Check();
    }
  }
  OpCase("one_hot", "a scalar")
      .Input("X", Values({}, {1}))
      .Attr("depth", 2)
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2}, {0, 1});
      })
      .Check();
  OpCase("one_hot", "no numbers")
      .Input("X", Values({0}, {}))
      .Attr("depth", 2)
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({0, 2});
      })
      .Check();
}

TEST(OneHot, ADepthOfARun) {
  const OpCase base = OpCase("one_hot", "of a run")
                          .Input("X", Values({2}, {2, 0}))
                          .Attr("depth", 1);
  OpCase(base)
      .Input("DepthTensor", Values({1}, {3}).As(DataType::kInt32))
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2, 3}, {0, 0, 1, 1, 0, 0});
      })
      .Check();
  base.With("DepthTensor", Values({1}, {2}).As(DataType::kInt64))
      .With("X", Values({2}, {2, 0}).As(DataType::kInt64))
      .ExpectError("depth = 2 from input DepthTensor");
}

TEST(OneHot, Errors) {
  const auto with = [](Data x) {
    return OpCase("one_hot").Input("X", x).Attr("depth", 3);
  };
  with(Values({2}, {0, 3}).As(DataType::kInt64))
      .ExpectError("index 3 at position 1 is outside \\[0, 3\\)");
  with(Values({2}, {-1, 0}).As(DataType::kInt32))
      .ExpectError("index -1 at position 0 is outside \\[0, 3\\)");
  with(Random({2}).As(DataType::kFloat32))
      .ExpectError("X of one_hot is of int32 or int64, not float32");
  OpCase("one_hot")
      .Input("X", Values({1}, {0}).As(DataType::kInt64))
      .Attr("depth", 0)
      .ExpectError("depth .*at least 1");
}

// Along the last axis of matrices.
void SortReference(OpValues& v) {
  const Array& x = v.In("X");
  const bool descending = v.Attr<bool>("descending");
  const int64_t width = x.dims[1];
  std::vector<int64_t> order(width);
  for (int64_t row = 0; row < x.dims[0]; ++row) {
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return descending ? x(row, a) > x(row, b) : x(row, a) < x(row, b);
    });
    for (int64_t i = 0; i < width; ++i) {
      v.Out("Out")(row, i) = x(row, order[i]);
      v.Out("Indices")(row, i) = static_cast<double>(order[i]);
    }
  }
}

TEST(Argsort, Rows) {
  for (const bool descending : {false, true}) {
    OpCase("argsort", "distinct")
        .Input("X", Random({4, 5}).Distinct())
        .Attr("descending", descending)
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Reference(SortReference)
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
    OpCase("argsort", "equal ones keep their order")
        .Input("X", Values({2, 5}, {1, 0, 1, 0, 2, 3, 3, 3, 3, 3}))
        .Attr("descending", descending)
        .Reference(SortReference)
        .Check();
  }
}

OpCase SortOfEquals(const Dims& dims, bool descending) {
  return OpCase("argsort", "many equal elements")
      .Input("X", Integers(dims, -20, 20))
      .Attr("descending", descending)
      .Reference(SortReference);
}

// GPUs sort lines together or, if they are long, one by one.
TEST(Argsort, ManyEqualElements) {
  SortOfEquals({700, 33}, false).Check();
  SortOfEquals({700, 33}, true).Check();
  SortOfEquals({2, 70000}, true).DataTypes({DataType::kInt64}).Check();
}

TEST(Argsort, OtherAxesAndNaN) {
  OpCase("argsort", "first axis")
      .Input("X", Values({3, 2}, {3, 10, 1, 30, 2, 20}))
      .Attr("axis", 0)
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({3, 2}, {1, 10, 2, 20, 3, 30});
        v.Out("Indices") = Array({3, 2}, {1, 0, 2, 2, 0, 1});
      })
      .Gradient({"X"})
      .Check();
  for (const bool descending : {false, true}) {
    OpCase("argsort", "NaN")
        .Input("X", Values({4}, {kNaN, 1, kNaN, 0}))
        .Attr("descending", descending)
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Reference([=](OpValues& v) {
          v.Out("Out") = descending ? Array({4}, {kNaN, kNaN, 1, 0})
                                    : Array({4}, {0, 1, kNaN, kNaN});
          v.Out("Indices") =
              descending ? Array({4}, {0, 2, 1, 3}) : Array({4}, {3, 1, 0, 2});
        })
        .Check();
  }
  OpCase("argsort").Input("X", Random({})).ExpectError("axis -1");
}

TEST(MaskedSelect, ElementsInOrder) {
  OpCase("masked_select")
      .Input("X", Values({2, 3}, {1, 0, 1, 0, 1, 1}))
      .Input("Mask", Values({2, 3}, {1, 0, 0, 1, 1, 0}).As(DataType::kBool))
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({3}, {1, 0, 1});
      })
      .Gradient({"X"})
      .Check();
  OpCase("masked_select", "none")
      .Input("X", Random({3}))
      .Input("Mask", Values({3}, {0, 0, 0}).As(DataType::kBool))
      .Reference(
          [](OpValues& v) { v.Out("Out") = Array({0}, std::vector<double>()); })
      .Gradient({"X"})
      .Check();
  OpCase("masked_select", "a scalar")
      .Input("X", Values({}, {1}))
      .Input("Mask", Values({}, {1}).As(DataType::kBool))
      .Reference([](OpValues& v) { v.Out("Out") = Array({1}, {1}); })
      .Gradient({"X"})
      .Check();
}

TEST(MaskedSelect, Errors) {
  OpCase("masked_select")
      .Input("X", Random({2, 2}))
      .Input("Mask", Values({2}, {1, 0}).As(DataType::kBool))
      .ExpectError("\\[2\\], has another shape than X \\[2, 2\\]");
  OpCase("masked_select")
      .Input("X", Random({2}))
      .Input("Mask", Values({2}, {1, 0}).As(DataType::kInt8))
      .ExpectError("Mask of masked_select is of bool, not int8");
}

TEST(WhereIndex, OfWhatIsNotZero) {
  OpCase("where_index")
      .Input("Condition", Values({2, 2}, {0, 1, 1, 0}))
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2, 2}, {0, 1, 1, 0});
      })
      .Check();
  OpCase("where_index", "a scalar")
      .Input("Condition", Values({}, {1}))
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({1, 0});
      })
      .Check();
  OpCase("where_index", "nothing")
      .Input("Condition", Values({3}, {0, 0, 0}))
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({0, 1});
      })
      .Check();
}

}  // namespace
}  // namespace paddle::operators::testing
