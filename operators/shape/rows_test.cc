// Operators that choose rows.
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;

// The rows of X that belong to items where the mask is `part`.
Array Part(const Array& x, const std::vector<double>& mask, bool part) {
  Array out = x;
  out.values.clear();
  const int64_t width = x.dims.Slice(1, x.dims.rank()).Numel();
  LoD::Levels lengths(1);
  int64_t row = 0;
  for (size_t i = 0; i < mask.size(); ++i) {
    const int64_t rows = x.lod == nullptr ? 1 : x.lod->lengths()[0][i];
    if (mask[i] == part) {
      lengths[0].push_back(rows);
      out.values.insert(out.values.end(), x.values.begin() + row * width,
                        x.values.begin() + (row + rows) * width);
    }
    row += rows;
  }
  out.dims[0] = width == 0 ? 0 : out.numel() / width;
  if (x.lod != nullptr) out.lod = LoD::FromLengths(lengths);
  return out;
}

void SplitReference(OpValues& v) {
  v.Out("OutTrue") = Part(v.In("X"), v.In("Mask").values, true);
  v.Out("OutFalse") = Part(v.In("X"), v.In("Mask").values, false);
}

const std::vector<double> kMasks[] = {
    {1, 0, 0, 1}, {0, 0, 0, 0}, {1, 1, 1, 1}, {0, 1, 1, 0}};

TEST(SplitByMask, Rows) {
  for (const auto& mask : kMasks) {
    for (const Dims& dims : {Dims({4}), Dims({4, 3}), Dims({4, 2, 2})}) {
      OpCase("split_by_mask", dims.ToString())
          .Input("X", Random(dims))
          .Input("Mask", Values({4, 1}, mask).As(DataType::kBool))
          .Reference(SplitReference)
          .Gradient({"X"})
          .Check();
    }
  }
}

TEST(SplitByMask, Sequences) {
  for (const auto& mask : kMasks) {
    OpCase("split_by_mask")
        .Input("X", Random({7, 2}).Lengths({{3, 0, 2, 2}}))
        .Input("Mask", Values({4}, mask).As(DataType::kBool))
        .Reference(SplitReference)
        .Gradient({"X"})
        .Check();
  }
  OpCase("split_by_mask", "nested")
      .Input("X", Values({5, 1}, {1, 2, 3, 4, 5}).Lengths({{2, 1}, {1, 2, 2}}))
      .Input("Mask", Values({2}, {0, 1}).As(DataType::kBool))
      .Reference([](OpValues& v) {
        Array first({3, 1}, {1, 2, 3}), second({2, 1}, {4, 5});
        first.lod = LoD::FromLengths({{2}, {1, 2}});
        second.lod = LoD::FromLengths({{1}, {2}});
        v.Out("OutTrue") = second;
        v.Out("OutFalse") = first;
      })
      .Gradient({"X"})
      .Check();
  OpCase("split_by_mask", "no items")
      .Input("X", Random({0, 2}))
      .Input("Mask", Values({0}, {}).As(DataType::kBool))
      .Reference(SplitReference)
      .Gradient({"X"})
      .Check();
}

TEST(SplitByMask, Errors) {
  const auto with = [](Data x, Data mask) {
    return OpCase("split_by_mask").Input("X", x).Input("Mask", mask);
  };
  const Data three = Values({3}, {1, 0, 1}).As(DataType::kBool);
  with(Random({4, 2}), three)
      .ExpectError("Mask of split_by_mask, \\[3\\].* rows of X \\[4, 2\\]");
  with(Random({4, 2}).Lengths({{2, 2}}), three)
      .ExpectError("a mask of 3 elements for 2 sequences");
  with(Random({3}), Values({3}, {1, 0, 1}).As(DataType::kInt64))
      .ExpectError("Mask of split_by_mask is of bool, not int64");
  with(Random({4}), Values({2, 2}, {1, 0, 1, 1}).As(DataType::kBool))
      .ExpectError("\\[items\\] or \\[items, 1\\], not \\[2, 2\\]");
  with(Random({}), three).ExpectError("X of split_by_mask is a scalar");
}

TEST(MergeByMask, Rows) {
  OpCase("merge_by_mask")
      .Input("InTrue", Values({2, 2}, {1, 2, 3, 4}))
      .Input("InFalse", Values({1, 2}, {5, 6}))
      .Input("Mask", Values({3}, {1, 0, 1}).As(DataType::kBool))
      .Expect("Out", {3, 2}, {1, 2, 5, 6, 3, 4})
      .Gradient({"InTrue", "InFalse"})
      .Check();
  OpCase("merge_by_mask", "one part")
      .Input("InTrue", Values({2}, {1, 2}))
      .Input("InFalse", Values({0}, {}))
      .Input("Mask", Values({2}, {1, 1}).As(DataType::kBool))
      .Expect("Out", {2}, {1, 2})
      .Gradient({"InTrue", "InFalse"})
      .Check();
}

TEST(MergeByMask, Sequences) {
  OpCase("merge_by_mask")
      .Input("InTrue", Values({2, 1}, {1, 2}).Lengths({{0, 2}}))
      .Input("InFalse", Values({3, 1}, {3, 4, 5}).Lengths({{3}}))
      .Input("Mask", Values({3, 1}, {1, 0, 1}).As(DataType::kBool))
      .Reference([](OpValues& v) {
        Array out({5, 1}, {3, 4, 5, 1, 2});
        out.lod = LoD::FromLengths({{0, 3, 2}});
        v.Out("Out") = out;
      })
      .Gradient({"InTrue", "InFalse"})
      .Check();
}

TEST(MergeByMask, Errors) {
  const auto with = [](Data on_true, Data on_false) {
    return OpCase("merge_by_mask")
        .Input("InTrue", on_true)
        .Input("InFalse", on_false)
        .Input("Mask", Values({3}, {1, 0, 1}).As(DataType::kBool));
  };
  with(Random({2, 2}), Random({1, 3}))
      .ExpectError("InTrue \\[2, 2\\] and InFalse \\[1, 3\\]");
  with(Random({2, 2}), Random({1, 2}).As(DataType::kBool))
      .ExpectError("must be of one data type");
  with(Random({1, 2}), Random({2, 2}))
      .ExpectError("where the mask is true has 2 rows, .*\\[1, 2\\]");
  with(Random({2, 2}).Lengths({{1, 1}}), Random({1, 2}))
      .ExpectError("InTrue of 1 and InFalse of 0 levels");
}

}  // namespace
}  // namespace paddle::operators::testing
