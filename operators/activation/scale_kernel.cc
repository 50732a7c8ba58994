#include <type_traits>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/scale_clip.h"
#include "paddle/operators/common/elementwise_tile.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ScaleKernel final : public framework::OpKernel, public ElementwiseTile {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    if (x_.is_selected_rows()) {
      ScaleRows(context, x_.rows(context), &out_.rows(context));
    } else {
      kernels::Scale<Device, T>(context.device<Device>(), x_(context), scale_,
                                bias_, &out_(context));
    }
  }
  void ComputeTile(int64_t size, const void* const* in,
                   void* out) const override {
    const TileArrays<T> arrays(in, out);
    kernels::ScaleElements<Device, T>(size, arrays.in(0), scale_, bias_,
                                      arrays.out());
  }
  bool ComputesSums() const override { return std::is_floating_point_v<T>; }
  void ComputeTileOfSum(int64_t size, const void* const* in,
                        void* out) const override {
    if constexpr (std::is_floating_point_v<T>) {
      const TileArrays<T> arrays(in, out);
      kernels::ScaleSum<Device, T>(size, arrays.in(0), arrays.in(1), scale_,
                                   bias_, arrays.out());
    }
  }

 private:
  // Scales the rows that are present. Rows that are missing are zeros, and stay
  // so without a bias, which the schema rejects.
  void ScaleRows(const framework::KernelContext& context,
                 const framework::SelectedRows& x,
                 framework::SelectedRows* out) const {
    out->set_height(x.height());
    *out->mutable_rows() = x.rows();
    out->mutable_value()->Allocate(x.value().dims(), x.value().dtype(),
                                   context.allocator());
    kernels::Scale<Device, T>(context.device<Device>(), x.value(), scale_, 0,
                              out->mutable_value());
  }

  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  // Exact for integers, as each may be given as a double or as an integer.
  const NumberAttr scale_{this, "scale"};
  const NumberAttr bias_{this, "bias"};
};

}  // namespace

REGISTER_OP_KERNEL(scale, ScaleKernel, int32_t, int64_t, platform::float16,
                   platform::bfloat16, float, double);

}  // namespace paddle::operators
