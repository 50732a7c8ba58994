#include "paddle/framework/distributed/gloo/mesh_record.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

constexpr size_t kBytes = sizeof(sockaddr_storage) + sizeof(ssize_t);

// Returns an address as Gloo's are, at a port of this machine.
MeshAddress AddressAt(int port, int family = AF_INET, ssize_t number = 3) {
  sockaddr_storage socket = {};
  auto* in = reinterpret_cast<sockaddr_in*>(&socket);
  socket.ss_family = static_cast<sa_family_t>(family);
  in->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  in->sin_port = htons(static_cast<uint16_t>(port));
  MeshAddress address(kBytes);
  std::memcpy(address.data(), &socket, sizeof(socket));
  std::memcpy(address.data() + sizeof(socket), &number, sizeof(number));
  return address;
}

const MeshAddress kOwn = AddressAt(1);

// Returns what rank 0 of two gives to rank 1.
std::string RecordWith(const MeshAddress& address) {
  return MeshRecord({MeshAddress(kBytes), address});
}

MeshAddress Read(const std::string& record) {
  return AddressIn({record, /*peer=*/0, /*rank=*/1, /*size=*/2}, kOwn);
}

TEST(MeshRecord, GivesEachMemberItsAddress) {
  EXPECT_EQ(Read(RecordWith(AddressAt(7))), AddressAt(7));
  const std::string record =
      MeshRecord({AddressAt(5), MeshAddress(kBytes), AddressAt(6)});
  EXPECT_EQ(AddressIn({record, 1, 0, 3}, kOwn), AddressAt(5));
  EXPECT_EQ(AddressIn({record, 1, 2, 3}, kOwn), AddressAt(6));
}

TEST(MeshRecord, RefusesOtherGroupsAndVersions) {
  const std::string record = RecordWith(AddressAt(7));
  for (const std::string& other :
       {std::string(), "1" + record.substr(1), record.substr(0, 5),
        MeshRecord({AddressAt(7), AddressAt(7), AddressAt(7)})}) {
    EXPECT_ERROR(Read(other), InvalidArgument,
                 "rank 1 cannot connect to rank 0, which belongs to a group of "
                 "another size or version");
  }
}

TEST(MeshRecord, RefusesOtherLengths) {
  const std::string record = RecordWith(AddressAt(7));
  EXPECT_ERROR(Read(record + "x"), InvalidArgument,
               "rank 0 gives 281 bytes, not 280");
  EXPECT_ERROR(Read(record.substr(0, record.size() - 1)), InvalidArgument,
               "rank 0 gives 279 bytes, not 280");
}

TEST(MeshRecord, RefusesWhatIsNoAddress) {
  for (const MeshAddress& address :
       {AddressAt(0), AddressAt(7, AF_UNIX), AddressAt(7, AF_INET6),
        AddressAt(7, 12345), AddressAt(7, AF_INET, -1)}) {
    EXPECT_ERROR(Read(RecordWith(address)), InvalidArgument,
                 "rank 0 gives rank 1 an address at which nobody can be "
                 "reached");
  }
}

}  // namespace
}  // namespace paddle::distributed
