#include "paddle/tools/serve/http_messages.h"

#include <gtest/gtest.h>

#include <string>

#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>

namespace paddle::serve {
namespace {

namespace http = boost::beast::http;

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
  EXPECT_EQ(response[http::field::content_length], "2");
  EXPECT_EQ(response.body(), "");
}

TEST(HttpMessagesTest, WritesWhatAReplyHas) {
  HttpReply reply = BusyReply("full");
  reply.allow = "POST";
  reply.gzip = true;
  reply.json_size = 12;
  const HttpResponse response =
      ResponseOf(reply, MannerOf(Request(http::verb::post)));
  EXPECT_EQ(response.result_int(), 503);
  EXPECT_EQ(response.body(), R"({"error":"full"})");
  EXPECT_EQ(response[http::field::content_length], "16");
  EXPECT_EQ(response[http::field::content_type], "application/json");
  EXPECT_EQ(response[http::field::content_encoding], "gzip");
  EXPECT_EQ(response[http::field::retry_after], "1");
  EXPECT_EQ(response[http::field::allow], "POST");
  EXPECT_EQ(response["Inference-Header-Content-Length"], "12");
  EXPECT_TRUE(response.keep_alive());
}

TEST(HttpMessagesTest, SaysWhatBecomesOfTheConnection) {
  EXPECT_EQ(ResponseOf(JsonReply("{}"), {})[http::field::connection], "close");
  HttpRequest old = Request(http::verb::post);
  old.version(10);
  EXPECT_FALSE(MannerOf(old).keep);
  old.keep_alive(true);
  const HttpResponse response = ResponseOf(JsonReply("{}"), MannerOf(old));
  EXPECT_EQ(response.version(), 10u);
  EXPECT_EQ(response[http::field::connection], "keep-alive");
}

}  // namespace
}  // namespace paddle::serve
