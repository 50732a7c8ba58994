// Combines elements with updates that have their place, by maximum, minimum or
// product. The order of the updates is that of their indices, so the result is
// the same in every run, for any number of threads.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

// Ways to combine an element with an update. NaN wins in both extremes.
enum class ScatterRule { kMax, kMin, kMul };

// Parses "max", "min" or "mul". Throws InvalidArgument for other names.
inline void ParseAttribute(absl::string_view name, ScatterRule* value) {
  PADDLE_ENFORCE(name == "max" || name == "min" || name == "mul",
                 InvalidArgument, "scattering by '", name,
                 "', which is max, min or mul");
  *value = name == "max"   ? ScatterRule::kMax
           : name == "min" ? ScatterRule::kMin
                           : ScatterRule::kMul;
}

// Computes out = x, with each update combined with the slice that a row of
// `index`, [..., k], names by its place along the first k axes. Out may have
// the memory of x. Throws OutOfRange, naming index, position, axis and bound;
// on a GPU when the device is next waited for. T: float, double, int32_t,
// int64_t. Device: CPU or CUDA.
template <class Device, class T>
void ScatterReduce(const Device& device, ScatterRule rule,
                   const framework::Tensor& x, const framework::Tensor& index,
                   const framework::Tensor& updates, Workspace workspace,
                   framework::Tensor* out);

// Computes the gradients of ScatterReduce, either of which may be null. Those
// of an extreme go to x and the updates that are equal to it, in equal shares.
// That of a product divides by nothing: it is right next to zeros, too. T:
// float, double.
template <class Device, class T>
void ScatterReduceGrad(const Device& device, ScatterRule rule,
                       const framework::Tensor& x,
                       const framework::Tensor& index,
                       const framework::Tensor& updates,
                       const framework::Tensor& out,
                       const framework::Tensor& dout, Workspace workspace,
                       framework::Tensor* dx, framework::Tensor* d_updates);

}  // namespace paddle::operators::kernels
