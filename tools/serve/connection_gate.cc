#include "paddle/tools/serve/connection_gate.h"

#include <sys/stat.h>

#include <chrono>
#include <thread>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include "paddle/platform/signals_blocked.h"
#include "paddle/tools/serve/listen_at.h"
#include "paddle/tools/serve/run_context.h"

namespace paddle::serve {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPause{20};

// Sockets that others own. A number belongs to the same socket as long as that
// has the same inode.
class Sockets {
 public:
  explicit Sockets(size_t most) : most_(most) {}

  bool HasRoom() {
    if (inodes_.size() >= most_ && Clock::now() >= next_look_) Forget();
    return inodes_.size() < most_;
  }
  void Add(int socket) { inodes_[socket] = InodeOf(socket); }

 private:
  // Returns 0 for a number that is closed.
  static ino_t InodeOf(int file) {
    struct stat status;
    return ::fstat(file, &status) == 0 ? status.st_ino : 0;
  }
  // Looks at each of them, which must not cost more than the connections do.
  void Forget() {
    absl::erase_if(inodes_, [](const auto& entry) {
      return InodeOf(entry.first) != entry.second;
    });
    next_look_ = Clock::now() + kPause;
  }

  const size_t most_;
  absl::flat_hash_map<int, ino_t> inodes_;
  Clock::time_point next_look_ = Clock::time_point::min();
};

}  // namespace

struct ConnectionGate::Parts {
  Parts(const std::string& host, int number, size_t most, Take given)
      : take(std::move(given)), sockets(most) {
    ListenAt(host, number, &acceptor);
    port = acceptor.local_endpoint().port();
    Accept();
    const platform::SignalsBlocked blocked;
    thread = std::thread([this] { RunContext(&context); });
  }

  void Accept() {
    acceptor.async_accept([this](const error_code& error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return AcceptLater(&timer, [this] { Accept(); });
      Accept();
      Give(std::move(socket));
    });
  }

  void Give(tcp::socket socket) {
    if (!sockets.HasRoom()) return;
    error_code error;
    socket.set_option(tcp::no_delay(true), error);
    if (!error) socket.non_blocking(true, error);
    if (error) return;
    sockets.Add(socket.native_handle());
    const int released = socket.release(error);
    if (!error) take(released);
  }

  const Take take;
  Sockets sockets;
  int port = 0;
  asio::io_context context{1};
  tcp::acceptor acceptor{context};
  asio::steady_timer timer{context};
  std::thread thread;
};

ConnectionGate::ConnectionGate(const std::string& host, int port, size_t most,
                               Take take)
    : parts_(std::make_unique<Parts>(host, port, most, std::move(take))) {}

ConnectionGate::~ConnectionGate() { Close(); }

int ConnectionGate::port() const { return parts_->port; }

void ConnectionGate::Close() {
  parts_->context.stop();
  if (parts_->thread.joinable()) parts_->thread.join();
  error_code ignored;
  parts_->acceptor.close(ignored);
}

}  // namespace paddle::serve
