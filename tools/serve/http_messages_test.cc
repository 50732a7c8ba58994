#include "paddle/tools/serve/http_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>

namespace paddle::serve {
namespace {

namespace http = boost::beast::http;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

HttpRequest Request(http::verb method) {
  HttpRequest request(method, "/v2/models/mlp/infer?a=b", 11);
  request.body() = "{}";
  return request;
}

TEST(HttpMessagesTest, ReadsTheFieldsThatMatter) {
  HttpRequest request = Request(http::verb::post);
  request.set(http::field::content_encoding, "gzip");
  request.set(http::field::accept_encoding, "br, gzip");
  request.set(http::field::authorization, "Bearer secret");
  request.set("inference-header-content-length", "17");
  request.set("x-request-timeout-ms", "250");
  const HttpCall call = CallOf(&request);
  EXPECT_EQ(call.method, "POST");
  EXPECT_EQ(call.target, "/v2/models/mlp/infer?a=b");
  EXPECT_EQ(call.content_encoding, "gzip");
  EXPECT_TRUE(call.accepts_gzip);
  EXPECT_EQ(call.authorization, "Bearer secret");
  EXPECT_EQ(call.json_size, "17");
  EXPECT_EQ(call.timeout_ms, "250");
  EXPECT_EQ(call.body, "{}");
}

TEST(HttpMessagesTest, HeadIsAGetWithoutABody) {
  HttpRequest request = Request(http::verb::head);
  EXPECT_EQ(MethodOf(request), "GET");
  EXPECT_EQ(CallOf(&request).method, "GET");
  const HttpResponse response = ResponseOf(JsonReply("{}"), MannerOf(request));
  EXPECT_THAT(response.head, EndsWith("\r\nContent-Length: 2\r\n\r\n"));
  EXPECT_EQ(response.body, "");
}

TEST(HttpMessagesTest, WritesWhatAReplyHas) {
  HttpReply reply = BusyReply("full");
  reply.allow = "POST";
  reply.gzip = true;
  reply.json_size = 12;
  const HttpResponse response =
      ResponseOf(reply, MannerOf(Request(http::verb::post)));
  EXPECT_EQ(response.head,
            "HTTP/1.1 503 Service Unavailable\r\n"
            "Content-Type: application/json\r\n"
            "Content-Encoding: gzip\r\n"
            "Retry-After: 1\r\n"
            "Allow: POST\r\n"
            "Inference-Header-Content-Length: 12\r\n"
            "Content-Length: 16\r\n"
            "\r\n");
  EXPECT_EQ(response.body, R"({"error":"full"})");
}

TEST(HttpMessagesTest, SaysWhatBecomesOfTheConnection) {
  const auto head = [](unsigned version, bool keep) {
    return ResponseOf(JsonReply("{}"), {version, keep, false}).head;
  };
  EXPECT_THAT(head(11, true), Not(HasSubstr("Connection")));
  EXPECT_THAT(head(11, false), HasSubstr("\r\nConnection: close\r\n"));
  EXPECT_THAT(head(10, true), StartsWith("HTTP/1.0 200 OK\r\n"));
  EXPECT_THAT(head(10, true), HasSubstr("\r\nConnection: keep-alive\r\n"));
  EXPECT_THAT(head(10, false), Not(HasSubstr("Connection")));
  HttpRequest old = Request(http::verb::post);
  old.version(10);
  EXPECT_FALSE(MannerOf(old).keep);
  old.keep_alive(true);
  EXPECT_TRUE(MannerOf(old).keep);
}

}  // namespace
}  // namespace paddle::serve
