#include "paddle/tools/serve/listen_at.h"

#include <chrono>
#include <utility>

#include <boost/asio/ip/address.hpp>

#include "paddle/platform/enforce.h"
#include "paddle/platform/host_port.h"

namespace paddle::serve {

namespace asio = boost::asio;
using asio::ip::tcp;

void ListenAt(const std::string& host, int port, tcp::acceptor* acceptor) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(host, error);
  PADDLE_ENFORCE(!error, InvalidArgument, "\"", host,
                 "\" is not the number of a host");
  const tcp::endpoint endpoint(address, static_cast<unsigned short>(port));
  acceptor->open(endpoint.protocol(), error);
  if (!error) acceptor->set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor->bind(endpoint, error);
  if (!error)
    acceptor->listen(asio::socket_base::max_listen_connections, error);
  PADDLE_ENFORCE(!error, Unavailable, "cannot listen at ",
                 platform::HostPort(host, port), ": ", error.message());
}

void AcceptLater(asio::steady_timer* timer, std::function<void()> accept) {
  timer->expires_after(std::chrono::milliseconds(20));
  timer->async_wait(
      [accept = std::move(accept)](const boost::system::error_code& error) {
        if (!error) accept();
      });
}

}  // namespace paddle::serve
