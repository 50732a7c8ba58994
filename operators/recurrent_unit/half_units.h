// Recurrent units over sequences, of any data type, for the kernels of
// operators: where 16-bit numbers are not multiplied themselves, they compute
// in float, from copies.
#pragma once

#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/loops/float_tensors.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/recurrent_unit/gru.h"
#include "paddle/operators/recurrent_unit/lstm.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// True if a device has units that multiply T, a 16-bit type, itself.
template <class Device, class T>
inline constexpr bool kHasStates =
    std::is_same_v<Device, platform::CPUDeviceContext>&&
        std::is_same_v<T, platform::bfloat16>;

// True if the processor multiplies T, and states of d elements are so large
// that it is faster.
template <class T>
bool MultipliesStates(int64_t d) {
  constexpr int64_t kLeast = 64;
  return d >= kLeast && HasHalfGemm<T>();
}

// The inputs of a unit and their gradients, in float where the unit wants them
// so. T: float16, bfloat16.
template <class Device, class T>
class WideUnit {
 public:
  WideUnit(const Device& device, const RecurrentInputs& inputs,
           memory::Allocator* allocator)
      : floats_(device, allocator), in_(inputs) {
    in_.c0 = floats_.CopyOrNull(inputs.c0, &c0_);
    in_.bias = floats_.CopyOrNull(inputs.bias, &bias_);
  }

  // Makes all of them float.
  void Widen() {
    in_.x = floats_.CopyOrNull(in_.x, &x_);
    in_.h0 = floats_.CopyOrNull(in_.h0, &h0_);
    in_.weight = floats_.CopyOrNull(in_.weight, &weight_);
  }
  const RecurrentInputs& inputs() const { return in_; }
  const FloatTensors<Device, T>& floats() const { return floats_; }

 private:
  const FloatTensors<Device, T> floats_;
  RecurrentInputs in_;
  framework::Tensor x_, h0_, c0_, weight_, bias_;
};

// The gradients of a unit, in float where the unit wants them so.
template <class Device, class T>
class WideGrads {
 public:
  WideGrads(const FloatTensors<Device, T>& floats, const RecurrentGrads& grads)
      : floats_(floats), grads_(grads), wide_(grads) {
    wide_.c0 = floats_.Like(grads.c0, &c0_);
    wide_.bias = floats_.Like(grads.bias, &bias_);
  }

  // Makes all of them float.
  void Widen() {
    wide_.x = floats_.Like(grads_.x, &x_);
    wide_.h0 = floats_.Like(grads_.h0, &h0_);
    wide_.weight = floats_.Like(grads_.weight, &weight_);
  }
  const RecurrentGrads& wide() const { return wide_; }
  // Rounds them to where they are wanted.
  void Round() const {
    RoundOne(wide_.x, grads_.x);
    RoundOne(wide_.h0, grads_.h0);
    RoundOne(wide_.c0, grads_.c0);
    RoundOne(wide_.weight, grads_.weight);
    RoundOne(wide_.bias, grads_.bias);
  }

 private:
  void RoundOne(const framework::Tensor* wide, framework::Tensor* grad) const {
    if (wide != grad) floats_.Round(*wide, grad);
  }

  const FloatTensors<Device, T>& floats_;
  const RecurrentGrads grads_;
  RecurrentGrads wide_;
  framework::Tensor x_, h0_, c0_, weight_, bias_;
};

// Computes Lstm for T: float16, bfloat16, float, double. Of 16-bit types
// `cell`, `gates` and `activated` are float, and c0 and the bias may be.
// Temporary tensors are in memory of `allocator`.
template <class Device, class T>
void AnyLstm(const Device& device, const RecurrentInputs& inputs,
             const LstmOptions& options, memory::Allocator* allocator,
             Workspace workspace, const LstmOutputs& outputs) {
  if constexpr (!platform::kIsHalf<T>) {
    Lstm<Device, T>(device, inputs, options, allocator, workspace, outputs);
  } else {
    WideUnit<Device, T> unit(device, inputs, allocator);
    if constexpr (kHasStates<Device, T>) {
      if (MultipliesStates<T>(inputs.weight->dims()[0])) {
        return Lstm<Device, T>(device, unit.inputs(), options, allocator,
                               workspace, outputs);
      }
    }
    unit.Widen();
    framework::Tensor hidden;
    LstmOutputs wide = outputs;
    wide.hidden = unit.floats().Like(outputs.hidden, &hidden);
    Lstm<Device, float>(device, unit.inputs(), options, allocator, workspace,
                        wide);
    unit.floats().Round(hidden, outputs.hidden);
  }
}

