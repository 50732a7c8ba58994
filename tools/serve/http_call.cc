#include "paddle/tools/serve/http_call.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "absl/strings/numbers.h"

#include "paddle/platform/enforce.h"
#include "paddle/tools/serve/gzip.h"

namespace paddle::serve {
namespace {

std::chrono::microseconds TimeoutOf(const HttpCall& call) {
  int64_t time = 0;
  PADDLE_ENFORCE(absl::SimpleAtoi(call.timeout_ms, &time) && time > 0 &&
                     time <= int64_t{1} << 32,
                 InvalidArgument,
                 "header X-Request-Timeout-Ms is no number of milliseconds");
  return std::chrono::milliseconds(time);
}

}  // namespace

std::string TakeBody(HttpCall* call, const Limits& limits) {
  if (call->content_encoding == "gzip") {
    return Gunzip(call->body, limits.body_bytes);
  }
  PADDLE_ENFORCE(
      call->content_encoding.empty() || call->content_encoding == "identity",
      InvalidArgument, "header Content-Encoding is ",
      call->content_encoding.substr(0, 32), ", not gzip");
  return std::move(call->body);
}

InferCall TakeInferCall(const serving::ServedModel& model, HttpCall* call,
                        const Limits& limits) {
  const std::string body = TakeBody(call, limits);
  uint64_t json_size = body.size();
  PADDLE_ENFORCE(
      call->json_size.empty() || absl::SimpleAtoi(call->json_size, &json_size),
      InvalidArgument, "header Inference-Header-Content-Length is no size");
  InferCall parsed = ParseInferCall(body, json_size, model, limits);
  if (!call->timeout_ms.empty()) {
    const std::chrono::microseconds given = TimeoutOf(*call);
    parsed.timeout = parsed.timeout ? std::min(*parsed.timeout, given) : given;
  }
  return parsed;
}

}  // namespace paddle::serve
