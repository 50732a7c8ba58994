#include "paddle/tools/serve/http_messages.h"

#include <string>
#include <utility>

#include <boost/beast/core/string.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>

#include "paddle/tools/serve/gzip.h"

namespace paddle::serve {
namespace {

namespace http = boost::beast::http;

std::string Text(boost::beast::string_view text) {
  return {text.data(), text.size()};
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
  response.version(manner.version);
  response.result(static_cast<unsigned>(reply.status));
  response.keep_alive(manner.keep);
  response.set(http::field::content_type, reply.content_type);
  if (reply.gzip) response.set(http::field::content_encoding, "gzip");
  if (reply.retry) response.set(http::field::retry_after, "1");
  if (!reply.allow.empty()) response.set(http::field::allow, reply.allow);
  if (reply.json_size) {
    response.set("Inference-Header-Content-Length",
                 std::to_string(*reply.json_size));
  }
  response.body() = std::move(reply.body);
  response.prepare_payload();
  if (manner.head) response.body().clear();
  return response;
}

}  // namespace paddle::serve
