// Writes what requests of the Open Inference Protocol v2 get.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/serving/joined_batch.h"
#include "paddle/framework/serving/served_model.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/tools/serve/infer_call.h"

namespace paddle::serve {

// An output as it is sent.
struct ReplyTensor {
  std::string name;
  framework::Tensor value;
  bool binary;
};

// Returns the wanted ones of a model's outputs; one whose rows form sequences
// is followed by "<name>.lengths", INT64 [sequences]. Throws OutOfRange for
// outputs that may have more than `limit` bytes.
std::vector<ReplyTensor> ReplyTensors(const serving::ServedModel& model,
                                      const std::vector<WantedOutput>& wanted,
                                      const serving::Tensors& outputs,
                                      size_t limit);

struct InferReply {
  std::string body;
  // The size of the JSON, if tensors are behind it.
  absl::optional<size_t> json_size;
};

// Writes what ReplyTensors returns. Throws its errors before anything is
// written, and InvalidArgument, naming the output, for a number that JSON does
// not have.
InferReply WriteInferReply(const std::string& model_name, int64_t version,
                           const serving::ServedModel& model,
                           const std::string& id,
                           const std::vector<WantedOutput>& wanted,
                           const serving::Tensors& outputs, size_t limit);

}  // namespace paddle::serve
