#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

TEST(Triangle, BelowAndAboveADiagonal) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  for (const std::string type : {"tril", "triu"}) {
    for (const int64_t diagonal :
         {int64_t{0}, int64_t{1}, int64_t{-2}, kMax, kMin}) {
      OpCase(type, std::to_string(diagonal))
          .Input("X", Random({2, 4, 3}))
          .Attr("diagonal", diagonal)
          .Reference([&](OpValues& v) {
            const Array& x = v.In("X");
            for (int64_t i = 0; i < x.numel(); ++i) {
              const int64_t at = i % 3 - i / 3 % 4;
              const bool stays =
                  type == "tril" ? at <= diagonal : at >= diagonal;
              v.Out("Out")[i] = stays ? x[i] : 0;
            }
          })
          .Gradient({"X"})
          .ScaleRows({"X"})
          .Check();
    }
  }
  OpCase("tril").Input("X", Random({3})).ExpectError("which \\[3\\] does not");
}

TEST(Triangle, ADiagonalOfARun) {
  for (const std::string type : {"tril", "triu"}) {
    const bool lower = type == "tril";
    OpCase(type, "of a run")
        .Input("X", Random({2, 2}))
        .Input(
            "DiagonalTensor",
            Values({1}, {lower ? -1.0 : 1.0}).As(framework::DataType::kInt64))
        .Reference([=](OpValues& v) {
          const auto& x = v.In("X").values;
          v.Out("Out") = lower ? Array({2, 2}, {0, 0, x[2], 0})
                               : Array({2, 2}, {0, x[1], 0, 0});
        })
        .Gradient({"X"})
        .Check();
  }
}

TEST(Diag, OnAnyDiagonal) {
  for (const int64_t offset : {0, 2, -1}) {
    for (const int64_t n : {3, 0, 1}) {
      const int64_t size = n + std::abs(offset);
      OpCase("diag", std::to_string(offset))
          .Input("X", Random({n}))
          .Attr("offset", offset)
          .Reference([=](OpValues& v) {
            Array out({size, size});
            for (int64_t i = 0; i < n; ++i) {
              const int64_t row = offset < 0 ? i - offset : i;
              out(row, row + offset) = v.In("X")[i];
            }
            v.Out("Out") = out;
          })
          .Gradient({"X"})
          .Check();
    }
  }
  OpCase("diag")
      .Input("X", Random({2, 2}))
      .ExpectError("X of diag is \\[n\\], not \\[2, 2\\]");
}

}  // namespace
}  // namespace paddle::operators::testing
