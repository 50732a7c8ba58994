// Carries a service's calls over HTTP/1.1.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "paddle/tools/serve/limits.h"
#include "paddle/tools/serve/service.h"

namespace paddle::serve {

struct HttpServerOptions {
  std::string host = "127.0.0.1";  // a number; all others are told nothing
  int port = 0;                    // 0: a free one
  int threads = 1;                 // each has connections of its own
  Limits limits;
};

// Accepts connections until it is stopped. A connection has one request at a
// time; one that is slow, idle or sends what is above the limits is closed. The
// queue of the service sees it when a client goes before its reply.
class HttpServer {
 public:
  // Listens, and starts the threads. The service must outlive it. Throws
  // InvalidArgument for a host that is no number, Unavailable for a port that
  // cannot be had.
  HttpServer(Service* service, const HttpServerOptions& options);
  // Closes what is open. The service has no call left (Service::Close,
  // ModelRepository::Close): what it is done with later has nowhere to go.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  // Accepts no more connections, answers the requests that there are, and
  // closes each connection after its reply. Returns when none is left, or after
  // `time`, true or false.
  bool Drain(std::chrono::milliseconds time);

 private:
  struct Parts;
  const std::unique_ptr<Parts> parts_;
};

}  // namespace paddle::serve
