// Elements placed by number.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

Data Index(const Dims& dims, std::vector<double> values,
           DataType dtype = DataType::kInt64) {
  return Values(dims, std::move(values)).As(dtype);
}

// Rows of X become, or grow by, those of Updates.
void ScatterReference(OpValues& v) {
  Array out = v.In("X");
  const Array& updates = v.In("Updates");
  const Array& ids = v.In("Ids");
  const int64_t width = ids.numel() == 0 ? 0 : updates.numel() / ids.numel();
  const bool overwrite = v.Attr<bool>("overwrite");
  for (int64_t i = 0; i < ids.numel(); ++i) {
    for (int64_t j = 0; j < width; ++j) {
      double& element = out[static_cast<int64_t>(ids[i]) * width + j];
      element =
          overwrite ? updates[i * width + j] : element + updates[i * width + j];
    }
  }
  v.Out("Out") = out;
}

TEST(Scatter, OverwritesOrAdds) {
  for (const bool overwrite : {true, false}) {
    for (const DataType dtype : {DataType::kInt32, DataType::kInt64}) {
      OpCase("scatter", overwrite ? "overwrite" : "add")
          .Input("X", Random({4, 3}))
          .Input("Ids", Index({3}, {2, 0, 1}, dtype))
          .Input("Updates", Random({3, 3}))
          .Attr("overwrite", overwrite)
          .Reference(ScatterReference)
          .Gradient({"X", "Updates"})
          .Check();
    }
    OpCase("scatter", "the same row again")
        .Input("X", Random({4, 2}))
        .Input("Ids", Index({4, 1}, {2, 0, 2, 2}))
        .Input("Updates", Random({4, 2}))
        .Attr("overwrite", overwrite)
        .Reference(ScatterReference)
        .Gradient({"X", "Updates"})
        .Check();
    OpCase("scatter", "nothing")
        .Input("X", Random({2}))
        .Input("Ids", Index({0}, {}))
        .Input("Updates", Random({0}))
        .Attr("overwrite", overwrite)
        .Reference(ScatterReference)
        .Gradient({"X", "Updates"})
        .Check();
  }
}

// GPUs sort many updates.
TEST(Scatter, ManyUpdates) {
  for (const bool overwrite : {true, false}) {
    OpCase("scatter", overwrite ? "overwrite often" : "add often")
        .Input("X", Random({6, 2}))
        .Input("Ids", Integers({700}, 0, 6))
        .Input("Updates", Random({700, 2}))
        .Attr("overwrite", overwrite)
        .Reference(ScatterReference)
        .Tolerance(1e-4)
        .Gradient({"X", "Updates"})
        .Check();
  }
}

TEST(Scatter, Errors) {
  const auto with = [](Data ids, Data updates) {
    return OpCase("scatter")
        .Input("X", Random({4, 2}))
        .Input("Ids", ids)
        .Input("Updates", updates);
  };
  with(Index({2}, {0, 4}), Random({2, 2}))
      .ExpectError("index 4 at position 1 is outside \\[0, 4\\)");
  with(Index({2}, {0, -4}), Random({2, 2}))
      .ExpectError("index -4 at position 1 is outside \\[0, 4\\)");
  with(Index({2}, {0, 1}), Random({3, 2}))
      .ExpectError("\\[3, 2\\], are not a row of X \\[4, 2\\] for each of Ids");
  with(Index({2, 2}, {0, 1, 0, 1}), Random({2, 2}))
      .ExpectError("Ids of scatter is \\[n\\] or \\[n, 1\\], not \\[2, 2\\]");
  with(Index({2}, {0, 1}), Random({2, 2}).As(DataType::kInt8))
      .ExpectError("X and Updates of scatter are of one data type");
}

TEST(ScatterNdAdd, AddsElementsAndSlices) {
  OpCase("scatter_nd_add", "elements")
      .Input("X", Random({2, 3}))
      .Input("Index", Index({3, 2}, {1, 2, 0, 0, 1, 2}))
      .Input("Updates", Random({3}))
      .Reference([](OpValues& v) {
        Array out = v.In("X");
        const Array& updates = v.In("Updates");
        out(1, 2) += updates[0] + updates[2];
        out(0, 0) += updates[1];
        v.Out("Out") = out;
      })
      .Gradient({"X", "Updates"})
      .Check();
  OpCase("scatter_nd_add", "rows")
      .Input("X", Random({2, 3}))
      .Input("Index", Index({2, 1}, {1, 1}, DataType::kInt32))
      .Input("Updates", Random({2, 3}))
      .Reference([](OpValues& v) {
        Array out = v.In("X");
        const Array& updates = v.In("Updates");
        for (int j = 0; j < 3; ++j) out(1, j) += updates(0, j) + updates(1, j);
        v.Out("Out") = out;
      })
      .Gradient({"X", "Updates"})
      .Check();
}

// Enough for several threads; each row is hit often.
TEST(ScatterNdAdd, TheSameForAnyNumberOfThreads) {
  OpCase("scatter_nd_add", "many")
      .Input("X", Random({9000, 40}))
      .Input("Index", Integers({7000, 1}, 0, 9000))
      .Input("Updates", Random({7000, 40}))
      .DataTypes({DataType::kFloat32})
      .WithoutReference("other cases have it")
      .Check();
}

