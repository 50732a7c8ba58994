// Remembers which calls have had their effect, so that none has it twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>

#include "paddle/framework/distributed/server/call.pb.h"

namespace paddle::distributed {

// The calls that a server has applied, by client incarnation and sequence
// number. Calls may come in any order: a client says with each which are the
// oldest that it may make again, and what lies before is forgotten. After RIFL
// (Lee et al., SOSP 2015). Used by one thread.
//
// A server that applies what comes as it comes has no other way to know a
// call that is made again; it keeps the numbers with the rows it changes. A
// server that makes steps knows it by step, epoch and rank, and needs this for
// calls that were given up alone.
class AppliedCalls {
 public:
  // Remembers at most that many clients, that many calls of each, and so many
  // of all together: by default 16 of each of 65536 clients, in about 64 MB.
  // The client that has been silent for longest is forgotten for a new one, and
  // for calls of others; of calls, the oldest are, which is what their client
  // cannot see: it should have fewer under way.
  explicit AppliedCalls(size_t most_clients = 65536, size_t most_calls = 4096,
                        size_t most_together = 1 << 20)
      : most_clients_(most_clients),
        most_calls_(most_calls),
        most_together_(most_together) {}

  enum class Verdict {
    kApply,   // It has not come yet.
    kRepeat,  // It was applied: answer as before.
    kOlder,   // Its client has ended it or given it up: refuse.
  };
  // Says what is to be done with a call. One without client is applied.
  Verdict Judge(const proto::CallHead& head);
  // Notes that a call was applied.
  void Note(const proto::CallHead& head);

 private:
  struct Client {
    int64_t oldest = 0;
    std::set<int64_t> applied;  // none before the oldest
    uint64_t heard = 0;         // by the count of calls
  };

  Client& Hear(const proto::CallHead& head);
  void ForgetBefore(int64_t oldest, Client* client);
  void ForgetMostSilent();

  const size_t most_clients_;
  const size_t most_calls_;
  const size_t most_together_;
  uint64_t count_ = 0;                   // of calls that were heard
  size_t together_ = 0;                  // calls that are remembered
  std::map<uint64_t, uint64_t> silent_;  // numbers of clients, by heard
  std::map<uint64_t, Client> clients_;
};

}  // namespace paddle::distributed
