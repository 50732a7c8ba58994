// Applies what callers ask of a model that they load.
#pragma once

#include <memory>

#include "paddle/framework/c_api/paddle.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/program.h"

namespace paddle::c_api {

// Returns the options of a caller, or defaults for NULL. Throws InvalidArgument
// for a struct that is none. Changes nothing: the number of threads, which is
// that of the process, is for the caller to set once there is a model.
PaddleLoadOptions OptionsOf(const PaddleLoadOptions* given);

// Returns the program that computes in such numbers, or `program` itself for 0.
// Throws InvalidArgument for another type and for a program that trains.
std::shared_ptr<const framework::Program> InNumbersOf(
    const std::shared_ptr<const framework::Program>& program,
    PaddleDataType dtype);

// Returns the options of an executor that runs such passes. Throws
// InvalidArgument for a level that there is not.
framework::ExecutorOptions RunOptionsOf(int32_t passes);

}  // namespace paddle::c_api
