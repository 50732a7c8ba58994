#include "paddle/framework/distributed/gloo/mesh_record.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

std::string HeadOf(size_t size, size_t address_bytes) {
  return absl::StrCat("2 ", size, " ", address_bytes, "\n");
}

// The bytes of gloo::transport::tcp::Address.
struct Parts {
  sockaddr_storage socket;
  ssize_t number;  // among the connections of the socket; -1: there is one
};

Parts PartsOf(const MeshAddress& address) {
  Parts parts = {};
  PADDLE_ENFORCE(address.size() == sizeof(parts), Internal,
                 "an address of Gloo has ", address.size(), " bytes");
  std::memcpy(&parts, address.data(), sizeof(parts));
  return parts;
}

// Returns the port, 0 for what is no address of the internet.
int PortOf(const sockaddr_storage& socket) {
  if (socket.ss_family == AF_INET) {
    return reinterpret_cast<const sockaddr_in&>(socket).sin_port;
  }
  if (socket.ss_family == AF_INET6) {
    return reinterpret_cast<const sockaddr_in6&>(socket).sin6_port;
  }
  return 0;
}

}  // namespace

std::string MeshRecord(const std::vector<MeshAddress>& addresses) {
  std::string record = HeadOf(addresses.size(), addresses.front().size());
  for (const MeshAddress& address : addresses) {
    record.append(address.begin(), address.end());
  }
  return record;
}

MeshAddress AddressIn(const GivenRecord& record, const MeshAddress& own) {
  const std::string head = HeadOf(record.size, own.size());
  PADDLE_ENFORCE(absl::StartsWith(record.bytes, head), InvalidArgument, "rank ",
                 record.rank, " cannot connect to rank ", record.peer,
                 ", which belongs to a group of another size or version");
  const size_t expected = head.size() + record.size * own.size();
  PADDLE_ENFORCE(record.bytes.size() == expected, InvalidArgument, "rank ",
                 record.peer, " gives ", record.bytes.size(), " bytes, not ",
                 expected, ", where it can be reached");
  const char* begin =
      record.bytes.data() + head.size() + record.rank * own.size();
  const MeshAddress address(begin, begin + own.size());
  const Parts theirs = PartsOf(address), ours = PartsOf(own);
  PADDLE_ENFORCE(theirs.socket.ss_family == ours.socket.ss_family &&
                     PortOf(theirs.socket) != 0 &&
                     (theirs.number < 0) == (ours.number < 0),
                 InvalidArgument, "rank ", record.peer, " gives rank ",
                 record.rank, " an address at which nobody can be reached");
  return address;
}

}  // namespace paddle::distributed
