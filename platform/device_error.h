// Errors that kernels on a GPU find in data: they cannot throw there.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::platform {

// What a thread of a GPU may report, and what the two numbers beside it are.
enum class DeviceErrorCode : int32_t {
  kNone = 0,
  kIndex,           // an index, and the size it should be less than
  kDivisionByZero,  // an integer divided by 0
  kNegativePower,   // an integer to a negative power: base and exponent
  kLabel,           // a class, and the number of classes
  kNotANumber,      // a row, and the column of the NaN in it
};

// The first error since the last Wait of a context. It lies in memory that both
// the GPU and the CPU reach.
struct DeviceErrorNote {
  int32_t code;  // DeviceErrorCode
  const char* what;
  int64_t numbers[2];
};

// Given to kernels by value. `what` names operator and slot for the message,
// such as "gather: Index"; a string literal, which the GPU only passes on.
class DeviceErrors {
 public:
  DeviceErrors(DeviceErrorNote* note, const char* what)
      : note_(note), what_(what) {}

  // Keeps the first report of all threads. The kernel then goes on with some
  // value that is safe: Wait throws.
  PADDLE_HOST_DEVICE void Report(DeviceErrorCode code, int64_t first,
                                 int64_t second) const {
#ifdef __CUDA_ARCH__
    if (atomicCAS_system(&note_->code, 0, static_cast<int32_t>(code)) != 0) {
      return;
    }
#else
    if (note_->code != 0) return;
    note_->code = static_cast<int32_t>(code);
#endif
    note_->what = what_;
    note_->numbers[0] = first;
    note_->numbers[1] = second;
  }

  // `index` if it is one of a dimension of `size`, else reports it and gives 0.
  PADDLE_HOST_DEVICE int64_t
  Checked(int64_t index, int64_t size,
          DeviceErrorCode code = DeviceErrorCode::kIndex) const {
    if (index >= 0 && index < size) return index;
    Report(code, index, size);
    return 0;
  }

 private:
  DeviceErrorNote* note_;
  const char* what_;
};

// Throws what the note says, if anything, and clears it.
void ThrowReported(DeviceErrorNote* note);

}  // namespace paddle::platform
