#include "paddle/operators/elementwise/device_steps.h"

namespace paddle::operators {
namespace {

// A constant: no initialization of another source comes before it.
DeviceStepsMaker maker_of_all = nullptr;

}  // namespace

std::unique_ptr<const DeviceSteps> MakeDeviceSteps(const FusedProgram& program,
                                                   framework::DataType dtype) {
  return maker_of_all == nullptr ? nullptr : maker_of_all(program, dtype);
}

int SetDeviceStepsMaker(DeviceStepsMaker maker) {
  maker_of_all = maker;
  return 0;
}

}  // namespace paddle::operators
