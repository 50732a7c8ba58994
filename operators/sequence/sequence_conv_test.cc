#include <string>
#include <utility>

#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::LoD;

void ConvReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& filter = v.In("Filter");
  const auto offsets = LastOffsets(x);
  const int64_t n = x.dims[1], m = filter.dims[1];
  Array out({x.dims[0], m});
  out.lod = x.lod;
  for (size_t i = 1; i < offsets.size(); ++i) {
    for (int64_t r = offsets[i - 1]; r < offsets[i]; ++r) {
      for (int64_t tap = 0; tap < v.Attr<int64_t>("contextLength"); ++tap) {
        const int64_t from = r + v.Attr<int64_t>("contextStart") + tap;
        if (from < offsets[i - 1] || from >= offsets[i]) continue;
        for (int64_t j = 0; j < n * m; ++j) {
          out(r, j % m) += x(from, j / m) * filter(tap * n + j / m, j % m);
        }
      }
    }
  }
  v.Out("Out") = out;
}

TEST(SequenceConv, EveryLengthAndContext) {
  const std::pair<int, int> contexts[] = {{0, 1},  {-1, 3}, {-2, 2},
                                          {-5, 2}, {1, 2},  {-1, 12}};
  for (const LoD::Levels& lengths : kLengths) {
    for (const auto& [start, length] : contexts) {
      OpCase("sequence_conv", NameOf(lengths) + " " + std::to_string(start))
          .Input("X", Rows(lengths, {0, 3}))
          .Input("Filter", Random({length * 3, 2}))
          .Attr("contextStart", start)
          .Attr("contextLength", length)
          .Reference(ConvReference)
          .Gradient({"X", "Filter"})
          .Check();
    }
  }
}

// More than one group of sequences.
TEST(SequenceConv, ManyRows) {
  OpCase("sequence_conv")
      .Input("X", Rows({{700, 500, 0, 2, 1100, 3}}, {0, 2}))
      .Input("Filter", Random({6, 3}))
      .Attr("contextStart", -1)
      .Attr("contextLength", 3)
      .Reference(ConvReference)
      .Check();
  const LoD::Levels lengths = {{1024, 2, 1}};
  OpCase("sequence_conv")
      .Input("X", Rows(lengths, {0, 1}))
      .Input("Filter", Random({2, 1}))
      .Attr("contextLength", 2)
      .DataTypes({DataType::kFloat64})
      .Reference(ConvReference)
      .Gradient({"Filter"})
      .Check();
}

TEST(SequenceConv, WantsAFilterOfItsContext) {
  const OpCase base = OpCase("sequence_conv")
                          .Input("X", Rows({{2, 1}}, {0, 3}))
                          .Input("Filter", Random({4, 2}))
                          .Attr("contextLength", 2);
  base.ExpectError("Filter .* is .4, 2., but a context of 2 rows .* has 6 el");
  base.With("X", Rows({{2, 1}}, {0}))
      .ExpectError("X .3. and Filter .4, 2. of sequence_conv are matrices");
  base.With("X", Random({3, 2}))
      .ExpectError("input X.* of sequence_conv, .*, form no sequences");
}

}  // namespace
}  // namespace paddle::operators::testing
