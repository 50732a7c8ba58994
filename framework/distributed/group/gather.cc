#include "paddle/framework/distributed/group/gather.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

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

bool AnyOf(Communicator* group, bool own) {
  const char vote = own ? 1 : 0;
  std::vector<char> votes(group->size());
  group->AllGather(&vote, std::vector<size_t>(group->size(), sizeof(vote)),
                   votes.data());
  return std::find(votes.begin(), votes.end(), 1) != votes.end();
}

}  // namespace paddle::distributed
