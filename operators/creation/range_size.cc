#include "paddle/operators/creation/range_size.h"

#include <cmath>
#include <limits>

#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Number;

namespace {

template <typename T>
void CheckStep(T start, T end, T step) {
  PADDLE_ENFORCE(step != 0, InvalidArgument, "the step of a range from ", start,
                 " to ", end, " is 0");
}

}  // namespace

int64_t RangeSize(double start, double end, double step) {
  CheckStep(start, end, step);
  const double steps = std::ceil((end - start) / step);
  // A NaN compares false and fails here, too. 2^63 is the first double that no
  // int64_t holds.
  PADDLE_ENFORCE(std::isfinite(start) && std::isfinite(step) &&
                     std::isfinite(end) && steps < 9223372036854775808.0,
                 InvalidArgument, "a range from ", start, " to ", end, " by ",
                 step, " is no tensor");
  return steps > 0 ? static_cast<int64_t>(steps) : 0;
}

int64_t RangeSize(int64_t start, int64_t end, int64_t step) {
  CheckStep(start, end, step);
  // A step that leads away from the end reaches nothing; it is no error, as in
  // NumPy.
  if (start == end || (start < end) != (step > 0)) return 0;
  // In unsigned numbers the differences of any two int64_t fit.
  const auto from = static_cast<uint64_t>(start);
  const auto to = static_cast<uint64_t>(end);
  const auto by = static_cast<uint64_t>(step);
  const uint64_t size =
      step > 0 ? (to - from - 1) / by + 1 : (from - to - 1) / (0 - by) + 1;
  PADDLE_ENFORCE(size <= std::numeric_limits<int64_t>::max(), InvalidArgument,
                 "a range from ", start, " to ", end, " by ", step,
                 " is no tensor");
  return static_cast<int64_t>(size);
}

int64_t RangeSize(const Number& start, const Number& end, const Number& step) {
  const auto first = start.integer(), by = step.integer();
  // An end between two integers is as good as the next one in the direction of
  // the step, which keeps the computation in integers.
  const Number before = end.whole()        ? end
                        : step.value() > 0 ? Number(std::ceil(end.value()))
                                           : Number(std::floor(end.value()));
  const auto last = before.integer();
  if (first && by && last) return RangeSize(*first, *last, *by);
  return RangeSize(start.value(), end.value(), step.value());
}

}  // namespace paddle::operators
