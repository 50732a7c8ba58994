// One HTTP connection of a client.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

#include <boost/asio/ip/tcp.hpp>

#include "paddle/tools/serve/limits.h"
#include "paddle/tools/serve/service.h"

namespace paddle::serve {

// Reads requests one after the other, has the service answer them, and writes
// the replies. It keeps itself alive while anything goes on. All of it runs on
// the one thread of the socket's context, except that the service may be done
// on any thread. While a request is with the service, the socket is watched: if
// the client closes its end, `gone` of the call is set.
class Connection {
 public:
  virtual ~Connection() = default;
  // Closes the connection after the reply that is under way, or at once.
  virtual void Drain() = 0;

  using Closed = std::function<void(Connection* connection)>;

  // Starts to read. `bodies` counts the bytes of the bodies that are being read
  // by all connections, and outlives them. `closed` is called on the thread of
  // the context at the end of the connection's life.
  static std::shared_ptr<Connection> Start(boost::asio::ip::tcp::socket socket,
                                           Service* service,
                                           const Limits& limits,
                                           std::atomic<size_t>* bodies,
                                           Closed closed);
};

}  // namespace paddle::serve
