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
  int32_t code;  // DeviceErrorCode, when the rest is there; see Report
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
    if (!Claim()) return;
    note_->what = what_;
    note_->numbers[0] = first;
    note_->numbers[1] = second;
    Publish(static_cast<int32_t>(code));
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
  static constexpr int32_t kClaimed = -1;  // somebody is writing the rest

  // Whether the note is the calling thread's to write.
  PADDLE_HOST_DEVICE bool Claim() const {
#ifdef __CUDA_ARCH__
    return atomicCAS_system(&note_->code, 0, kClaimed) == 0;
#else
    int32_t expected = 0;
    return __atomic_compare_exchange_n(&note_->code, &expected, kClaimed, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
#endif
  }
  // The host may work with another kernel's results: it sees the code last.
  PADDLE_HOST_DEVICE void Publish(int32_t code) const {
#ifdef __CUDA_ARCH__
    __threadfence_system();
    *static_cast<volatile int32_t*>(&note_->code) = code;
#else
    __atomic_store_n(&note_->code, code, __ATOMIC_RELEASE);
#endif
  }

  DeviceErrorNote* note_;
  const char* what_;
};

// Throws what the note says, if anything, and clears it. Threads of the host
// may do so while kernels report: each report is thrown to one of them.
void ThrowReported(DeviceErrorNote* note);

}  // namespace paddle::platform
