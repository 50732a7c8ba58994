// Dispatches to the CPU or CUDA form of a function at run time, for control
// flow and tensor arrays, whose operators are compiled once for all devices.
// Kernels are compiled for each device and call the templates of the same names
// instead. All functions throw Unavailable for a GPU in a build without GPU
// code.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/number.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Calls Fill of operators/math/loops/fill.h.
void Fill(const platform::DeviceContext& device, const framework::Number& value,
          framework::Tensor* out);

// Call GatherRows and ScatterRows of operators/math/rows/sequence_batch.h.
void GatherRows(const platform::DeviceContext& device,
                const framework::Tensor& x, absl::Span<const int64_t> rows,
                framework::Tensor* out);
void ScatterRows(const platform::DeviceContext& device,
                 const framework::Tensor& x, absl::Span<const int64_t> rows,
                 framework::Tensor* out);

// Call Concat and Split of operators/math/loops/concat.h.
void Concat(const platform::DeviceContext& device,
            absl::Span<const framework::Tensor* const> inputs, int axis,
            framework::Tensor* out);
void Split(const platform::DeviceContext& device, const framework::Tensor& x,
           int axis, absl::Span<const int64_t> sizes,
           absl::Span<framework::Tensor* const> outputs);

// Call Sum and AddRows of operators/math/rows/sum.h for the data type of `out`.
// Throw TypeMismatch for a type that these do not have.
void Sum(const platform::DeviceContext& device,
         absl::Span<const framework::Tensor* const> inputs,
         framework::Tensor* out);
void AddRows(const platform::DeviceContext& device,
             const framework::SelectedRows& rows, framework::Tensor* out);

}  // namespace paddle::operators::kernels
