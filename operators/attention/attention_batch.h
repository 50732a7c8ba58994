// Reads the inputs and attributes that attention and its gradient share. The
// slots and attributes are declared in one place, so that the two kernels
// cannot read them differently.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/attention/attention.h"

namespace paddle::operators {

// Returns the rows of each sequence of x: given by the last LoD level of ragged
// rows [rows, width], or by axis 0 of a dense tensor [batch, rows, width].
// Refers to the offsets of x, which must outlive the result. Shape inference
// has checked that x is one of the two.
inline kernels::RowRanges RowRangesOf(const framework::LoDTensor& x) {
  if (x.rank() == 3) return {x.dims()[0], x.dims()[1]};
  return kernels::RowRanges(x.lod()->offsets(x.lod()->levels() - 1));
}

// The base class of the kernels of attention and of its gradient. A kernel
// object serves many runs: it holds slots and attributes, nothing of a run.
class AttentionKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // Returns the attention that the inputs and attributes describe, without the
  // random key: the forward kernel draws it, the gradient reads the saved one.
  // Refers to the LoD of Q and K and to Bias, and so is valid for this call of
  // the kernel only. A `scale` of 0 stands for 1 / sqrt(columns of a head);
  // is_test turns dropout off. Computes nothing on the device.
  kernels::AttentionBatch BatchOf(
      const framework::KernelContext& context) const {
    const framework::LoDTensor& q = q_(context);
    const int64_t width = q.dims()[q.rank() - 1];
    kernels::AttentionBatch batch{RowRangesOf(q), RowRangesOf(k_(context))};
    batch.heads = heads_;
    batch.causal = causal_;
    batch.dropout = is_test_ ? 0.0 : dropout_.value();
    const double per_head = static_cast<double>(width) / heads_;
    batch.scale = scale_ != 0 ? scale_ : 1 / std::sqrt(std::max(per_head, 1.0));
    batch.bias = bias_.get(context);
    return batch;
  }

  // Slots that derived kernels read, too.
  const Input q_{this, "Q"};
  const Input k_{this, "K"};
  const Input v_{this, "V"};

 private:
  const Input bias_{this, "Bias"};
  const Attr<int64_t> heads_{this, "num_heads"};
  const Attr<double> scale_{this, "scale"};
  const Attr<bool> causal_{this, "causal"};
  const Attr<double> dropout_{this, "dropout_prob"};
  const Attr<bool> is_test_{this, "is_test"};
};

}  // namespace paddle::operators
