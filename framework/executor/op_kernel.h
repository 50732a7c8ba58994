// The base class of kernels, the half of an operator that runs.
//
//   template <class Device, class T>
//   class ScaleKernel final : public framework::OpKernel {
//    public:
//     using OpKernel::OpKernel;
//     void Compute(const framework::KernelContext& ctx) const override {
//       Scale<Device, T>(ctx.device<Device>(), x_(ctx), scale_, &out_(ctx));
//     }
//
//    private:
//     const Input x_{this, "X"};
//     const Output out_{this, "Out"};
//     const Attr<double> scale_{this, "scale"};
//   };
//   REGISTER_OP_KERNEL(scale, ScaleKernel, float, double);
//
// The members are bound to the operator's arguments when a block is compiled,
// so that running looks no name up.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/executor/kernel_registration.h"
#include "paddle/framework/executor/slot_range.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/target_device.h"

namespace paddle::framework {

// An operator of a compiled block, ready to run. Immutable: several threads may
// run it at the same time on different contexts.
class OperatorBase {
 public:
  explicit OperatorBase(const OpArguments& arguments) : arguments_(arguments) {}
  virtual ~OperatorBase() = default;
  OperatorBase(const OperatorBase&) = delete;
  OperatorBase& operator=(const OperatorBase&) = delete;

  // Runs the operator. Before the call inputs are initialized (unless read for
  // their shape alone), and outputs have the shape, data type and LoD of the
  // shape function, and memory (SelectedRows: height and data type only). An
  // output shares memory with an input only as the schema's updates and reuses
  // allow.
  virtual void Compute(const KernelContext& context) const = 0;

  const OpArguments& arguments() const { return arguments_; }

 private:
  const OpArguments& arguments_;
};

// Returns the value of an attribute; used while a kernel is made. T is a C++
// type of attributes (framework/ir/attribute.h).
template <typename T>
const T& AttributeOf(const OpArguments& arguments, absl::string_view name);

// The base of kernels; has the handles by which they reach their arguments.
class OpKernel : public OperatorBase {
 public:
  using OperatorBase::OperatorBase;

 protected:
  // An input slot with at most one variable.
  class Input {
   public:
    Input(const OpKernel* kernel, absl::string_view slot);
    bool present() const { return argument_ >= 0; }
    bool is_selected_rows() const { return is_selected_rows_; }
    DataType dtype() const { return dtype_; }
    const LoDTensor& operator()(const KernelContext& context) const {
      return context.var(argument_)->Get<LoDTensor>();
    }
    // Returns null if the slot is omitted.
    const LoDTensor* get(const KernelContext& context) const {
      return present() ? &(*this)(context) : nullptr;
    }
    const SelectedRows& rows(const KernelContext& context) const {
      return context.var(argument_)->Get<SelectedRows>();
    }

   private:
    int argument_ = -1;
    bool is_selected_rows_ = false;
    DataType dtype_ = DataType::kFloat32;
  };

  // An output slot with at most one variable.
  class Output {
   public:
    Output(const OpKernel* kernel, absl::string_view slot);
    bool present() const { return argument_ >= 0; }
    bool is_selected_rows() const { return is_selected_rows_; }
    DataType dtype() const { return dtype_; }
    LoDTensor& operator()(const KernelContext& context) const {
      return *context.var(argument_)->GetMutable<LoDTensor>();
    }
    // Returns null if the slot is omitted.
    LoDTensor* get(const KernelContext& context) const {
      return present() ? &(*this)(context) : nullptr;
    }
    SelectedRows& rows(const KernelContext& context) const {
      return *context.var(argument_)->GetMutable<SelectedRows>();
    }

   private:
    int argument_ = -1;
    bool is_selected_rows_ = false;
    DataType dtype_ = DataType::kFloat32;
  };

  // A slot with any number of variables.
  class InputList {
   public:
    InputList(const OpKernel* kernel, absl::string_view slot);
    int size() const { return range_.count; }
    // False also beyond the end, since a slot may be omitted as a whole.
    bool present(int i) const;
    bool is_selected_rows(int i) const;
    const LoDTensor& operator()(const KernelContext& context, int i) const {
      return context.var(range_.begin + i)->Get<LoDTensor>();
    }
    const SelectedRows& rows(const KernelContext& context, int i) const {
      return context.var(range_.begin + i)->Get<SelectedRows>();
    }

