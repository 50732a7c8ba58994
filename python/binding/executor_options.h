// Makes of arguments of Python what an executor is given.
#pragma once

#include "paddle/framework/executor/executor.h"
#include "paddle/platform/place.h"

namespace paddle::python {

// Returns options with the passes up to level `optimize` for a place; 0: none.
// InvalidArgument for any other number than 0, 1 and 2.
framework::ExecutorOptions OptionsOf(const platform::Place& place,
                                     int optimize);

}  // namespace paddle::python
