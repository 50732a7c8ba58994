// A call of a plug-in's shape function or kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/plugin/first_error.h"
#include "paddle/framework/plugin/op_plugin.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"

namespace paddle::framework {

class ShapeCall;
class KernelCall;

// A function of a plug-in, with the pointer that is passed to it.
struct PluginFunction {
  PaddleFunction function = nullptr;
  void* data = nullptr;
};

}  // namespace paddle::framework

// The context of op_plugin.h: the common part of both kinds of calls.
struct PaddleContext {
  using Dims = paddle::framework::Dims;
  using DataType = paddle::framework::DataType;

  // Answer questions about the operator of this call: what the functions of
  // op_plugin.h with the same names return. Each throws where those set an
  // error.
  virtual ~PaddleContext() = default;
  virtual int InputCount(absl::string_view slot) const = 0;
  virtual int OutputCount(absl::string_view slot) const = 0;
  virtual bool HasInput(absl::string_view slot, int i) const = 0;
  virtual bool HasOutput(absl::string_view slot, int i) const = 0;
  virtual Dims InputDims(absl::string_view slot, int i) const = 0;
  virtual int64_t InputNumel(absl::string_view slot, int i) const = 0;
  virtual DataType InputType(absl::string_view slot, int i) const = 0;
  virtual const paddle::framework::Attribute& attribute(
      absl::string_view name) const = 0;

  // Throw FailedPrecondition in a call of the other kind.
  virtual paddle::framework::ShapeCall& shapes();
  virtual const paddle::framework::KernelCall& kernel() const;

  // The call's error, which is thrown when the plug-in's function has returned.
  paddle::framework::FirstError error;
  // Lists in the form that C reads, alive until the call is over.
  std::vector<std::vector<uint8_t>> bools;
  std::vector<std::vector<const char*>> texts;
};

namespace paddle::framework {

// A call of a shape function, while a program is written or when it runs. Used
// by one thread.
class ShapeCall final : public PaddleContext {
 public:
  // `context` must outlive the call.
  explicit ShapeCall(InferShapeContext* context) : context_(*context) {}

  int InputCount(absl::string_view slot) const override {
    return context_.InputCount(slot);
  }
  int OutputCount(absl::string_view slot) const override {
    return context_.OutputCount(slot);
  }
  bool HasInput(absl::string_view slot, int i) const override {
    return context_.HasInput(slot, i);
  }
  bool HasOutput(absl::string_view slot, int i) const override {
    return context_.HasOutput(slot, i);
  }
  Dims InputDims(absl::string_view slot, int i) const override {
    return context_.InputDims(slot, i);
  }
  // While a program is written the product may be a symbol.
  int64_t InputNumel(absl::string_view slot, int i) const override {
    return context_.NumelOf(InputDims(slot, i));
  }
  DataType InputType(absl::string_view slot, int i) const override {
    return context_.InputType(slot, i);
  }
  const Attribute& attribute(absl::string_view name) const override {
    return context_.attribute(name);
  }
  // Returns itself: the functions that set shapes are available.
  ShapeCall& shapes() override { return *this; }

  // Throws InvalidArgument for a size that is neither a number nor a symbol of
  // the program.
  void SetOutput(const std::string& slot, int i, const Dims& dims,
                 DataType dtype);
  // Gives output j the sequences of input i.
  void ShareLoD(absl::string_view input, int i, absl::string_view output,
                int j) {
    context_.ShareLoD(input, output, i, j);
  }
  SizeAlgebra& sizes() { return context_.sizes(); }
  // True if the function has set the output.
  bool IsSet(absl::string_view slot, int i) const;

  // The context, and the outputs set so far: a shape function must set all of
  // them.
 private:
  InferShapeContext& context_;
  std::vector<std::pair<std::string, int>> set_;
};

// A call of a kernel. The thread that runs the operator uses it; bodies of
// parallel loops do not.
class KernelCall final : public PaddleContext {
 public:
  // Both must outlive the call.
  KernelCall(const OpArguments& arguments, const KernelContext& context)
      : arguments_(arguments), context_(context) {}

  int InputCount(absl::string_view slot) const override {
    return arguments_.InputRange(slot).count;
  }
  int OutputCount(absl::string_view slot) const override {
    return arguments_.OutputRange(slot).count;
  }
  bool HasInput(absl::string_view slot, int i) const override {
    return Find(arguments_.InputRange(slot), i) >= 0;
  }
  bool HasOutput(absl::string_view slot, int i) const override {
    return Find(arguments_.OutputRange(slot), i) >= 0;
  }
  Dims InputDims(absl::string_view slot, int i) const override {
    return Input(slot, i).dims();
  }
  int64_t InputNumel(absl::string_view slot, int i) const override {
    return Input(slot, i).numel();
  }
  DataType InputType(absl::string_view slot, int i) const override {
    return Input(slot, i).dtype();
  }
  const Attribute& attribute(absl::string_view name) const override {
    return arguments_.attribute(name);
  }
  // Returns itself: the functions that access elements are available.
  const KernelCall& kernel() const override { return *this; }

  // Throw NotFound for an absent argument.
  const LoDTensor& Input(absl::string_view slot, int i) const;
  LoDTensor& Output(absl::string_view slot, int i) const;
  // Return null for an absent argument. Throw TypeMismatch for another type,
  // and FailedPrecondition for an input of which only the shape exists.
  const void* InputData(absl::string_view slot, int i, DataType dtype) const;
  void* OutputData(absl::string_view slot, int i, DataType dtype) const;
  // Returns scratch memory that is valid until the next request.
  void* Workspace(size_t bytes) const { return context_.Workspace(bytes); }

 private:
  // Returns the argument's number, or -1 if it is absent.
  int Find(SlotRange range, int i) const;
  void CheckType(const LoDTensor& tensor, absl::string_view slot,
                 DataType dtype) const;

  const OpArguments& arguments_;
  const KernelContext& context_;
};

}  // namespace paddle::framework
