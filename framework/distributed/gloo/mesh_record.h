// Writes and reads what a member tells the others before they connect.
#pragma once

#include <string>
#include <vector>

namespace paddle::distributed {

// The bytes of an address of Gloo: where a member waits for another one.
using MeshAddress = std::vector<char>;

// Returns the record of a member: its addresses for each of the others, by
// rank, all of one length, behind what all members must agree about.
std::string MeshRecord(const std::vector<MeshAddress>& addresses);

// A record that a member has read.
struct GivenRecord {
  const std::string& bytes;
  int peer;  // whose it is
  int rank;  // who reads it
  int size;  // of the group
};

// Returns the address at which the peer waits for the reader, which has `own`
// for the peer. InvalidArgument, naming the peer, for a record of a group of
// another size or version, for one that is no record, and for an address that
// is not of the kind of `own`, of which Gloo does not make sure.
MeshAddress AddressIn(const GivenRecord& record, const MeshAddress& own);

}  // namespace paddle::distributed
