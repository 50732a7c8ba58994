// Reports errors in data from GPU kernels, which cannot throw.
#pragma once

#include <cstdint>

#include "paddle/platform/host_device.h"

namespace paddle::platform {

// The errors that a GPU thread can report; each comment names the two numbers
// that describe the error.
enum class DeviceErrorCode : int32_t {
  kNone = 0,
  kIndex,           // an index, and the size it should be less than
  kDivisionByZero,  // an integer divided by 0
  kNegativePower,   // an integer to a negative power: base and exponent
  kLabel,           // a class, and the number of classes
  kNotANumber,      // a row, and the column of the NaN in it
};

// The first error since the last Wait of a context, in memory that both the GPU
// and the CPU can access.
struct DeviceErrorNote {
  int32_t code;  // DeviceErrorCode, when the rest is there; see Report
  // The argument `what` of DeviceErrors, and the two numbers of the code.
  const char* what;
  int64_t numbers[2];
};

// Reports errors from inside a kernel; passed to kernels by value. `what` names
// the operator and the slot for the message, such as "gather: Index", and must
// be a string literal, since the GPU only passes the pointer on.
class DeviceErrors {
 public:
  // The note must outlive the kernel; it belongs to the device context.
  DeviceErrors(DeviceErrorNote* note, const char* what)
      : note_(note), what_(what) {}

  // Records the error if it is the first one of all threads. The kernel then
  // continues with some safe value, and Wait throws later.
  PADDLE_HOST_DEVICE void Report(DeviceErrorCode code, int64_t first,
                                 int64_t second) const {
    if (!Claim()) return;
    note_->what = what_;
    note_->numbers[0] = first;
    note_->numbers[1] = second;
    Publish(static_cast<int32_t>(code));
  }

  // Returns `index` if it lies in [0, size); otherwise reports it and returns
  // 0.
  PADDLE_HOST_DEVICE int64_t
  Checked(int64_t index, int64_t size,
          DeviceErrorCode code = DeviceErrorCode::kIndex) const {
    if (index >= 0 && index < size) return index;
    Report(code, index, size);
    return 0;
  }

 private:
  static constexpr int32_t kClaimed = -1;  // another thread is writing the note

  // True if the calling thread is the one that may write the note.
  // The system-wide operation also excludes the host, which clears the note.
  PADDLE_HOST_DEVICE bool Claim() const {
#ifdef __CUDA_ARCH__
    return atomicCAS_system(&note_->code, 0, kClaimed) == 0;
#else
    int32_t expected = 0;
    return __atomic_compare_exchange_n(&note_->code, &expected, kClaimed, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
#endif
  }
  // The host may read while other kernels still run, so the code, which it
  // checks first, is written last.
  PADDLE_HOST_DEVICE void Publish(int32_t code) const {
// Makes the other members visible to the host before the code.
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

// Throws the error in the note, if there is one, and clears the note. Host
// threads may call this while kernels report: each report is thrown once.
void ThrowReported(DeviceErrorNote* note);

}  // namespace paddle::platform
