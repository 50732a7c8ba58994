// Sequences of numbers: windows, removed tokens, other rows, and sums by
// column.
#include <string>
#include <vector>

#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::LoD;

Data Tokens(const LoD::Levels& lengths, int64_t most) {
  return Integers({RowsOf(lengths), 1}, 0, most).Lengths(lengths);
}

TEST(SequenceEnumerate, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    for (const int64_t width : {1, 3}) {
      OpCase("sequence_enumerate", NameOf(lengths))
          .Input("X", Tokens(lengths, 9))
          .DataTypes({DataType::kInt32, DataType::kInt64})
          .Attr("win_size", width)
          .Attr("pad_value", int64_t{-7})
          .Reference([width](OpValues& v) {
            const Array& x = v.In("X");
            const auto offsets = LastOffsets(x);
            Array out({x.dims[0], width});
            out.lod = x.lod;
            for (size_t i = 1; i < offsets.size(); ++i) {
              for (int64_t r = offsets[i - 1]; r < offsets[i]; ++r) {
                for (int64_t j = 0; j < width; ++j) {
                  out(r, j) = r + j < offsets[i] ? x[r + j] : -7;
                }
              }
            }
            v.Out("Out") = out;
          })
          .Check();
    }
  }
  const OpCase base = OpCase("sequence_enumerate")
                          .Attr("win_size", int64_t{2})
                          .Input("X", Tokens({{2, 1}}, 3));
  base.With("X", Integers({3, 1}, 0, 3)).ExpectError("form no sequences");
  base.With("X", Integers({3, 2}, 0, 3).Lengths({{2, 1}}))
      .ExpectError("X of sequence_enumerate is \\[rows, 1\\] or");
}

TEST(SequenceErase, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    OpCase("sequence_erase", NameOf(lengths))
        .Input("X", Tokens(lengths, 4))
        .DataTypes({DataType::kInt32, DataType::kInt64})
        .Attr("tokens", {1, 3})
        .Reference([](OpValues& v) {
          const Array& x = v.In("X");
          const auto offsets = LastOffsets(x);
          LoD::Levels left = x.lod->lengths();
          std::vector<double> kept;
          for (size_t i = 0; i + 1 < offsets.size(); ++i) {
            const size_t before = kept.size();
            for (int64_t r = offsets[i]; r < offsets[i + 1]; ++r) {
              if (x[r] != 1 && x[r] != 3) kept.push_back(x[r]);
            }
            left.back()[i] = static_cast<int64_t>(kept.size() - before);
          }
          Array out({static_cast<int64_t>(kept.size()), 1}, kept);
          out.lod = LoD::FromLengths(left);
          v.Out("Out") = out;
        })
        .Check();
  }
  OpCase("sequence_erase")
      .Attr("tokens", {1})
      .Input("X", Random({3, 1}).As(DataType::kFloat32).Lengths({{2, 1}}))
      .ExpectError("X of sequence_erase is int32 or int64, not float32");
}

TEST(SequenceReshape, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    for (const int64_t width : {2, 6, 12}) {
      const LoD::Levels even = [&] {
        LoD::Levels doubled = lengths;
        for (int64_t& length : doubled.back()) length *= 2;
        return doubled;
      }();
      OpCase("sequence_reshape", NameOf(even))
          .Input("X", Rows(even, {0, 6}))
          .Attr("new_dim", width)
          .Reference([width](OpValues& v) {
            const Array& x = v.In("X");
            LoD::Levels rows = x.lod->lengths();
            for (int64_t& length : rows.back()) length = length * 6 / width;
            Array out({x.numel() / width, width}, x.values);
            out.lod = LoD::FromLengths(rows);
            v.Out("Out") = out;
          })
          .Gradient({"X"})
          .Check();
    }
  }
  OpCase("sequence_reshape")
      .Attr("new_dim", int64_t{4})
      .Input("X", Rows({{2, 1}}, {0, 6}))
      .ExpectError(
          "sequence 1 of sequence_reshape has 6 elements, which do "
          "not fill rows of 4");
}

TEST(SequenceScatter, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    const auto count = static_cast<int64_t>(lengths.back().size());
    OpCase("sequence_scatter", NameOf(lengths))
        .Input("X", Random({count, 5}))
        .Input("Ids", Tokens(lengths, 5))
        .Input("Updates", Random({RowsOf(lengths), 1}))
        .Reference([](OpValues& v) {
          Array out = v.In("X");
          const auto offsets = LastOffsets(v.In("Ids"));
          for (size_t i = 0; i + 1 < offsets.size(); ++i) {
            for (int64_t r = offsets[i]; r < offsets[i + 1]; ++r) {
              out(i, static_cast<int64_t>(v.In("Ids")[r])) +=
                  v.In("Updates")[r];
            }
          }
          v.Out("Out") = out;
        })
        .Gradient({"X", "Updates"})
        .Check();
  }
  const OpCase base = OpCase("sequence_scatter")
                          .Input("X", Random({2, 3}))
                          .Input("Ids", Tokens({{2, 1}}, 3))
                          .Input("Updates", Random({3, 1}));
  base.With("X", Random({3, 3}))
      .ExpectError("a row for each sequence of Ids, of which there are 2");
  base.With("Updates", Random({2, 1}))
      .ExpectError("are \\[n, 1\\] or \\[n\\], not");
  base.With("Ids",
            Values({3, 1}, {0, 3, 1}).As(DataType::kInt64).Lengths({{2, 1}}))
      .ExpectError("index 3 at position 1 is outside \\[0, 3\\)");
}

}  // namespace
}  // namespace paddle::operators::testing
