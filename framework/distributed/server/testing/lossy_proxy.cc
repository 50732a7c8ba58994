#include "paddle/framework/distributed/server/testing/lossy_proxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using std::chrono::milliseconds;

sockaddr_in AddressOf(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  return address;
}

// Returns a socket that listens at a free port of this machine.
int Listen(int* port) {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = AddressOf(0);
  socklen_t size = sizeof(address);
  auto* any = reinterpret_cast<sockaddr*>(&address);
  PADDLE_ENFORCE(listener >= 0 && ::bind(listener, any, size) == 0 &&
                     ::listen(listener, 64) == 0 &&
                     ::getsockname(listener, any, &size) == 0,
                 Unavailable, "no port for a test");
  *port = ntohs(address.sin_port);
  return listener;
}

// Returns a connected socket, or -1.
int Connect(int port) {
  const int to = ::socket(AF_INET, SOCK_STREAM, 0);
  const sockaddr_in address = AddressOf(port);
  if (::connect(to, reinterpret_cast<const sockaddr*>(&address),
                sizeof(address)) == 0) {
    return to;
  }
  ::close(to);
  return -1;
}

// Sends without waiting for more to send: pieces are small.
void SetNoDelay(int socket) {
  const int yes = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
}

bool SendAll(int to, const char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(to, bytes, size, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes += sent;
    size -= sent;
  }
  return true;
}

}  // namespace

// Two sockets, and the thread that brings bytes from one to the other.
class LossyProxy::Connection {
 public:
  Connection(int from, int to, const LinkFaults& faults, uint64_t seed)
      : faults_(faults),
        random_(seed),
        ends_{{from, POLLIN, 0}, {to, POLLIN, 0}} {
    SetNoDelay(from);
    SetNoDelay(to);
    thread_ = std::thread([this] { Work(); });
  }
  ~Connection() {
    Cut();
    thread_.join();
    for (const pollfd& end : ends_) ::close(end.fd);
  }

  void SetStalled(bool stalled) { stalled_ = stalled; }
  void Freeze() { frozen_ = true; }
  bool was_cut() const { return was_cut_; }

 private:
  // Wakes the thread, wherever it is.
  void Cut() {
    closed_ = true;
    for (const pollfd& end : ends_) ::shutdown(end.fd, SHUT_RDWR);
  }
  bool Happens(double probability) {
    return std::bernoulli_distribution(probability)(random_);
  }

  void Work() {
    while (!closed_) {
      if (stalled_ || frozen_) {
        std::this_thread::sleep_for(milliseconds(1));
        continue;
      }
      ends_[0].revents = ends_[1].revents = 0;
      if (::poll(ends_, 2, 10) <= 0) continue;
      if (stalled_ || frozen_) continue;
      for (int i = 0; i < 2; ++i) {
        if (ends_[i].revents != 0 && !Bring(ends_[i].fd, ends_[1 - i].fd)) {
          return Cut();
        }
      }
    }
  }

  // Brings one piece; returns false if the connection ends.
  bool Bring(int from, int to) {
    std::vector<char> piece(1 + random_() % faults_.largest_piece);
    const ssize_t size = ::recv(from, piece.data(), piece.size(), MSG_DONTWAIT);
    if (size <= 0) return false;
    milliseconds delay(random_() % (faults_.longest_delay.count() + 1));
    if (Happens(faults_.stall)) delay += faults_.stall_time;
    if (delay.count() > 0) std::this_thread::sleep_for(delay);
    if (Happens(faults_.cut)) {
      was_cut_ = true;
      return false;
    }
    return SendAll(to, piece.data(), size);
  }

  const LinkFaults faults_;
  std::mt19937_64 random_;
  pollfd ends_[2];
  std::atomic<bool> closed_{false}, stalled_{false}, frozen_{false};
  std::atomic<bool> was_cut_{false};
  std::thread thread_;
};

LossyProxy::LossyProxy(int to_port, const LinkFaults& faults, uint64_t seed)
    : to_port_(to_port), faults_(faults), random_(seed) {
  listener_ = Listen(&port_);
  thread_ = std::thread([this] { Accept(); });
}

LossyProxy::~LossyProxy() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
  }
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  ::close(listener_);
  connections_.clear();
}

void LossyProxy::Accept() {
  while (true) {
    const int from = ::accept(listener_, nullptr, nullptr);
    const int to = from < 0 ? -1 : Connect(to_port_);
    std::lock_guard<std::mutex> lock(mutex_);
    if (closed_ || to < 0) {
      if (from >= 0) ::close(from);
      if (to >= 0) ::close(to);
      if (closed_) return;
      continue;
    }
    connections_.push_back(
        std::make_unique<Connection>(from, to, faults_, random_()));
    connections_.back()->SetStalled(stalled_);
  }
}

void LossyProxy::SetStalled(bool stalled) {
  std::lock_guard<std::mutex> lock(mutex_);
  stalled_ = stalled;
  for (const auto& connection : connections_) connection->SetStalled(stalled);
}

void LossyProxy::Freeze() {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& connection : connections_) connection->Freeze();
}

int LossyProxy::cuts() const {
  std::lock_guard<std::mutex> lock(mutex_);
  int cuts = 0;
  for (const auto& connection : connections_) cuts += connection->was_cut();
  return cuts;
}

}  // namespace paddle::distributed
