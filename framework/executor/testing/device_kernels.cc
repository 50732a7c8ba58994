// The kernels of the tiny operators that run on every place.
#include <cstdint>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/testing/test_math.h"

namespace paddle::framework::testing {
namespace {

template <class Device, class T>
class RandomKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    Draw<Device, T>(ctx.device<Device>(), ctx.random_key(), &out_(ctx));
  }

 private:
  const Output out_{this, "Out"};
};

template <class Device, class T>
class PlusKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    AddNumber<Device, T>(ctx.device<Device>(), x_(ctx), static_cast<T>(amount_),
                         &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<double> amount_{this, "amount"};
};

template <class Device, class T>
class AddKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    AddScaled<Device, T>(ctx.device<Device>(), x_(ctx), 1, y_(ctx), &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
};

template <class Device, class T>
class UpdateKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    AddScaled<Device, T>(ctx.device<Device>(), param_(ctx), -1, grad_(ctx),
                         &out_(ctx));
  }

 private:
  const Input param_{this, "Param"};
  const Input grad_{this, "Grad"};
  const Output out_{this, "ParamOut"};
};

template <class Device, class T>
class FollowKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    Follow<Device, T>(ctx.device<Device>(), x_(ctx), &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(test_random, RandomKernel, float);
REGISTER_OP_KERNEL(test_plus, PlusKernel, float);
REGISTER_OP_KERNEL(test_add, AddKernel, float);
REGISTER_OP_KERNEL(test_update, UpdateKernel, float);
REGISTER_OP_KERNEL(test_follow, FollowKernel, float);

}  // namespace paddle::framework::testing