// Computes LstmGrad likewise. `dcell` has the type of `cell`.
template <class Device, class T>
void AnyLstmGrad(const Device& device, const RecurrentInputs& inputs,
                 const LstmSaved& saved, const framework::Tensor& dhidden,
                 const framework::Tensor& dcell, const LstmOptions& options,
                 memory::Allocator* allocator, Workspace workspace,
                 const RecurrentGrads& grads) {
  if constexpr (!platform::kIsHalf<T>) {
    LstmGrad<Device, T>(device, inputs, saved, dhidden, dcell, options,
                        allocator, workspace, grads);
  } else {
    WideUnit<Device, T> unit(device, inputs, allocator);
    WideGrads<Device, T> results(unit.floats(), grads);
    if constexpr (kHasStates<Device, T>) {
      if (MultipliesStates<T>(inputs.weight->dims()[0])) {
        LstmGrad<Device, T>(device, unit.inputs(), saved, dhidden, dcell,
                            options, allocator, workspace, results.wide());
        return results.Round();
      }
    }
    unit.Widen();
    results.Widen();
    const framework::Tensor hidden = unit.floats().Copy(*saved.hidden);
    LstmSaved wide = saved;
    wide.hidden = &hidden;
    LstmGrad<Device, float>(device, unit.inputs(), wide,
                            unit.floats().Copy(dhidden), dcell, options,
                            allocator, workspace, results.wide());
    results.Round();
  }
}

// Computes Gru for T: float16, bfloat16, float, double. Of 16-bit types `gates`
// is float, and the bias may be. Temporary tensors are in memory of
// `allocator`.
template <class Device, class T>
void AnyGru(const Device& device, const RecurrentInputs& inputs,
            const GruOptions& options, memory::Allocator* allocator,
            Workspace workspace, const GruOutputs& outputs) {
  if constexpr (!platform::kIsHalf<T>) {
    Gru<Device, T>(device, inputs, options, allocator, workspace, outputs);
  } else {
    WideUnit<Device, T> unit(device, inputs, allocator);
    if constexpr (kHasStates<Device, T>) {
      if (MultipliesStates<T>(inputs.weight->dims()[0])) {
        return Gru<Device, T>(device, unit.inputs(), options, allocator,
                              workspace, outputs);
      }
    }
    unit.Widen();
    framework::Tensor hidden, reset;
    GruOutputs wide = outputs;
    wide.hidden = unit.floats().Like(outputs.hidden, &hidden);
    wide.reset = unit.floats().Like(outputs.reset, &reset);
    Gru<Device, float>(device, unit.inputs(), options, allocator, workspace,
                       wide);
    unit.floats().Round(hidden, outputs.hidden);
    unit.floats().Round(reset, outputs.reset);
  }
}

// Computes GruGrad likewise.
template <class Device, class T>
void AnyGruGrad(const Device& device, const RecurrentInputs& inputs,
                const GruSaved& saved, const framework::Tensor& dhidden,
                const GruOptions& options, memory::Allocator* allocator,
                Workspace workspace, const RecurrentGrads& grads) {
  if constexpr (!platform::kIsHalf<T>) {
    GruGrad<Device, T>(device, inputs, saved, dhidden, options, allocator,
                       workspace, grads);
  } else {
    WideUnit<Device, T> unit(device, inputs, allocator);
    WideGrads<Device, T> results(unit.floats(), grads);
    if constexpr (kHasStates<Device, T>) {
      if (MultipliesStates<T>(inputs.weight->dims()[0])) {
        GruGrad<Device, T>(device, unit.inputs(), saved, dhidden, options,
                           allocator, workspace, results.wide());
        return results.Round();
      }
    }
    unit.Widen();
    results.Widen();
    const framework::Tensor hidden = unit.floats().Copy(*saved.hidden);
    const framework::Tensor reset = unit.floats().Copy(*saved.reset);
    GruSaved wide = saved;
    wide.hidden = &hidden;
    wide.reset = &reset;
    GruGrad<Device, float>(device, unit.inputs(), wide,
                           unit.floats().Copy(dhidden), options, allocator,
                           workspace, results.wide());
    results.Round();
  }
}

}  // namespace paddle::operators::kernels
