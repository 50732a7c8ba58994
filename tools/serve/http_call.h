// An HTTP request of a client, and the inference that it asks for.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "paddle/framework/serving/served_model.h"
#include "paddle/tools/serve/infer_call.h"
#include "paddle/tools/serve/limits.h"

namespace paddle::serve {

// An HTTP request, as far as it matters.
struct HttpCall {
  std::string method;
  std::string target;
  std::string body;
  std::string content_encoding;
  bool accepts_gzip = false;
  std::string json_size;   // Inference-Header-Content-Length; "" if absent
  std::string timeout_ms;  // X-Request-Timeout-Ms; "" if absent
  std::string authorization;
  // Set when the client goes.
  std::shared_ptr<std::atomic<bool>> gone;
};

// Returns the body as it was before the client compressed it, and takes it from
// the call. Throws InvalidArgument for an encoding other than gzip, and what
// Gunzip throws.
std::string TakeBody(HttpCall* call, const Limits& limits);

// Returns the inference that a call asks of a model, and takes its body. Throws
// what TakeBody and ParseInferCall throw, and InvalidArgument, naming it, for a
// wrong header.
InferCall TakeInferCall(const serving::ServedModel& model, HttpCall* call,
                        const Limits& limits);

}  // namespace paddle::serve
