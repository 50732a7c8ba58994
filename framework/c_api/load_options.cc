#include "paddle/framework/c_api/load_options.h"

#include <cstddef>

#include "paddle/framework/c_api/given.h"
#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/ir/training.h"
#include "paddle/framework/passes/lower_precision.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/precision_options.h"
#include "paddle/framework/passes/quantize_dynamic.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/place.h"

namespace paddle::c_api {
namespace {

using framework::Program;

std::shared_ptr<const Program> InHalf(const Program& program,
                                      PaddleDataType dtype) {
  framework::PrecisionOptions options;
  options.dtype = framework::DataTypeFromNumber(dtype);
  options.prepare_parameters = true;
  auto made = program.Clone();
  framework::LowerPrecision(made.get(), options);
  return made;
}

}  // namespace

PaddleLoadOptions OptionsOf(const PaddleLoadOptions* given) {
  if (given == nullptr) return PADDLE_LOAD_OPTIONS_INIT;
  const auto options =
      Known(*given, "options",
            offsetof(PaddleLoadOptions, reserved) + sizeof(int32_t));
  PADDLE_ENFORCE(options.reserved == 0, Unimplemented,
                 "options.reserved is not 0");
  return options;
}

std::shared_ptr<const Program> InNumbersOf(
    const std::shared_ptr<const Program>& program, PaddleDataType dtype) {
  if (dtype == 0) return program;
  PADDLE_ENFORCE(!framework::HasBackward(program->desc()), InvalidArgument,
                 "options.dtype is for models that do not train");
  if (dtype == PADDLE_INT8) return framework::QuantizeDynamically(*program);
  PADDLE_ENFORCE(dtype == PADDLE_BFLOAT16 || dtype == PADDLE_FLOAT16,
                 InvalidArgument,
                 "options.dtype is 0, PADDLE_BFLOAT16, PADDLE_FLOAT16 or "
                 "PADDLE_INT8, not ",
                 dtype);
  return InHalf(*program, dtype);
}

framework::ExecutorOptions RunOptionsOf(int32_t passes) {
  PADDLE_ENFORCE(passes >= -1 && passes <= framework::kReassociates,
                 InvalidArgument, "options.passes is -1, 0, 1 or 2, not ",
                 passes);
  framework::ExecutorOptions options;
  if (passes == -1) return options;
  // By default the bits are those of the other front ends.
  if (passes == 0) passes = framework::kExact;
  const auto place = platform::CPUPlace();
  options.optimize =
      framework::Optimizer(static_cast<framework::PassLevel>(passes),
                           framework::EvaluatorOn(place), place.kind());
  return options;
}

}  // namespace paddle::c_api
