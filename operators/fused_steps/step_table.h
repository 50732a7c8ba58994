// The steps of fused_elementwise as a table that a kernel on a GPU gets by
// value.
#pragma once

#include <cstdint>

#include "paddle/operators/fused_steps/step_functors.h"
#include "paddle/operators/math/device/device_nest.cuh"

namespace paddle::operators::kernels {

// Names what a step computes: operators whose functor the build has listed
// (functor_lists.bzl), and those that choose one.
enum class StepCode : uint8_t {
  kScale,
  kGelu,
  kApproximateGelu,
  kGeluGrad,
  kApproximateGeluGrad,
#define PADDLE_STEP_CODE(type, Functor) k_##type,
  PADDLE_ACTIVATION_STEPS(PADDLE_STEP_CODE)
      PADDLE_ACTIVATION_GRAD_STEPS(PADDLE_STEP_CODE)
          PADDLE_ARITHMETIC_STEPS(PADDLE_STEP_CODE)
#undef PADDLE_STEP_CODE
// The gradients of both operands.
#define PADDLE_STEP_CODE(type, Functor) k_##type##_x, k_##type##_y,
              PADDLE_ARITHMETIC_GRAD_STEPS(PADDLE_STEP_CODE)
#undef PADDLE_STEP_CODE
};

// One step. An operand is an input as it is read, a value in a buffer, an
// output, or what the step before computed.
struct StepRow {
  static constexpr int kMostOperands = 3;
  static constexpr int8_t kBuffers = 16;  // operands from here on are buffers
  static constexpr int8_t kOutputs = 32;  // and from here on outputs
  static constexpr int8_t kLast = -1;
  static constexpr int8_t kNone = -2;

  StepCode code = StepCode::kScale;
  int8_t operands[kMostOperands] = {kNone, kNone, kNone};
  // The places that later steps, or others, read the result from; negative:
  // none of the kind.
  int8_t buffer = kNone;
  int8_t output = kNone;
  // The first of its attributes among the words of the table.
  uint8_t words = 0;
};

// The elements that a thread computes a step for, one after the other: what it
// takes to find out which step that is, is shared by them.
inline constexpr int kElementsPerThread = 4;

// A program and the arrays of a run. Its sizes are those that kernel arguments
// have room for: 4 KB before CUDA 12.1.
template <typename T>
struct StepTable {
  static constexpr int kMostSteps = 64;
  static constexpr int kMostWords = 64;
  static constexpr int kMostViews = 12;
  static constexpr int kMostBuffers = StepRow::kOutputs - StepRow::kBuffers;
  static constexpr int kMostOutputs = 48;

  int32_t steps = 0;
  // The buffer from which the first output is written when all steps are done,
  // as later steps read an input that has its memory; negative: none.
  int32_t delayed = -1;
  StepRow rows[kMostSteps];
  double words[kMostWords] = {};
  // Inputs as they are read: those that repeat elements by the nest of their
  // number.
  const T* views[kMostViews] = {};
  bool repeats[kMostViews] = {};
  DeviceNest<1> nests[kMostViews];
  T* outputs[kMostOutputs] = {};
  // True if views that do not repeat, and outputs, begin at multiples of the
  // size of what a thread computes.
  bool aligned = false;
};
static_assert(sizeof(StepTable<double>) <= 4000);

}  // namespace paddle::operators::kernels
