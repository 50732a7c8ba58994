// The sequences that the tests of this family run on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/tensor/lod.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {

// Lengths of the sequences of each case: empty ones, none, nested, long ones.
inline const framework::LoD::Levels kLengths[] = {
    {{3, 0, 1, 4}},         {{1}},        {{0}}, {{0, 0}}, {{}},
    {{2, 0, 1}, {3, 0, 2}}, {{70, 1, 9}}, {{5}},
};

inline int64_t RowsOf(const framework::LoD::Levels& lengths) {
  return framework::LoD::FromLengths(lengths)->rows();
}

inline std::string NameOf(const framework::LoD::Levels& lengths) {
  return framework::LoD::FromLengths(lengths)->ToString();
}

// Returns rows of these sequences; no two elements are close.
inline Data Rows(const framework::LoD::Levels& lengths, framework::Dims dims) {
  dims[0] = RowsOf(lengths);
  return Random(dims).Distinct().Lengths(lengths);
}

inline absl::Span<const int64_t> LastOffsets(const Array& x) {
  return x.lod->offsets(x.lod->levels() - 1);
}

inline int64_t WidthOf(const Array& x) {
  return x.dims.Slice(1, x.dims.rank()).Numel();
}

// Returns the LoD without its last level.
inline framework::LoDPtr OuterLoD(const Array& x) {
  framework::LoD::Levels lengths = x.lod->lengths();
  lengths.pop_back();
  return lengths.empty() ? nullptr : framework::LoD::FromLengths(lengths);
}

// Appends rows [begin, end) of x.
inline void AppendRows(const Array& x, int64_t begin, int64_t end,
                       std::vector<double>* rows) {
  const int64_t width = WidthOf(x);
  rows->insert(rows->end(), x.values.begin() + begin * width,
               x.values.begin() + end * width);
}

}  // namespace paddle::operators::testing
