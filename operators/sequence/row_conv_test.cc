#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::LoD;

void RowConvReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& filter = v.In("Filter");
  const auto offsets = LastOffsets(x);
  Array out(x.dims);
  out.lod = x.lod;
  for (size_t s = 1; s < offsets.size(); ++s) {
    for (int64_t t = offsets[s - 1]; t < offsets[s]; ++t) {
      for (int64_t i = 0; i < filter.dims[0] && t + i < offsets[s]; ++i) {
        for (int64_t j = 0; j < x.dims[1]; ++j) {
          out(t, j) += filter(i, j) * x(t + i, j);
        }
      }
    }
  }
  v.Out("Out") = out;
}

TEST(RowConv, EveryLengthAndContext) {
  for (const LoD::Levels& lengths : kLengths) {
    for (int64_t taps : {1, 3, 80}) {
      OpCase("row_conv", NameOf(lengths))
          .Input("X", Rows(lengths, {0, 3}))
          .Input("Filter", Random({taps, 3}))
          .Reference(RowConvReference)
          .Gradient({"X", "Filter"})
          .Check();
    }
  }
}

TEST(RowConv, WantsAFilterOfItsWidth) {
  const auto conv = [](const Data& x, const Data& filter) {
    return OpCase("row_conv").Input("X", x).Input("Filter", filter);
  };
  conv(Rows({{2, 1}}, {0, 3}), Random({2, 4}))
      .ExpectError("X .3, 3. and Filter .2, 4. of row_conv are matrices of");
  conv(Rows({{2, 1}}, {0, 3}), Random({0, 3}))
      .ExpectError("Filter .0, 3. of row_conv needs a row");
  conv(Random({3, 3}), Random({2, 3}))
      .ExpectError("input X.* of row_conv, .*, form no sequences");
}

}  // namespace
}  // namespace paddle::operators::testing
