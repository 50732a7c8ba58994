#include <utility>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;

void ShuffleReference(OpValues& v) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  const int64_t r = v.Attr<int64_t>("upscale_factor");
  for (int64_t n = 0; n < x.dims[0]; ++n) {
    for (int64_t c = 0; c < x.dims[1]; ++c) {
      for (int64_t y = 0; y < x.dims[2]; ++y) {
        for (int64_t z = 0; z < x.dims[3]; ++z) {
          out(n, c / r / r, y * r + c / r % r, z * r + c % r) = x(n, c, y, z);
        }
      }
    }
  }
}

TEST(PixelShuffle, Spreads) {
  for (const auto& [x, r] : {std::pair<Dims, int64_t>{{2, 8, 3, 4}, 2},
                             {{1, 9, 2, 1}, 3},
                             {{2, 3, 2, 2}, 1},
                             {{2, 4, 0, 3}, 2}}) {
    OpCase("pixel_shuffle", x.ToString())
        .Input("X", Random(x))
        .Attr("upscale_factor", r)
        .Reference(ShuffleReference)
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
  OpCase("pixel_shuffle")
      .Input("X", Random({1, 6, 2, 2}))
      .Attr("upscale_factor", 2)
      .ExpectError("blocks of 2 x 2 of the 6 channels of X");
}

}  // namespace
}  // namespace paddle::operators::testing
