// Turns requests of Boost.Beast into calls of a service, and replies into text.
#pragma once

#include <string>

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "paddle/tools/serve/http_call.h"
#include "paddle/tools/serve/http_reply.h"

namespace paddle::serve {

using HttpRequest =
    boost::beast::http::request<boost::beast::http::string_body>;

// A reply as it is sent: the one, and then the other.
struct HttpResponse {
  std::string head;
  std::string body;
};

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

// Returns a reply as it is sent. With Boost.Beast, that takes as long as the
// system takes to send it.
HttpResponse ResponseOf(HttpReply reply, const ReplyManner& manner);

}  // namespace paddle::serve
