#include "paddle/framework/distributed/gloo/mesh.h"

#include <gloo/transport/address.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/gloo/mesh_record.h"
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

// Returns 0 if a socket of this machine may have the address, else why not.
int ErrorOfBinding(const addrinfo& address) {
  const int descriptor =
      socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return errno;
  const bool bound = bind(descriptor, address.ai_addr, address.ai_addrlen) == 0;
  const int error = bound ? 0 : errno;
  close(descriptor);
  return error;
}

// Returns the first of the addresses that is of this machine.
const addrinfo* OursAmong(const addrinfo* addresses) {
  int error = EADDRNOTAVAIL;
  for (; addresses != nullptr; addresses = addresses->ai_next) {
    const int found = ErrorOfBinding(*addresses);
    if (found == 0) return addresses;
    if (found != EADDRNOTAVAIL) error = found;
  }
  PADDLE_ENFORCE(error == EADDRNOTAVAIL, Unavailable,
                 "no port of it is free: ", strerror(error));
  PADDLE_THROW(Unavailable, "it is not of this machine");
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
  const addrinfo* const ours = OursAmong(found);
  char number[NI_MAXHOST] = "";
  getnameinfo(ours->ai_addr, ours->ai_addrlen, number, sizeof(number), nullptr,
              0, NI_NUMERICHOST);
  return number;
}

std::shared_ptr<gloo::transport::tcp::Device> OpenDevice(
    const MemberOptions& options) {
  const auto fail = [&](const std::string& why) {
    PADDLE_THROW(Unavailable, "rank ", options.rank,
                 " cannot use the address '", options.address, "': ", why);
  };
  gloo::transport::tcp::attr attr;
  try {
    attr.hostname = Resolve(options.address);
    return std::static_pointer_cast<gloo::transport::tcp::Device>(
        gloo::transport::tcp::CreateDevice(attr));
  } catch (const platform::Error& error) {
    fail(error.message());
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return nullptr;
}

std::string KeyOf(int rank) { return absl::StrCat("gloo/", rank); }

}  // namespace

Mesh ConnectMesh(const MemberOptions& options) {
  const int rank = options.rank, size = options.size;
  PADDLE_ENFORCE_GE(size, 1, "members of a group");
  PADDLE_ENFORCE(0 <= rank && rank < size, InvalidArgument, "rank ", rank,
                 " in a group of ", size);
  Mesh mesh;
  mesh.rank = rank;
  mesh.size = size;
  mesh.links.resize(size);
  if (size == 1) return mesh;
  IgnoreBrokenPipes();
  const auto deadline = std::chrono::steady_clock::now() + options.timeout;
  mesh.device = OpenDevice(options);
  std::vector<MeshAddress> addresses(size);
  for (int peer = 0; peer < size; ++peer) {
    if (peer == rank) continue;
    mesh.links[peer] = mesh.device->createContext(rank, size);
    // Gloo waits five times as long for a connection.
    mesh.links[peer]->setTimeout(options.timeout / 5 +
                                 std::chrono::milliseconds(1));
    addresses[peer] = mesh.links[peer]->createPair(peer)->address().bytes();
    addresses[rank].resize(addresses[peer].size());
  }
  options.rendezvous.set(KeyOf(rank), MeshRecord(addresses));
  for (int peer = 0; peer < size; ++peer) {
    if (peer == rank) continue;
    const std::string record = options.rendezvous.wait(KeyOf(peer), deadline);
    const MeshAddress address =
        AddressIn({record, peer, rank, size}, addresses[peer]);
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
