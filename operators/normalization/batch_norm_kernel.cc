#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/normalization/batch_norm.h"
#include "paddle/operators/normalization/batch_norm_layout.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class BatchNormKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const kernels::BatchNormInputs in{x_(ctx), scale_(ctx), bias_(ctx),
                                      mean_(ctx), variance_(ctx)};
    const kernels::BatchNormOutputs out{&y_(ctx), &mean_out_(ctx),
                                        &variance_out_(ctx), &saved_mean_(ctx),
                                        &saved_variance_(ctx)};
    // With NHWC the channels are adjacent, for which there are loops of their
    // own.
    const auto shape = BatchNormShapeOf(in.x.dims(), layout_);
    // In inference the batch does not matter: a row gives the same in any
    // batch.
    if (is_test_) {
      kernels::BatchNormInfer<Device, T>(ctx.device<Device>(), shape, in,
                                         epsilon_, out);
    } else {
      kernels::BatchNormTrain<Device, T>(ctx.device<Device>(), shape, in,
                                         momentum_, epsilon_, out);
    }
  }

 private:
  const Input x_{this, "X"};
  const Input scale_{this, "Scale"};
  const Input bias_{this, "Bias"};
  const Input mean_{this, "Mean"};
  const Input variance_{this, "Variance"};
  const Output y_{this, "Y"};
  const Output mean_out_{this, "MeanOut"};
  const Output variance_out_{this, "VarianceOut"};
  const Output saved_mean_{this, "SavedMean"};
  const Output saved_variance_{this, "SavedVariance"};
  const Attr<bool> is_test_{this, "is_test"};
  const Attr<double> momentum_{this, "momentum"};
  const Attr<double> epsilon_{this, "epsilon"};
  const Attr<std::string> layout_{this, "data_layout"};
};

}  // namespace

REGISTER_OP_KERNEL(batch_norm, BatchNormKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
