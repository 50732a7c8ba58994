// Rows of a table of convolutions, and a walk over all of their products, for
// tests of operators.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {

using Numbers = std::vector<int64_t>;

struct ConvRow {
  framework::Dims input;
  framework::Dims filter;
  Numbers strides = {};
  Numbers paddings = {};
  Numbers dilations = {};
  int64_t groups = 1;
};

inline OpCase ConvCase(const std::string& type, const ConvRow& row) {
  OpCase test(type, row.input.ToString() + row.filter.ToString());
  test.Input("Input", Random(row.input))
      .Input("Filter", Random(row.filter))
      .Attr("groups", row.groups);
  if (!row.strides.empty()) test.Attr("strides", row.strides);
  if (!row.paddings.empty()) test.Attr("paddings", row.paddings);
  if (!row.dilations.empty()) test.Attr("dilations", row.dilations);
  return test;
}

// Steps through all indices below `sizes`.
inline void ForEachIndex(const framework::Dims& sizes,
                         const std::function<void(const Numbers&)>& body) {
  Numbers index(sizes.rank());
  for (int64_t i = 0; i < sizes.Numel(); ++i) {
    int64_t rest = i;
    for (int axis = sizes.rank() - 1; axis >= 0; --axis) {
      index[axis] = rest % sizes[axis];
      rest /= sizes[axis];
    }
    body(index);
  }
}

inline double& At(Array& array, const Numbers& index) {
  int64_t offset = 0;
  for (size_t axis = 0; axis < index.size(); ++axis) {
    offset = offset * array.dims[axis] + index[axis];
  }
  return array[offset];
}

// Returns the padding in front of an axis on which windows of a kernel lead
// from `large` elements to `small`.
inline int64_t PaddingBefore(const OpValues& v, size_t axis, int64_t large,
                             int64_t small, int64_t kernel) {
  const auto paddings = v.Attr<Numbers>("paddings");
  const auto strides = v.Attr<Numbers>("strides");
  if (v.Attr<std::string>("padding_algorithm") == "SAME") {
    const int64_t span = (kernel - 1) * v.Attr<Numbers>("dilations")[axis] + 1;
    const int64_t end = (small - 1) * strides[axis] + span;
    return std::max<int64_t>(end - large, 0) / 2;
  }
  return paddings[paddings.size() == strides.size() ? axis : 2 * axis];
}

// Calls body(large, small, filter) for all products of a convolution that goes
// from images `large` to `small`; each is an element's index.
inline void ForEachProduct(
    const OpValues& v, const framework::Dims& large,
    const framework::Dims& small, const framework::Dims& filter,
    const std::function<void(const Numbers&, const Numbers&, const Numbers&)>&
        body) {
  const auto strides = v.Attr<Numbers>("strides");
  const auto dilations = v.Attr<Numbers>("dilations");
  Numbers paddings;
  for (size_t i = 0; i < strides.size(); ++i) {
    const int axis = static_cast<int>(i) + 2;
    paddings.push_back(
        PaddingBefore(v, i, large[axis], small[axis], filter[axis]));
  }
  const int64_t per_group = filter[0] / v.Attr<int64_t>("groups");
  ForEachIndex(small, [&](const Numbers& out) {
    ForEachIndex(filter.Slice(1, filter.rank()), [&](const Numbers& tap) {
      Numbers in = {out[0], out[1] / per_group * filter[1] + tap[0]};
      Numbers weight = {out[1], tap[0]};
      for (size_t i = 0; i < strides.size(); ++i) {
        in.push_back(out[2 + i] * strides[i] + tap[1 + i] * dilations[i] -
                     paddings[i]);
        if (in.back() < 0 || in.back() >= large[2 + i]) return;
        weight.push_back(tap[1 + i]);
      }
      body(in, out, weight);
    });
  });
}

// Calls body(image, to, weight) like ForEachProduct, for images [N, H, W, C].
inline void ForEachProductLast(
    const OpValues& v, const framework::Dims& in, const framework::Dims& out,
    const framework::Dims& filter,
    const std::function<void(const Numbers&, const Numbers&, const Numbers&)>&
        body) {
  const auto first = [](const framework::Dims& dims) {
    return framework::Dims{dims[0], dims[3], dims[1], dims[2]};
  };
  const auto last = [](const Numbers& index) {
    return Numbers{index[0], index[2], index[3], index[1]};
  };
  ForEachProduct(
      v, first(in), first(out), filter,
      [&](const Numbers& image, const Numbers& to, const Numbers& weight) {
        body(last(image), last(to), weight);
      });
}

}  // namespace paddle::operators::testing
