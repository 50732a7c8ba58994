// Listens at an interface of the network, also while files are short.
#pragma once

#include <functional>
#include <string>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

namespace paddle::serve {

// Makes an acceptor listen at the number of an interface and a port, 0: a free
// one. Throws InvalidArgument for what is no number, and Unavailable, with the
// system's reason, if the port cannot be had.
void ListenAt(const std::string& host, int port,
              boost::asio::ip::tcp::acceptor* acceptor);

// Calls `accept` in 20 ms, by the timer's context, when a connection could not
// be had: there are no files left, and some will be closed soon. Not if the
// timer is cancelled or destroyed before.
void AcceptLater(boost::asio::steady_timer* timer,
                 std::function<void()> accept);

}  // namespace paddle::serve
