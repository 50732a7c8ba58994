// Turns requests of Boost.Beast into calls of a service, and replies back.
#pragma once

#include <string>

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "paddle/tools/serve/http_reply.h"
#include "paddle/tools/serve/service.h"

namespace paddle::serve {

using HttpRequest =
    boost::beast::http::request<boost::beast::http::string_body>;
using HttpResponse =
    boost::beast::http::response<boost::beast::http::string_body>;

// Returns the method as the service knows it: HEAD is a GET without a body.
std::string MethodOf(const HttpRequest& request);
std::string TargetOf(const HttpRequest& request);

// Returns the call that a request makes; takes its body. `gone` is left null.
HttpCall CallOf(HttpRequest* request);

// Says how a client takes its reply; by default one of whose request nothing is
// known.
struct ReplyManner {
  unsigned version = 11;  // of HTTP, 10 or 11
  bool keep = false;      // the connection stays
  bool head = false;      // the reply's body is left out
};
ReplyManner MannerOf(const HttpRequest& request);

// Returns the message of a reply, with its length.
HttpResponse ResponseOf(HttpReply reply, const ReplyManner& manner);

}  // namespace paddle::serve
