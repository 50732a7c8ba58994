// Operators on gradients: SelectedRows, sums over runs, and averages.
#include <algorithm>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/optimizer/step_case.h"

namespace paddle::operators::testing {
namespace {

// Rows 5 and 0 appear more than once, 1 and 3 not at all.
Data Rows() {
  const int64_t count = static_cast<int64_t>(kRows.size());
  return Random({count, kWidth}).Rows(kHeight, kRows);
}
Data NoRows() { return Random({0, 3}).Rows(4, {}); }
// So many that a GPU groups them itself.
Data ManyRows() {
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < 1500; ++i) rows.push_back(i * i % 7);
  return Random({1500, 2}).Rows(7, rows);
}

TEST(Rows, Clip) {
  for (const Data& x : {Rows(), NoRows(), ManyRows()}) {
    OpCase("selected_rows_clip")
        .Input("X", x)
        .Attr("min", -0.5)
        .Attr("max", 0.25)
        .Reference([](OpValues& v) {
          v.Out("Out") = v.In("X").Map(
              [](double x) { return std::min(std::max(x, -0.5), 0.25); });
        })
        .Check();
  }
}

TEST(Rows, SquaredNorm) {
  for (const Data& x : {Rows(), NoRows(), ManyRows()}) {
    OpCase("selected_rows_squared_norm")
        .Input("X", x)
        .Reference([](OpValues& v) {
          double sum = 0;
          for (double x : v.In("X").values) sum += x * x;
          v.Out("Out") = Array({}, {sum});
        })
        .Check();
  }
}

TEST(Rows, Divide) {
  for (const Data& x : {Rows(), NoRows()}) {
    OpCase("selected_rows_divide")
        .Input("X", x)
        .Input("Y", Values({}, {4}))
        .Reference([](OpValues& v) {
          v.Out("Out") = v.In("X").Map([](double x) { return x / 4; });
        })
        .Check();
  }
}

TEST(Rows, ChecksInputs) {
  OpCase("selected_rows_divide")
      .Input("X", Rows())
      .Input("Y", Random({2}))
      .ExpectError("Y of selected_rows_divide is one number, not \\[2\\]");
  OpCase("selected_rows_squared_norm")
      .Input("X", Random({4, 3}))
      .ExpectError(
          "input X of operator selected_rows_squared_norm must be "
          "SelectedRows, but");
}

OpCase AccumulateCase(const Data& grad, double count) {
  return OpCase("accumulate_gradient")
      .Input("Sum", Random({kHeight, kWidth}))
      .Input("Grad", grad)
      .Input("Count", Values({}, {count}).As(framework::DataType::kInt64));
}

TEST(Rows, AccumulateGradient) {
  for (const Data& grad : {Random({kHeight, kWidth}), Rows()}) {
    for (const double count : {0.0, 2.0}) {
      AccumulateCase(grad, count)
          .Reference([count](OpValues& v) {
            Array sum = v.In("Grad");
            for (int64_t i = 0; count > 0 && i < sum.numel(); ++i) {
              sum[i] += v.In("Sum")[i];
            }
            v.Out("SumOut") = sum;
          })
          .Check();
    }
  }
  AccumulateCase(Random({kHeight, 1}), 0)
      .ExpectError("Grad of accumulate_gradient is \\[7, 1\\], but Sum is");
}

TEST(Rows, MovingAverage) {
  OpCase("moving_average")
      .Input("X", Random({5, 70}))
      .Input("Average", Random({5, 70}))
      .Input("Weight", Values({1}, {0.25}))
      .Reference([](OpValues& v) {
        Array average = v.In("Average");
        for (int64_t i = 0; i < average.numel(); ++i) {
          average[i] = 0.75 * average[i] + 0.25 * v.In("X")[i];
        }
        v.Out("AverageOut") = average;
      })
      .ScaleRows({"X", "Average"})
      .Check();
}

}  // namespace
}  // namespace paddle::operators::testing
