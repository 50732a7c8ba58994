#include "paddle/framework/layers/indexing.h"

#include <limits>

#include "paddle/framework/layers/array_ops.h"
#include "paddle/framework/layers/op.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

// Bounds that lie outside of every axis, so that they are clipped to its ends.
constexpr int64_t kFirst = std::numeric_limits<int64_t>::min();
constexpr int64_t kLast = std::numeric_limits<int64_t>::max();

// Applies the parts in order.
class Indexer {
 public:
  explicit Indexer(const Variable& x) : x_(x) {}

  void CheckCount(const std::vector<IndexPart>& parts) {
    int ellipses = 0;
    for (const IndexPart& part : parts) {
      ellipses += absl::holds_alternative<Ellipsis>(part);
      // Only these take an axis of x; NewAxis and Ellipsis do not.
      named_ += absl::holds_alternative<int64_t>(part) ||
                absl::holds_alternative<Range>(part);
    }
    PADDLE_ENFORCE(ellipses <= 1, InvalidArgument, "an index of ",
                   x_.ToString(), " has more than one ...");
    PADDLE_ENFORCE(named_ <= x_.dims().rank(), OutOfRange, x_.ToString(),
                   " has ", x_.dims().rank(), " axes, but ", named_,
                   " are indexed");
  }

  void operator()(int64_t element) {
    // The end of the cut is irrelevant.
    Cut(element, kLast, 1);
    dropped_.push_back(axis_++);
  }
  void operator()(const Range& range) {
    const bool forward = range.step > 0;
    // Going backwards, the missing bounds are swapped.
    const int64_t start = range.start.value_or(forward ? 0 : kLast);
    const int64_t stop = range.stop.value_or(forward ? kLast : kFirst);
    // A slice of the whole axis writes nothing.
    if (start != 0 || stop != kLast || range.step != 1) {
      Cut(start, stop, range.step);
    }
    ++axis_;
    ++out_axis_;
  }
  void operator()(NewAxis) { added_.push_back(out_axis_++); }
  void operator()(Ellipsis) {
    const int rest = x_.dims().rank() - named_;
    axis_ += rest;
    out_axis_ += rest;
  }

  Variable Write() const {
    Variable result = x_;
    // One slice for all axes, then new axes at their positions in the result.
    if (!axes_.empty()) {
      result = Op("slice", {{"Input", result}},
                  {{"axes", axes_},
                   {"starts", starts_},
                   {"ends", ends_},
                   {"strides", strides_},
                   {"decrease_axis", dropped_}});
    }
    if (added_.empty()) return result;
    return Op("unsqueeze", {{"X", result}}, {{"axes", added_}});
  }

 private:
  void Cut(int64_t start, int64_t end, int64_t step) {
    axes_.push_back(axis_);
    starts_.push_back(start);
    ends_.push_back(end);
    strides_.push_back(step);
  }

  const Variable x_;
  int named_ = 0;
  int64_t axis_ = 0;      // of x
  int64_t out_axis_ = 0;  // axis of the result
  std::vector<int64_t> axes_, starts_, ends_, strides_, dropped_, added_;
};

Variable Masked(const Variable& x, const Variable& mask) {
  const Dims dims = mask.dims();
  // A mask of rows keeps the other axes.
  if (dims.rank() == 1 && x.dims().rank() > 1) {
    return split_by_mask(x, mask).on_true;
  }
  return Op("masked_select", {{"X", x}, {"Mask", mask}});
}

}  // namespace

Variable index(const Variable& x, const std::vector<IndexPart>& parts) {
  Indexer indexer(x);
  indexer.CheckCount(parts);
  for (const IndexPart& part : parts) absl::visit(indexer, part);
  return indexer.Write();
}

Variable index(const Variable& x, const Variable& indices) {
  if (indices.dtype() == DataType::kBool) return Masked(x, indices);
  const Dims dims = indices.dims();
  // The usual case has a faster operator.
  if (dims.rank() == 1) return gather(x, indices);
  const Variable rows =
      Op("unsqueeze", {{"X", indices}}, {{"axes", std::vector<int64_t>{-1}}});
  return Op("gather_nd", {{"X", x}, {"Index", rows}});
}

}  // namespace paddle::layer
