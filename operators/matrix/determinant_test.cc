#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;

// The determinant by expansion along the first row: no elimination.
double Expanded(const std::vector<std::vector<double>>& matrix) {
  if (matrix.empty()) return 1;
  double sum = 0;
  for (size_t column = 0; column < matrix.size(); ++column) {
    std::vector<std::vector<double>> minor;
    for (size_t i = 1; i < matrix.size(); ++i) {
      minor.push_back(matrix[i]);
      minor.back().erase(minor.back().begin() + column);
    }
    sum += (column % 2 == 0 ? 1 : -1) * matrix[0][column] * Expanded(minor);
  }
  return sum;
}

void Reference(OpValues& v) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  const int64_t n = x.dims.at(-1);
  for (int64_t m = 0; m < out.numel(); ++m) {
    std::vector<std::vector<double>> matrix(n, std::vector<double>(n));
    for (int64_t i = 0; i < n * n; ++i) {
      matrix[i / n][i % n] = x[m * n * n + i];
    }
    out[m] = Expanded(matrix);
  }
}

OpCase Case(const Data& x, const std::string& name) {
  return OpCase("determinant", name).Input("X", x).Reference(Reference);
}

TEST(Determinant, IsThatOfEachMatrix) {
  for (const Dims& dims : {Dims{3, 2, 2}, Dims{1, 1}, Dims{2, 3, 4, 4},
                           Dims{5, 5}, Dims{0, 3, 3}, Dims{2, 0, 0}}) {
    Case(Random(dims), dims.ToString()).Check();
  }
  Case(Random({4, 3, 3}), "rows").ScaleRows({"X"}).Check();
}

// Pivots that are 0 until rows are swapped, and matrices without an inverse.
TEST(Determinant, OfSpecialMatrices) {
  Case(Values({3, 3}, {0, 1, 2, 3, 0, 4, 5, 6, 0}), "swapped").Check();
  Case(Values({3, 3}, {1, 2, 3, 4, 5, 6, 5, 7, 9}), "rank 2").Check();
  Case(Values({2, 2}, {0, 1, 0, 0}), "rank 1").Check();
  Case(Values({3, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 0}), "zeros").Check();
}

TEST(Determinant, RefusesWhatIsNotSquare) {
  Case(Random({2, 3}), "").ExpectError("X \\[2, 3\\] of determinant must be");
  Case(Random({2}), "").ExpectError("X \\[2\\] of determinant must be");
}

}  // namespace
}  // namespace paddle::operators::testing
