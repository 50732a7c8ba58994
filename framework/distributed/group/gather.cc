#include "paddle/framework/distributed/group/gather.h"

#include <cstddef>
#include <functional>
#include <numeric>

namespace paddle::distributed {

std::vector<std::string> GatherBytes(Communicator* group,
                                     absl::string_view own) {
  Communicator& host = group->host();
  const int size = host.size();
  const uint64_t own_size = own.size();
  std::vector<uint64_t> sizes(size);
  host.AllGather(&own_size, std::vector<size_t>(size, sizeof(own_size)),
                 sizes.data());
  const std::vector<size_t> bytes(sizes.begin(), sizes.end());
  std::string all;
  for (size_t count : bytes) all.append(count, '\0');
  host.AllGather(own.data(), bytes, all.data());
  std::vector<std::string> each;
  size_t begin = 0;
  for (size_t count : bytes) {
    each.push_back(all.substr(begin, count));
    begin += count;
  }
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
