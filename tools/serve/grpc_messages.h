// Turns messages of the protocol's gRPC service into calls, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "paddle/framework/serving/model_repository.h"
#include "paddle/framework/serving/served_model.h"
#include "paddle/tools/serve/infer_call.h"
#include "paddle/tools/serve/inference.pb.h"
#include "paddle/tools/serve/limits.h"

namespace paddle::serve {

// Returns the call that a request makes: tensors are all in
// raw_input_contents, or each in its typed contents. The parameter "timeout" is
// that of HTTP. Throws the errors of ParseInferCall. Thread safe.
InferCall CallOf(const proto::ModelInferRequest& request,
                 const serving::ServedModel& model, const Limits& limits);

// Returns the reply, all of whose outputs are in raw_output_contents. Throws
// OutOfRange, as WriteInferReply does.
proto::ModelInferResponse ResponseOf(const std::string& model_name,
                                     int64_t version,
                                     const serving::ServedModel& model,
                                     const InferCall& call,
                                     const serving::Tensors& outputs,
                                     size_t limit);

// Returns what MetadataText writes, but for "joining", for which there is no
// field.
proto::ModelMetadataResponse MetadataOf(const serving::ModelVersion& model,
                                        const std::vector<int64_t>& versions);
// Returns what ServerText writes.
proto::ServerMetadataResponse ServerMetadata();

}  // namespace paddle::serve
