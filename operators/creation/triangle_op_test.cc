#include <cstdint>
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

}  // namespace
}  // namespace paddle::operators::testing
