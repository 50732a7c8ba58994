#include <algorithm>
#include <string>
#include <vector>

#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;

// Sequences of rows of width 3 as [sequences, length, 3].
void PadReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& value = v.In("PadValue");
  const auto offsets = LastOffsets(x);
  const int64_t sequences = static_cast<int64_t>(offsets.size()) - 1;
  Array length({sequences});
  int64_t longest = 0;
  for (int64_t i = 0; i < sequences; ++i) {
    length[i] = static_cast<double>(offsets[i + 1] - offsets[i]);
    longest = std::max(longest, offsets[i + 1] - offsets[i]);
  }
  const int64_t wanted = v.Attr<int64_t>("padded_length");
  Array out({sequences, wanted < 0 ? longest : wanted, 3});
  out.lod = OuterLoD(x);
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t sequence = i / 3 / out.dims[1];
    const int64_t row = offsets[sequence] + i / 3 % out.dims[1];
    out[i] =
        row < offsets[sequence + 1] ? x(row, i % 3) : value[i % value.numel()];
  }
  v.Out("Out") = out;
  v.Out("Length") = length;
}

TEST(SequencePad, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    for (const Dims& value : {Dims(), Dims({1}), Dims({3})}) {
      for (const int padded_length : {-1, 70, 73}) {
        OpCase("sequence_pad", NameOf(lengths) + value.ToString())
            .Input("X", Rows(lengths, {0, 3}))
            .Input("PadValue", Random(value))
            .Attr("padded_length", padded_length)
            .Reference(PadReference)
            .Gradient({"X"})
            .Check();
      }
    }
  }
}

TEST(SequencePad, WantsRoomAndAValue) {
  const auto with = [](const Data& value) {
    return OpCase("sequence_pad")
        .Input("X", Rows({{3, 1}}, {0, 3}))
        .Input("PadValue", value);
  };
  with(Random({2})).ExpectError("PadValue .* is .2., not one element or a row");
  with(Random({}))
      .Attr("padded_length", 2)
      .ExpectError(
          "padded_length of .* is 2, but the longest sequence of X has 3 rows");
  OpCase("sequence_pad")
      .Input("X", Random({3, 2}))
      .Input("PadValue", Random({}))
      .ExpectError("input X.* of sequence_pad, .*, form no sequences");
}

void MaskReference(OpValues& v) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  const int64_t width = out.dims.at(-1);
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = i % width < x[i / width];
}

TEST(SequenceMask, LengthsAsZerosAndOnes) {
  for (const std::string dtype : {"float32", "float64", "int64", "bool"}) {
    for (const int width : {0, 1, 4}) {
      OpCase("sequence_mask", dtype)
          .Input("X", Integers({5}, 0, 6))
          .Attr("maxlen", width)
          .Attr("out_dtype", dtype)
          .Reference(MaskReference)
          .ScaleRows({"X"})
          .Check();
    }
  }
  OpCase("sequence_mask")
      .Input("X", Values({2, 2}, {2, 0, 3, 9}).As(DataType::kInt32))
      .Input("Y", Random({4, 3, 2}))
      .Expect("Out", {2, 2, 3}, {1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1})
      .Check();
}

TEST(SequenceMask, WantsLengthsAndOneWidth) {
  const Data lengths = Integers({5}, 0, 6);
  const OpCase base = OpCase("sequence_mask").Input("X", lengths);
  base.ExpectError("Y or from maxlen");
  base.With("Y", Random({5}))
      .ExpectError("Y of sequence_mask is .sequences, length, ...., not .5.");
  base.With("X", Random({5}).As(DataType::kFloat32))
      .WithAttr("maxlen", 3)
      .ExpectError("X of sequence_mask is int32 or int64, not float32");
}

// Sequence i is the first Length[i] rows of X[i], which has rows of width 2.
void UnpadReference(OpValues& v) {
  const Array& x = v.In("X");
  std::vector<double> rows;
  LoD::Levels lengths;
  if (x.lod != nullptr) lengths = x.lod->lengths();
  lengths.emplace_back();
  for (int64_t i = 0; i < x.dims[0]; ++i) {
    const auto begin = x.values.begin() + i * x.dims[1] * 2;
    const auto length = static_cast<int64_t>(v.In("Length")[i]);
    rows.insert(rows.end(), begin, begin + length * 2);
    lengths.back().push_back(length);
  }
  Array out({static_cast<int64_t>(rows.size()) / 2, 2}, rows);
  out.lod = LoD::FromLengths(lengths);
  v.Out("Out") = out;
}

TEST(SequenceUnpad, EveryLength) {
  for (const std::vector<double>& lengths :
       {std::vector<double>{3, 0, 1, 4}, {0}, {4}, {0, 0}, {}}) {
    const auto sequences = static_cast<int64_t>(lengths.size());
    OpCase("sequence_unpad")
        .Input("X", Random({sequences, 4, 2}))
        .Input("Length", Values({sequences}, lengths).As(DataType::kInt64))
        .Reference(UnpadReference)
        .Gradient({"X"})
        .Check();
  }
  OpCase("sequence_unpad", "within sequences")
      .Input("X", Random({3, 4, 2}).Lengths({{2, 0, 1}}))
      .Input("Length", Values({3}, {3, 0, 4}).As(DataType::kInt64))
      .Reference(UnpadReference)
      .Gradient({"X"})
      .Check();
}

TEST(SequenceUnpad, WantsLengthsThatAreThere) {
  const auto with = [](const Data& lengths) {
    return OpCase("sequence_unpad")
        .Input("X", Random({2, 4, 2}))
        .Input("Length", lengths);
  };
  with(Values({2}, {1, 5}).As(DataType::kInt64))
      .ExpectError("length 5 of sequence 1 is outside .0, 4.");
  with(Values({2}, {-1, 2}).As(DataType::kInt64))
      .ExpectError("length -1 of sequence 0 is outside .0, 4.");
  with(Integers({3}, 0, 4)).ExpectError("not .2, 4, 2. and .3.");
  with(Random({2}).As(DataType::kInt32))
      .ExpectError("Length of sequence_unpad is int64, not int32");
}

}  // namespace
}  // namespace paddle::operators::testing
