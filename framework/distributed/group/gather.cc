#include "paddle/framework/distributed/group/gather.h"

#include <cstddef>
#include <functional>
#include <numeric>

namespace paddle::distributed {

namespace {

// So many bytes of a member come at a time.
constexpr uint64_t kPiece = uint64_t{4} << 20;

std::vector<uint64_t> GatherSizes(Communicator* host, uint64_t own) {
  std::vector<uint64_t> sizes(host->size());
  host->AllGather(&own, std::vector<size_t>(sizes.size(), sizeof(own)),
                  sizes.data());
  return sizes;
}

// Appends the bytes of each member from `begin` on, a piece at most.
void GatherPieces(Communicator* host, absl::string_view own,
                  const std::vector<uint64_t>& sizes, uint64_t begin,
                  std::vector<std::string>* each) {
  std::vector<size_t> bytes;
  size_t total = 0;
  for (const uint64_t size : sizes) {
    bytes.push_back(std::min(size - std::min(size, begin), kPiece));
    total += bytes.back();
  }
  std::string all(total, '\0');
  own.remove_prefix(std::min<size_t>(own.size(), begin));
  host->AllGather(own.data(), bytes, all.data());
  size_t place = 0;
  for (size_t rank = 0; rank < bytes.size(); ++rank) {
    (*each)[rank].append(all, place, bytes[rank]);
    place += bytes[rank];
  }
}

}  // namespace

std::vector<std::string> GatherBytes(Communicator* group,
                                     absl::string_view own) {
  Communicator& host = group->host();
  const std::vector<uint64_t> sizes = GatherSizes(&host, own.size());
  const uint64_t longest = *std::max_element(sizes.begin(), sizes.end());
  std::vector<std::string> each(sizes.size());
  uint64_t begin = 0;
  do {
    GatherPieces(&host, own, sizes, begin, &each);
    begin += kPiece;
  } while (begin < longest);
  return each;
}

uint8_t UnionOf(Communicator* group, uint8_t own) {
  std::vector<uint8_t> all(group->size());
  group->AllGather(&own, std::vector<size_t>(group->size(), sizeof(own)),
                   all.data());
  return std::accumulate(all.begin(), all.end(), uint8_t{0},
                         std::bit_or<uint8_t>());
}

bool AnyOf(Communicator* group, bool own) {
  return UnionOf(group, own ? 1 : 0) != 0;
}

}  // namespace paddle::distributed
