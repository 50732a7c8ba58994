#include "paddle/platform/device_error.h"

#include "paddle/platform/enforce.h"

namespace paddle::platform {

namespace {

// Moves a complete report out of the note; code 0 if there is none.
DeviceErrorNote Taken(DeviceErrorNote* note) {
  DeviceErrorNote found{};
  int32_t code = __atomic_load_n(&note->code, __ATOMIC_ACQUIRE);
  if (code <= 0) return found;
  found = *note;
  const bool mine = __atomic_compare_exchange_n(
      &note->code, &code, 0, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  return mine ? found : DeviceErrorNote{};
}

}  // namespace

void ThrowReported(DeviceErrorNote* note) {
  const DeviceErrorNote found = Taken(note);
  const auto [a, b] = found.numbers;
  switch (static_cast<DeviceErrorCode>(found.code)) {
    case DeviceErrorCode::kNone:
      return;
    case DeviceErrorCode::kIndex:
      PADDLE_THROW(OutOfRange, found.what, ": index ", a, " is outside of [0, ",
                   b, ")");
    case DeviceErrorCode::kDivisionByZero:
      PADDLE_THROW(InvalidArgument, found.what, ": integer division of ", a,
                   " by 0");
    case DeviceErrorCode::kNegativePower:
      PADDLE_THROW(InvalidArgument, found.what, ": integer ", a,
                   " to the negative power ", b);
    case DeviceErrorCode::kLabel:
      PADDLE_THROW(OutOfRange, found.what, ": label ", a, " is outside of [0, ",
                   b, ")");
    case DeviceErrorCode::kNotANumber:
      PADDLE_THROW(InvalidArgument, found.what, ": NaN in row ", a, ", column ",
                   b);
  }
  PADDLE_THROW(Internal, "unknown report of a kernel: ", found.code);
}

}  // namespace paddle::platform
