#include "paddle/operators/convolution/winograd_last.h"

#include "paddle/operators/convolution/own_order.h"
#include "paddle/operators/convolution/winograd.h"
#include "paddle/operators/convolution/winograd_filter.h"
#include "paddle/operators/convolution/winograd_group.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using winograd::Factors;
using winograd::FilterOrder;
using winograd::GroupRun;

OwnOrder OrderOf(const Factors& factors) {
  OwnOrder order{0, {'w', 'i', 'n', 'o', 'g', 'r', 'a', 'd'}};
  order.rows = factors.rows;
  order.columns = factors.columns;
  order.floats = factors.size();
  return order;
}

// Returns the factors of the filter, packed or made now, in memory that all
// images read.
Factors FactorsOf(const ConvShape& s, const ConvLastOperands<float>& operands) {
  Factors factors = winograd::FilterFactors(s);
  if (operands.packed != nullptr) {
    // Nobody writes them: Factors has one pointer for both.
    factors.data =
        const_cast<float*>(FindOwn(OrderOf(factors), *operands.packed));
  }
  if (factors.data == nullptr) {
    factors.data = ThreadScratch<float>(ScratchSlot::kShared, factors.size());
    winograd::WriteFilterFactors(FilterOrder::kForward, operands.filter(),
                                 factors);
  }
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
  Factors factors = winograd::FilterFactors(s);
  factors.data = NoteOwn(OrderOf(factors), packed);
  if (factors.data == nullptr) return;
  winograd::WriteFilterFactors(FilterOrder::kForward, filter, factors);
}

}  // namespace paddle::operators::kernels
