// Reads requests of the Open Inference Protocol v2.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/serving/joined_batch.h"
#include "paddle/framework/serving/served_model.h"
#include "paddle/tools/serve/call_inputs.h"
#include "paddle/tools/serve/limits.h"

namespace paddle::serve {

struct InferCall {
  std::string id;
  serving::Tensors inputs;  // in the order of the model
  std::vector<WantedOutput> outputs;
  absl::optional<std::chrono::microseconds> timeout;
};

// Returns the value of the parameter "timeout"; none for 0. Throws
// InvalidArgument for a number that makes no sense.
absl::optional<std::chrono::microseconds> CheckTimeout(int64_t microseconds);

// Reads the body of a request for a model: `json_size` bytes of JSON, and
// behind them the tensors that parameters "binary_data_size" announce. "data"
// may be flat or nested. Parameters of the request are "timeout" (in
// microseconds) and "binary_data_output"; an output may be named once. Throws
// InvalidArgument, naming the field ("inputs[0].shape"), for whatever is not
// such a request or does not fit the model, and OutOfRange for what is above
// the limits; nothing is allocated for tensors that are larger than the body.
// Thread safe.
InferCall ParseInferCall(absl::string_view body, size_t json_size,
                         const serving::ServedModel& model,
                         const Limits& limits);

}  // namespace paddle::serve