   private:
    const OpArguments& arguments_;
    SlotRange range_;
  };
  class OutputList {
   public:
    OutputList(const OpKernel* kernel, absl::string_view slot);
    int size() const { return range_.count; }
    bool present(int i) const;
    LoDTensor& operator()(const KernelContext& context, int i) const {
      return *context.var(range_.begin + i)->GetMutable<LoDTensor>();
    }

   private:
    const OpArguments& arguments_;
    SlotRange range_;
  };

  // An attribute, read when the kernel is made.
  template <typename T>
  class Attr {
   public:
    Attr(const OpKernel* kernel, absl::string_view name)
        : value_(AttributeOf<T>(kernel->arguments(), name)) {}
    operator const T&() const { return value_; }  // NOLINT
    const T& value() const { return value_; }

   private:
    T value_;
  };
};

namespace internal {

// The element type of a kernel: T of Kernel<T>.
template <typename Kernel>
struct ElementOf;
template <template <typename> class Kernel, typename T>
struct ElementOf<Kernel<T>> {
  using type = T;
};

template <typename Kernel>
OperatorBase* NewKernel(const OpArguments& arguments) {
  return new Kernel(arguments);
}

template <typename... Kernels>
int RegisterKernels(const char* type, platform::PlaceKind place) {
  (RegisterKernel(type, place, DataTypeOf<typename ElementOf<Kernels>::type>(),
                  NewKernel<Kernels>),
   ...);
  return 0;
}

template <template <class, class> class Kernel, class Device, class... T>
int RegisterKernelsOf(const char* type, platform::PlaceKind place) {
  (RegisterKernel(type, place, DataTypeOf<T>(), NewKernel<Kernel<Device, T>>),
   ...);
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework

// Registers the kernels of an operator type, one for each data type, for the
// device that the source is compiled for (platform/target_device.h). Used in
// namespace paddle::operators, at the end of the file.
#define REGISTER_OP_KERNEL(type, Kernel, ...) \
  PADDLE_REGISTER_KERNELS(                    \
      type, PADDLE_TARGET_KIND,               \
      RegisterKernelsOf<Kernel, PADDLE_TARGET_DEVICE, __VA_ARGS__>)

// Register kernels that are written for one device, as Kernel<float>, ....
#define REGISTER_OP_CPU_KERNEL(type, ...) \
  PADDLE_IF_FOR_CPU(                      \
      PADDLE_REGISTER_KERNELS(type, CPU, RegisterKernels<__VA_ARGS__>))
#define REGISTER_OP_CUDA_KERNEL(type, ...) \
  PADDLE_REGISTER_KERNELS(type, CUDA, RegisterKernels<__VA_ARGS__>)

// Pastes names only after PADDLE_TARGET_KIND has been replaced.
#define PADDLE_REGISTER_KERNELS(type, place, ...) \
  PADDLE_REGISTER_KERNELS_AT(type, place, __VA_ARGS__)
#define PADDLE_REGISTER_KERNELS_AT(type, place, ...)                          \
  extern "C" int PaddleTouchOpKernel_##type##_##place() { return 0; }         \
  static const int paddle_register_kernel_##type##_##place [[maybe_unused]] = \
      ::paddle::framework::internal::__VA_ARGS__(                             \
          #type, ::paddle::platform::PlaceKind::k##place)

// Registers an operator that does no arithmetic on one data type, such as
// control flow or printing. It derives from OperatorBase or OpKernel, runs on
// every place and needs no data type.
#define REGISTER_OPERATOR(type, op)                                   \
  extern "C" int PaddleTouchOpKernel_##type##_Any() { return 0; }     \
  static const int paddle_register_operator_##type [[maybe_unused]] = \
      ::paddle::framework::internal::RegisterOperator(                \
          #type, ::paddle::framework::internal::NewKernel<op>)
