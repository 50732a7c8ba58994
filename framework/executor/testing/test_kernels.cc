#include <algorithm>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/testing/test_ops.h"

namespace paddle::framework::testing {

int& CountRuns() {
  static int runs = 0;
  return runs;
}

namespace {

template <typename T>
class FillKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    std::fill_n(out_(ctx).template mutable_data<T>(), out_(ctx).numel(),
                static_cast<T>(value_));
  }

 private:
  const Output out_{this, "Out"};
  const Attr<double> value_{this, "value"};
};

template <typename T>
class NonzeroKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const LoDTensor& x = x_(ctx);
    const T* begin = x.data<T>();
    const T* end = begin + x.numel();
    const int64_t zeros = std::count(begin, end, T(0));
    LoDTensor& out = out_(ctx);
    out.Allocate(Dims({x.numel() - zeros}), x.dtype(), ctx.allocator());
    std::copy_if(begin, end, out.mutable_data<T>(), [](T v) { return v != 0; });
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

template <typename T>
class BothKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const LoDTensor& x = x_(ctx);
    for (int64_t i = 0; i < x.numel(); ++i) {
      low_(ctx).template mutable_data<T>()[i] = x.data<T>()[i] - 1;
      high_(ctx).template mutable_data<T>()[i] = x.data<T>()[i] + 1;
    }
  }

 private:
  const Input x_{this, "X"};
  const Output low_{this, "Low"};
  const Output high_{this, "High"};
};

template <typename T>
class TwiceKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const LoDTensor& x = x_(ctx);
    const int64_t width = x.numel() / std::max<int64_t>(x.dims()[0], 1);
    T* out = out_(ctx).template mutable_data<T>();
    absl::Span<const int64_t> offsets = x.lod()->offsets(0);
    for (size_t i = 1; i < offsets.size(); ++i) {
      for (int copy = 0; copy < 2; ++copy) {
        out = std::copy(x.data<T>() + offsets[i - 1] * width,
                        x.data<T>() + offsets[i] * width, out);
      }
    }
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

class CountOperator final : public OperatorBase {
 public:
  using OperatorBase::OperatorBase;
  void Compute(const KernelContext&) const override { ++CountRuns(); }
};

REGISTER_OP_CPU_KERNEL(test_fill, FillKernel<float>);
REGISTER_OP_CPU_KERNEL(test_nonzero, NonzeroKernel<float>);
REGISTER_OP_CPU_KERNEL(test_both, BothKernel<float>);
REGISTER_OP_CPU_KERNEL(test_twice, TwiceKernel<float>);
REGISTER_OPERATOR(test_count, CountOperator);

}  // namespace
}  // namespace paddle::framework::testing
