#include "paddle/framework/distributed/server/applied_calls.h"

#include <algorithm>
#include <iterator>

namespace paddle::distributed {

void AppliedCalls::ForgetBefore(int64_t oldest, Client* client) {
  if (oldest <= client->oldest) return;
  client->oldest = oldest;
  const auto end = client->applied.lower_bound(oldest);
  together_ -= std::distance(client->applied.begin(), end);
  client->applied.erase(client->applied.begin(), end);
}

void AppliedCalls::ForgetMostSilent() {
  const auto first = silent_.begin();
  const auto client = clients_.find(first->second);
  together_ -= client->second.applied.size();
  clients_.erase(client);
  silent_.erase(first);
}

AppliedCalls::Client& AppliedCalls::Hear(const proto::CallHead& head) {
  const bool known = clients_.count(head.client()) > 0;
  if (!known && clients_.size() >= most_clients_) ForgetMostSilent();
  Client& client = clients_[head.client()];
  if (known) silent_.erase(client.heard);
  client.heard = ++count_;
  silent_[client.heard] = head.client();
  ForgetBefore(head.oldest(), &client);
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
  if (client.applied.insert(head.sequence()).second) ++together_;
  if (client.applied.size() > most_calls_) {
    ForgetBefore(*client.applied.begin() + 1, &client);
  }
  // The one that was heard last stays.
  while (together_ > most_together_ && clients_.size() > 1) ForgetMostSilent();
}

}  // namespace paddle::distributed
