// Writes what requests of the Open Inference Protocol v2 get.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/serving/joined_batch.h"
#include "paddle/framework/serving/served_model.h"
#include "paddle/tools/serve/infer_call.h"

namespace paddle::serve {

struct InferReply {
  std::string body;
  // The size of the JSON, if tensors are behind it.
  absl::optional<size_t> json_size;
};

// Writes the wanted ones of a model's outputs. An output whose rows form
// sequences is followed by "<name>.lengths", INT64 [sequences]. Throws
// InvalidArgument, naming the output, for a number that JSON does not have, and
// OutOfRange, before anything is written, for outputs that may have more than
// `limit` bytes.
InferReply WriteInferReply(const std::string& model_name, int64_t version,
                           const serving::ServedModel& model,
                           const std::string& id,
                           const std::vector<WantedOutput>& wanted,
                           const serving::Tensors& outputs, size_t limit);

}  // namespace paddle::serve
