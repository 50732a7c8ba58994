// Test data for sequence operators: lists of lengths that every operator is
// tested with, and helpers to build inputs and expected outputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/tensor/lod.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {

// The lengths, by level, that each operator is tested with. They include empty
// sequences, no sequences at all, nested levels and a long sequence.
inline const framework::LoD::Levels kLengths[] = {
    {{3, 0, 1, 4}},         {{1}},        {{0}}, {{0, 0}}, {{}},
    {{2, 0, 1}, {3, 0, 2}}, {{70, 1, 9}}, {{5}},
};

// Returns the number of rows of all sequences together.
inline int64_t RowsOf(const framework::LoD::Levels& lengths) {
  return framework::LoD::FromLengths(lengths)->rows();
}

// Returns the lengths as text, for the name of a test case.
inline std::string NameOf(const framework::LoD::Levels& lengths) {
  return framework::LoD::FromLengths(lengths)->ToString();
}

// Returns random input for sequences of these lengths: dims[0] is replaced by
// the number of rows. No two elements are close, so that a maximum stays one
// when a numeric gradient shifts its input.
inline Data Rows(const framework::LoD::Levels& lengths, framework::Dims dims) {
  dims[0] = RowsOf(lengths);
  return Random(dims).Distinct().Lengths(lengths);
}

// Returns the offsets of the innermost sequences, in rows; valid as long as x
// is.
inline absl::Span<const int64_t> LastOffsets(const Array& x) {
  return x.lod->offsets(x.lod->levels() - 1);
}

// Returns the number of elements of a row.
inline int64_t WidthOf(const Array& x) {
  return x.dims.Slice(1, x.dims.rank()).Numel();
}

// Returns the LoD without its last level, which an operator with one row per
// sequence gives its output; null if no level is left.
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
