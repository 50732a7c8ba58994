// Makes the replies of a service over HTTP: statuses, errors and tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/serving/request_queue.h"
#include "paddle/framework/serving/served_model.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/serve/infer_call.h"

namespace paddle::serve {

struct HttpReply {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  absl::optional<size_t> json_size;  // Inference-Header-Content-Length
  bool gzip = false;
  bool retry = false;  // Retry-After: 1
  std::string allow;   // the method that the target has
};

// Returns what an answer's error is to who has asked: an operator that refuses
// its input blames the request, InvalidArgument, whatever it calls that; what
// the server lacks stays as it is.
platform::ErrorCode CodeOfAnswer(platform::ErrorCode code);

// Returns {"error": message} with a status.
HttpReply ErrorReply(int status, absl::string_view message);
// Returns 503 for what there is no room for now: the client may try again.
HttpReply BusyReply(absl::string_view message);
// Returns 200 with a text in JSON.
HttpReply JsonReply(std::string body);

// Returns what `answer` does, and the reply of an error that it throws: 400,
// 404, 413, 503 or 500. Throws nothing.
HttpReply Replied(absl::FunctionRef<HttpReply()> answer);

// Returns the reply to what a model has computed for a call, or to why it has
// not. Throws OutOfRange for outputs of more than `limit` bytes.
HttpReply AnswerReply(const serving::Answer& answer, const std::string& name,
                      int64_t version, const serving::ServedModel& model,
                      const InferCall& call, size_t limit);

// Compresses a reply by gzip, unless it is too small for that to be worth the
// time, or too large.
void CompressReply(HttpReply* reply);

}  // namespace paddle::serve
