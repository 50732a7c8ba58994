#include "paddle/tools/serve/http_messages.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/verb.hpp>

#include "paddle/tools/serve/gzip.h"

namespace paddle::serve {
namespace {

namespace http = boost::beast::http;

std::string Text(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

absl::string_view ReasonOf(int status) {
  const auto reason =
      http::obsolete_reason(http::int_to_status(static_cast<unsigned>(status)));
  return {reason.data(), reason.size()};
}

}  // namespace

std::string MethodOf(const HttpRequest& request) {
  if (request.method() == http::verb::head) return "GET";
  return Text(request.method_string());
}

std::string TargetOf(const HttpRequest& request) {
  return Text(request.target());
}

HttpCall CallOf(HttpRequest* request) {
  const HttpRequest& head = *request;
  HttpCall call;
  call.method = MethodOf(head);
  call.target = TargetOf(head);
  call.content_encoding = Text(head[http::field::content_encoding]);
  call.accepts_gzip = AcceptsGzip(Text(head[http::field::accept_encoding]));
  call.json_size = Text(head["Inference-Header-Content-Length"]);
  call.timeout_ms = Text(head["X-Request-Timeout-Ms"]);
  call.authorization = Text(head[http::field::authorization]);
  call.body = std::move(request->body());
  return call;
}

ReplyManner MannerOf(const HttpRequest& request) {
  ReplyManner manner;
  manner.version = request.version();
  manner.keep = request.keep_alive();
  manner.head = request.method() == http::verb::head;
  return manner;
}

HttpResponse ResponseOf(HttpReply reply, const ReplyManner& manner) {
  HttpResponse response;
  response.head =
      absl::StrCat("HTTP/1.", manner.version - 10, " ", reply.status, " ",
                   ReasonOf(reply.status), "\r\n");
  const auto add = [&](absl::string_view name, absl::string_view value) {
    absl::StrAppend(&response.head, name, ": ", value, "\r\n");
  };
  // By default 1.1 keeps it, and 1.0 does not.
  if (manner.keep && manner.version == 10) add("Connection", "keep-alive");
  if (!manner.keep && manner.version == 11) add("Connection", "close");
  add("Content-Type", reply.content_type);
  if (reply.gzip) add("Content-Encoding", "gzip");
  if (reply.retry) add("Retry-After", "1");
  if (!reply.allow.empty()) add("Allow", reply.allow);
  if (reply.json_size) {
    add("Inference-Header-Content-Length", absl::StrCat(*reply.json_size));
  }
  add("Content-Length", absl::StrCat(reply.body.size()));
  response.head += "\r\n";
  if (!manner.head) response.body = std::move(reply.body);
  return response;
}

}  // namespace paddle::serve
