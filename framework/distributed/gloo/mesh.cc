#include "paddle/framework/distributed/gloo/mesh.h"

#include <gloo/transport/address.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <memory>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// Writing to a member that is gone must be an error, not the end of this one.
void IgnoreBrokenPipes() {
  struct sigaction action;
  if (sigaction(SIGPIPE, nullptr, &action) == 0 &&
      action.sa_handler == SIG_DFL) {
    signal(SIGPIPE, SIG_IGN);
  }
}

// True if a socket of this machine may have the address.
bool IsOurs(const addrinfo& address) {
  const int descriptor =
      socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  const bool bound = bind(descriptor, address.ai_addr, address.ai_addrlen) == 0;
  close(descriptor);
  return bound;
}

// Returns this machine's address of that name as a number. Gloo does not
// survive a name that nobody knows, and leaks where the address is not ours.
std::string Resolve(const std::string& name) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(name.c_str(), nullptr, &hints, &found);
  PADDLE_ENFORCE(error == 0, Unavailable, gai_strerror(error));
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found,
                                                             &freeaddrinfo);
  while (found != nullptr && !IsOurs(*found)) found = found->ai_next;
  PADDLE_ENFORCE(found != nullptr, Unavailable, "it is not of this machine");
  char number[NI_MAXHOST] = "";
  getnameinfo(found->ai_addr, found->ai_addrlen, number, sizeof(number),
              nullptr, 0, NI_NUMERICHOST);
  return number;
}

std::shared_ptr<gloo::transport::tcp::Device> OpenDevice(
    const MemberOptions& options) {
  gloo::transport::tcp::attr attr;
  try {
    attr.hostname = Resolve(options.address);
    return std::static_pointer_cast<gloo::transport::tcp::Device>(
        gloo::transport::tcp::CreateDevice(attr));
  } catch (const std::exception& error) {
    PADDLE_THROW(Unavailable, "rank ", options.rank,
                 " cannot use the address '", options.address,
                 "': ", error.what());
  }
}

std::string KeyOf(int rank) { return absl::StrCat("gloo/", rank); }

// Before the addresses at which a member waits for each of the others stands
// what all members must agree about.
std::string HeadOf(int size, size_t address_bytes) {
  return absl::StrCat("1 ", size, " ", address_bytes, "\n");
}

std::vector<char> AddressOf(const std::string& value, int rank, int peer,
                            const std::string& head, size_t bytes) {
  PADDLE_ENFORCE(absl::StartsWith(value, head), InvalidArgument, "rank ", rank,
                 " cannot connect to rank ", peer,
                 ", which belongs to a group of another size or version");
  const size_t begin = head.size() + rank * bytes;
  PADDLE_ENFORCE(value.size() >= begin + bytes, InvalidArgument, "rank ", peer,
                 " gives no address to rank ", rank);
  return {value.begin() + begin, value.begin() + begin + bytes};
}

}  // namespace

Mesh ConnectMesh(const MemberOptions& options) {
  const int rank = options.rank, size = options.size;
  PADDLE_ENFORCE_GE(size, 1, "members of a group");
  PADDLE_ENFORCE(0 <= rank && rank < size, InvalidArgument, "rank ", rank,
                 " in a group of ", size);
  Mesh mesh{rank, size, nullptr, {}};
  mesh.links.resize(size);
  if (size == 1) return mesh;
  IgnoreBrokenPipes();
  const auto deadline = std::chrono::steady_clock::now() + options.timeout;
  mesh.device = OpenDevice(options);
  std::vector<std::vector<char>> addresses(size);
  size_t bytes = 0;
  for (int peer = 0; peer < size; ++peer) {
    if (peer == rank) continue;
    mesh.links[peer] = mesh.device->createContext(rank, size);
    // Gloo waits five times as long for a connection.
    mesh.links[peer]->setTimeout(options.timeout / 5 +
                                 std::chrono::milliseconds(1));
    addresses[peer] = mesh.links[peer]->createPair(peer)->address().bytes();
    bytes = addresses[peer].size();
  }
  addresses[rank].resize(bytes);
  const std::string head = HeadOf(size, bytes);
  std::string value = head;
  for (const auto& address : addresses) {
    value.append(address.begin(), address.end());
  }
  options.rendezvous.set(KeyOf(rank), value);
  for (int peer = 0; peer < size; ++peer) {
    if (peer == rank) continue;
    const auto address =
        AddressOf(options.rendezvous.wait(KeyOf(peer), deadline), rank, peer,
                  head, bytes);
    try {
      mesh.pair(peer)->connect(address);
    } catch (const std::exception& error) {
      PADDLE_THROW(Unavailable, "rank ", rank, " cannot connect to rank ", peer,
                   ": ", error.what());
    }
  }
  return mesh;
}

}  // namespace paddle::distributed
