#include "paddle/operators/convolution/winograd_last.h"

#include "paddle/operators/convolution/own_order.h"
#include "paddle/operators/convolution/winograd.h"
#include "paddle/operators/convolution/winograd_filter.h"
#include "paddle/operators/convolution/winograd_group.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using winograd::Factors;
using winograd::FilterOrder;
using winograd::GroupRun;

OwnOrder OrderOf(const Factors& factors) {
  return {0,
          {'w', 'i', 'n', 'o', 'g', 'r', 'a', 'd'},
          factors.rows,
          factors.columns,
          factors.size()};
}

void WriteFactors(const float* filter, Factors factors, float* to) {
  factors.data = to;
  winograd::WriteFilterFactors(FilterOrder::kForward, filter, factors);
}

// Returns the factors of the filter, packed or made now, in memory that all
// images read.
Factors FactorsOf(const ConvShape& s, const ConvLastOperands<float>& operands) {
  Factors factors = winograd::FilterFactors(s);
  factors.data = OwnFloats(OrderOf(factors), operands.packed, [&](float* to) {
    WriteFactors(operands.filter(), factors, to);
  });
  return factors;
}

}  // namespace

bool HasWinogradLast(const ConvShape& shape) {
  ConvShape image = shape;
  image.batch = 1;
  image.each_alone = false;
  return HasWinogradCode(image);
}

// Images are computed one by one: products of several would have other bits
// where a library computes them.
void WinogradLast(const ConvShape& shape,
                  const ConvLastOperands<float>& operands,
                  ConvFinish<float> finish, float* output) {
  ConvShape s = shape;
  s.channels_last = true;
  const Factors factors = FactorsOf(s, operands);
  const auto in_place = [&](int64_t first, int64_t count) {
    finish(first, count, output + first);
  };
  const GroupRun::Finish finish_all = in_place;
  platform::ParallelFor(s.batch, winograd::AreFew(factors) ? 1 : s.batch,
                        [&](int64_t begin, int64_t end) {
                          const GroupRun run(s, 1, winograd::kSharedElements);
                          for (int64_t i = begin; i < end; ++i) {
                            run.Forward({i, 1}, operands.input, factors,
                                        operands.bias, &finish_all, output);
                          }
                        });
}

void PackWinogradFilter(const ConvShape& s, const float* filter,
                        Tensor* packed) {
  const Factors factors = winograd::FilterFactors(s);
  PackOwn(
      OrderOf(factors), [&](float* to) { WriteFactors(filter, factors, to); },
      packed);
}

}  // namespace paddle::operators::kernels