TEST(ScatterNdAdd, Errors) {
  const auto with = [](Data index, Data updates) {
    return OpCase("scatter_nd_add")
        .Input("X", Random({2, 3}))
        .Input("Index", index)
        .Input("Updates", updates);
  };
  with(Index({1, 2}, {0, 3}), Random({1}))
      .ExpectError("index 3 at position 0 is outside axis 1, \\[0, 3\\)");
  with(Index({1, 2}, {0, 1}), Random({1, 3}))
      .ExpectError("\\[1, 3\\], are not what X \\[2, 3\\] has at Index");
}

double Combined(const std::string& rule, double a, double b) {
  if (rule == "mul") return a * b;
  return rule == "max" ? std::max(a, b) : std::min(a, b);
}

// Index names rows of X, or elements of a matrix.
OpCase ReduceCase(const std::string& rule, Data x, Data index, Data updates) {
  OpCase test("scatter_nd_reduce", rule);
  test.Input("X", x)
      .Input("Index", index)
      .Input("Updates", updates)
      .Attr("reduce", rule)
      .Reference([rule](OpValues& v) {
        Array out = v.In("X");
        const Array& updates = v.In("Updates");
        const Array& index = v.In("Index");
        const int64_t k = index.dims.at(-1);
        const int64_t width = out.dims.Slice(k, out.dims.rank()).Numel();
        for (int64_t i = 0; i < index.numel() / k; ++i) {
          int64_t row = 0;
          for (int64_t j = 0; j < k; ++j) {
            row = row * out.dims[j] + static_cast<int64_t>(index[i * k + j]);
          }
          for (int64_t j = 0; j < width; ++j) {
            double& element = out[row * width + j];
            element = Combined(rule, element, updates[i * width + j]);
          }
        }
        v.Out("Out") = out;
      });
  return test;
}

TEST(ScatterNdReduce, ElementsAndSlices) {
  for (const char* rule : {"max", "min", "mul"}) {
    ReduceCase(rule, Random({2, 3}).Distinct(),
               Index({4, 2}, {1, 2, 0, 0, 1, 2, 1, 2}),
               Random({4}).Distinct().AwayFrom(0, 0.25))
        .Gradient({"X", "Updates"})
        .Check();
    ReduceCase(rule, Random({3, 4}).Distinct(),
               Index({3, 1}, {2, 0, 2}, DataType::kInt32),
               Random({3, 4}).Distinct().AwayFrom(0, 0.25))
        .Gradient({"X", "Updates"})
        .Check();
    ReduceCase(rule, Random({2}), Index({0, 1}, {}), Random({0}))
        .Gradient({"X", "Updates"})
        .Check();
    // Indices take memory even if what they name has no elements.
    ReduceCase(rule, Random({3, 0}), Integers({100000, 1}, 0, 3),
               Random({100000, 0}))
        .Gradient({"X", "Updates"})
        .Check();
    ReduceCase(rule, Integers({3, 2}, -4, 5), Index({3, 1}, {1, 1, 0}),
               Integers({3, 2}, -4, 5))
        .DataTypes({DataType::kInt32, DataType::kInt64})
        .Check();
  }
}

// Equal numbers share the gradient; a product divides by no zero.
TEST(ScatterNdReduce, GradientsOfTiesAndZeros) {
  const auto gradient = [](const char* rule, std::vector<double> x,
                           std::vector<double> updates,
                           std::vector<double> out) {
    return OpCase("scatter_nd_reduce_grad", rule)
        .Input("X", Values({2}, std::move(x)))
        .Input("Index", Index({3, 1}, {0, 0, 1}))
        .Input("Updates", Values({3}, std::move(updates)))
        .Input("Out", Values({2}, std::move(out)))
        .Input("Out@GRAD", Values({2}, {6, 6}))
        .Attr("reduce", std::string(rule));
  };
  gradient("max", {5, 1}, {5, 5, 7}, {5, 7})
      .Reference([](OpValues& v) {
        v.Out("X@GRAD") = Array({2}, {2, 0});
        v.Out("Updates@GRAD") = Array({3}, {2, 2, 6});
      })
      .Check();
  gradient("mul", {2, 0}, {0, 3, 4}, {0, 0})
      .Reference([](OpValues& v) {
        v.Out("X@GRAD") = Array({2}, {0, 24});
        v.Out("Updates@GRAD") = Array({3}, {36, 0, 0});
      })
      .Check();
}

TEST(ScatterNdReduce, Errors) {
  const OpCase base =
      ReduceCase("max", Random({2, 3}), Index({1, 2}, {0, 3}), Random({1}));
  base.ExpectError("index 3 at position 0 is outside axis 1, \\[0, 3\\)");
  base.With("Updates", Random({1, 3}))
      .ExpectError("\\[1, 3\\], are not what X \\[2, 3\\] has at Index");
  base.WithAttr("reduce", std::string("sum")).ExpectError("reduce");
}

}  // namespace
}  // namespace paddle::operators::testing
