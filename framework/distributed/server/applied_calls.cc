#include "paddle/framework/distributed/server/applied_calls.h"

#include <algorithm>

namespace paddle::distributed {

AppliedCalls::Client& AppliedCalls::Hear(const proto::CallHead& head) {
  const bool known = clients_.count(head.client()) > 0;
  if (!known && clients_.size() >= most_clients_) {
    clients_.erase(std::min_element(clients_.begin(), clients_.end(),
                                    [](const auto& a, const auto& b) {
                                      return a.second.heard < b.second.heard;
                                    }));
  }
  Client& client = clients_[head.client()];
  client.heard = ++count_;
  client.oldest = std::max<int64_t>(client.oldest, head.oldest());
  client.applied.erase(client.applied.begin(),
                       client.applied.lower_bound(client.oldest));
  return client;
}

AppliedCalls::Verdict AppliedCalls::Judge(const proto::CallHead& head) {
  if (head.client() == 0) return Verdict::kApply;
  const Client& client = Hear(head);
  if (head.sequence() < client.oldest) return Verdict::kOlder;
  return client.applied.count(head.sequence()) > 0 ? Verdict::kRepeat
                                                   : Verdict::kApply;
}

void AppliedCalls::Note(const proto::CallHead& head) {
  if (head.client() == 0) return;
  Client& client = Hear(head);
  if (head.sequence() < client.oldest) return;
  client.applied.insert(head.sequence());
  if (client.applied.size() <= most_calls_) return;
  client.oldest = *client.applied.begin() + 1;
  client.applied.erase(client.applied.begin());
}

}  // namespace paddle::distributed
