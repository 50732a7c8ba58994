// Listens at an interface of the network.
#pragma once

#include <string>

#include <boost/asio/ip/tcp.hpp>

namespace paddle::serve {

// Makes an acceptor listen at the number of an interface and a port, 0: a free
// one. Throws InvalidArgument for what is no number, and Unavailable, with the
// system's reason, if the port cannot be had.
void ListenAt(const std::string& host, int port,
              boost::asio::ip::tcp::acceptor* acceptor);

}  // namespace paddle::serve
