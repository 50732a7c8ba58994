#include "paddle/tools/serve/http_reply.h"

#include <exception>
#include <new>
#include <utility>

#include "paddle/tools/serve/gzip.h"
#include "paddle/tools/serve/infer_reply.h"
#include "paddle/tools/serve/json_text.h"

namespace paddle::serve {
namespace {

using platform::ErrorCode;
using serving::Answer;
using serving::Outcome;

// Small bodies are not worth the time.
constexpr size_t kLeastGzip = 1024;

int StatusOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNotFound:
      return 404;
    case ErrorCode::kOutOfRange:
      return 413;
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kTypeMismatch:
      return 400;
    case ErrorCode::kUnavailable:
    case ErrorCode::kResourceExhausted:
      return 503;
    default:
      return 500;
  }
}

}  // namespace

// 413 is for the size of a request alone.
ErrorCode CodeOfAnswer(ErrorCode code) {
  return StatusOf(code) < 500 ? ErrorCode::kInvalidArgument : code;
}

HttpReply ErrorReply(int status, absl::string_view message) {
  HttpReply reply;
  reply.status = status;
  reply.body = "{\"error\":";
  AppendJsonString(message, &reply.body);
  reply.body += '}';
  return reply;
}

HttpReply BusyReply(absl::string_view message) {
  HttpReply reply = ErrorReply(503, message);
  reply.retry = true;
  return reply;
}

HttpReply JsonReply(std::string body) {
  HttpReply reply;
  reply.body = std::move(body);
  return reply;
}

HttpReply Replied(absl::FunctionRef<HttpReply()> answer) {
  try {
    return answer();
  } catch (const platform::Error& error) {
    return ErrorReply(StatusOf(error.code()), error.message());
  } catch (const std::bad_alloc&) {
    return ErrorReply(503, "no memory");
  } catch (const std::exception& error) {
    return ErrorReply(500, error.what());
  }
}

HttpReply AnswerReply(const Answer& answer, const std::string& name,
                      int64_t version, const serving::ServedModel& model,
                      const InferCall& call, size_t limit) {
  switch (answer.outcome) {
    case Outcome::kDone:
      break;
    case Outcome::kExpired:
      return ErrorReply(504, answer.error);
    case Outcome::kGone:
      return ErrorReply(499, answer.error);
    case Outcome::kRefused:
      return BusyReply(answer.error);
    default:
      return ErrorReply(StatusOf(CodeOfAnswer(answer.code)), answer.error);
  }
  InferReply written = WriteInferReply(name, version, model, call.id,
                                       call.outputs, answer.outputs, limit);
  HttpReply reply;
  reply.body = std::move(written.body);
  reply.json_size = written.json_size;
  if (written.json_size) reply.content_type = "application/octet-stream";
  return reply;
}

void CompressReply(HttpReply* reply) {
  const size_t size = reply->body.size();
  if (size < kLeastGzip || size > kMostGzip) return;
  reply->body = Gzip(reply->body);
  reply->gzip = true;
}

}  // namespace paddle::serve
