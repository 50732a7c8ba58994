#include "paddle/operators/math/loops/sum_columns.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

// Sums whose rounding depends on the order.
float Value(int64_t i) {
  return std::sin(12.9898F * i) * 1000.0F / (1 + i % 7);
}

TEST(SumColumns, HasTheBitsOfReduceRun) {
  for (const int64_t columns : {1, 5, 16, 64}) {
    std::vector<float> lanes(kLaneRows * columns);
    for (const int64_t rows :
         {0,    1,    3,    7,    8,    9,    11,   12,   49,  63,
          64,   65,   196,  255,  256,  257,  263,  320,  640, 1024,
          1030, 3136, 8191, 8192, 8193, 8256, 8448, 12544}) {
      const auto term = [=](int64_t row, int64_t column) {
        return Value(row * columns + column);
      };
      std::vector<float> sums(columns, 10);
      SumColumns(rows, columns, lanes.data(), term, sums.data());
      for (int64_t j = 0; j < columns; ++j) {
        ASSERT_EQ(sums[j], ReduceRun(rows, 0.0F, std::plus<float>(),
                                     [=](int64_t row) { return term(row, j); }))
            << rows << " x " << columns;
      }
    }
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
