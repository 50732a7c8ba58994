#include "paddle/operators/control_flow/gradient_sum.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/any_device.h"
#include "paddle/operators/math/rows/sum.h"
#include "paddle/operators/math/rows/tensor_array.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::LoDTensor;
using framework::SelectedRows;
using framework::Tensor;
using framework::TensorArray;

namespace {

// Integers have no gradient: one that gets here is an error of the program.
void CheckGradientType(framework::DataType dtype) {
  PADDLE_ENFORCE(framework::IsFloating(dtype), TypeMismatch, "gradients of ",
                 framework::DataTypeName(dtype), " are added up");
}

}  // namespace

void AddInto(const platform::DeviceContext& device, const Tensor& x,
             Tensor* out) {
  PADDLE_ENFORCE_EQ(x.dims(), out->dims(), "gradients that are added up");
  CheckGradientType(x.dtype());
  const Tensor* const both[] = {out, &x};
  kernels::Sum(device, both, out);
}

void SetZero(const platform::DeviceContext& device, Tensor* out) {
  kernels::Fill(device, 0, out);
}

CaptureGrads::CaptureGrads(const framework::OpArguments& arguments,
                           const framework::KernelContext& context)
    : arguments_(arguments),
      context_(context),
      outputs_(arguments.OutputRange("Captures@GRAD")),
      added_(outputs_.count, false),
      rows_(outputs_.count) {}

void CaptureGrads::Add(const framework::SubBlockRun& run, int offset,
                       const std::vector<int64_t>* places) {
  const int count =
      places != nullptr ? static_cast<int>(places->size()) : outputs_.count;
  for (int i = 0; i < count; ++i) {
    const int place = places != nullptr ? static_cast<int>((*places)[i]) : i;
    // The block computes gradients of all captures; some may not be wanted.
    if (arguments_.var(outputs_.begin + place).name.empty()) continue;
    AddOne(*run.result(offset + i), place);
  }
}

void CaptureGrads::AddOne(const framework::Variable& part, int i) {
  // The kind is that of the value in this run: blocks may give one capture
  // sparse and dense gradients.
  if (part.Is<SelectedRows>()) return AddRows(part.Get<SelectedRows>(), i);
  if (part.Is<TensorArray>()) return AddArray(part.Get<TensorArray>(), i);
  const auto& value = part.Get<LoDTensor>();
  auto* sum = context_.var(outputs_.begin + i)->GetMutable<LoDTensor>();
  // The first contribution is copied instead of added to zeros: one pass less.
  if (added_[i]) return AddInto(context_.device(), value, sum);
  PADDLE_ENFORCE_EQ(value.dims(), sum->dims(), "the gradient of a capture");
  kernels::CopyElements(context_.device(), value, sum);
  added_[i] = true;
}

void CaptureGrads::AddArray(const TensorArray& part, int i) {
  auto* sum = context_.var(outputs_.begin + i)->GetMutable<TensorArray>();
  if (added_[i]) {
    const TensorArray* const both[] = {sum, &part};
    *sum = kernels::AddArrays(context_.device(), both, context_.allocator());
  } else {
    *sum = part;
  }
  added_[i] = true;
}

// Adds to a dense sum if another block contributes a dense gradient. Otherwise
// rows are collected, and joined once: joining in each step would copy all
// earlier rows again.
void CaptureGrads::AddRows(const SelectedRows& part, int i) {
  if (arguments_.var(outputs_.begin + i).kind ==
      framework::proto::SELECTED_ROWS) {
    return rows_[i].push_back(part);
  }
  auto* sum = context_.var(outputs_.begin + i)->GetMutable<LoDTensor>();
  if (!added_[i]) SetZero(context_.device(), sum);
  added_[i] = true;
  CheckGradientType(part.value().dtype());
  kernels::AddRows(context_.device(), part, sum);
}

void CaptureGrads::JoinRows(int i) {
  const int wanted = arguments_.InputRange("Wanted").begin + i;
  const auto& whole = context_.var(wanted)->Get<LoDTensor>();
  SelectedRows none;  // says what a row is
  none.set_height(whole.dims()[0]);
  framework::Dims dims = whole.dims();
  dims[0] = 0;
  none.mutable_value()->Allocate(dims, whole.dtype(), context_.allocator());
  // Without contributions the result still has to know the height and the width
  // of the rows.
  std::vector<const SelectedRows*> parts = {&none};
  for (const SelectedRows& part : rows_[i]) parts.push_back(&part);
  kernels::ConcatRows(
      context_.device(), parts, context_.allocator(),
      context_.var(outputs_.begin + i)->GetMutable<SelectedRows>());
}

void CaptureGrads::Finish() {
  for (int i = 0; i < outputs_.count; ++i) {
    const auto& var = arguments_.var(outputs_.begin + i);
    if (var.name.empty()) continue;
    if (var.kind == framework::proto::SELECTED_ROWS) {
      JoinRows(i);
    } else if (!added_[i]) {
      framework::Variable* out = context_.var(outputs_.begin + i);
      if (var.kind == framework::proto::TENSOR_ARRAY) {
        *out->GetMutable<TensorArray>() = TensorArray(var.dtype);
        continue;
      }
      SetZero(context_.device(), out->GetMutable<LoDTensor>());
    }
  }
}

}  // namespace paddle::operators
