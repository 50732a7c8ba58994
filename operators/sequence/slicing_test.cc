#include <vector>

#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::LoD;

// Rows [Offset, Offset + Length) of each sequence.
void SliceReference(OpValues& v) {
  const Array& x = v.In("X");
  const auto offsets = LastOffsets(x);
  LoD::Levels lengths = x.lod->lengths();
  std::vector<double> rows;
  for (size_t i = 0; i < lengths.back().size(); ++i) {
    const auto begin = offsets[i] + static_cast<int64_t>(v.In("Offset")[i]);
    lengths.back()[i] = static_cast<int64_t>(v.In("Length")[i]);
    AppendRows(x, begin, begin + lengths.back()[i], &rows);
  }
  framework::Dims dims = x.dims;
  dims[0] = LoD::FromLengths(lengths)->rows();
  v.Out("Out") = Array(dims, rows);
  v.Out("Out").lod = LoD::FromLengths(lengths);
}

Data Numbers(const std::vector<double>& values) {
  const auto count = static_cast<int64_t>(values.size());
  return Values({count, 1}, values).As(DataType::kInt64);
}

TEST(SequenceSlice, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    for (const int64_t way : {0, 1, 2, 3}) {
      std::vector<double> offset, length;
      for (const int64_t rows : lengths.back()) {
        const int64_t from = way == 0 ? 0 : way == 1 ? rows : rows * 2 / 3;
        const int64_t left = rows - from;
        offset.push_back(static_cast<double>(from));
        length.push_back(static_cast<double>(way == 3 ? left / 2 : left));
      }
      OpCase("sequence_slice", NameOf(lengths))
          .Input("X", Rows(lengths, {0, 3}))
          .Input("Offset", Numbers(offset))
          .Input("Length", Numbers(length))
          .Reference(SliceReference)
          .Gradient({"X"})
          .Check();
    }
  }
}

TEST(SequenceSlice, WantsRowsThatAreThere) {
  const auto with = [](const Data& offset, const Data& length) {
    return std::move(OpCase("sequence_slice")
                         .Input("X", Rows({{2, 0, 4}}, {0, 3}))
                         .Input("Offset", offset)
                         .Input("Length", length));
  };
  with(Numbers({0, 0, 3}), Numbers({2, 0, 2}))
      .ExpectError(
          "sequence 2 has 4 rows: a slice of 2 rows from row 3 on is not wit");
  with(Numbers({0, 0, 5}), Numbers({2, 0, 0}))
      .ExpectError("a slice of 0 rows from row 5 on is not within");
  with(Numbers({-1, 0, 0}), Numbers({2, 0, 0}))
      .ExpectError("sequence 0 has 2 rows: a slice of 2 rows from row -1");
  with(Numbers({1, 0, 0}), Numbers({-1, 0, 0}))
      .ExpectError("sequence 0 has 2 rows: a slice of -1 rows from row 1");
  with(Numbers({0, 1, 0}), Numbers({0, 0, 0}))
      .ExpectError("sequence 1 has 0 rows: a slice of 0 rows from row 1");
  with(Numbers({0, 0, 1}), Numbers({0, 0, 9e18})).ExpectError("sequence 2 has");
  with(Numbers({0, 0}), Numbers({0, 0, 0}))
      .ExpectError("X .* has 3 sequences, but Offset is .2, 1. and Length .3");
  with(Random({3, 1}).As(DataType::kInt32), Numbers({0, 0, 0}))
      .ExpectError("Offset of sequence_slice is int64, not int32");
  with(Numbers({0, 0, 0}), Integers({3, 2}, 0, 1))
      .ExpectError("Length .* is \\[sequences, 1\\] or .*, not \\[3, 2\\]");
  OpCase("sequence_slice")
      .Input("X", Random({3, 2}))
      .Input("Offset", Numbers({0}))
      .Input("Length", Numbers({0}))
      .ExpectError("input X.* of sequence_slice, .*, form no sequences");
}

}  // namespace
}  // namespace paddle::operators::testing
