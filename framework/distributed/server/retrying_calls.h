// Calls servers until they answer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/distributed/server/server_calls.h"

namespace paddle::distributed {

// A server, and how it is called in messages: its address.
struct NamedServer {
  std::shared_ptr<CallTarget> target;
  std::string name;
};

// The calls of a trainer to its servers. A call that ends with Unavailable, or
// does not end, is made again, with the same sequence number; other errors are
// final. A call that waits for other trainers may do so for ever: made again,
// it tells that its server lives. Calls are made again by Wait alone, in the
// thread of its caller.
//
// A server that begins anew (ReplyHead.incarnation) has lost what it was sent:
// pushes are kept until they are forgotten, and made again to it.
//
// Used by one thread, but for Interrupt. Destroyed, it waits for no call.
class RetryingCalls {
 public:
  RetryingCalls(std::vector<NamedServer> servers, const RetryOptions& options);
  ~RetryingCalls();
  RetryingCalls(const RetryingCalls&) = delete;
  RetryingCalls& operator=(const RetryingCalls&) = delete;

  // Returns a server by its number. InvalidArgument if there is none.
  const NamedServer& server(int number) const;
  int size() const;

  // Begins a call that changes something at the server, and keeps it. Nobody
  // writes to its tensors until it is forgotten.
  void Push(int server, Call call);
  // Begins a call that asks for something. `reply` is left what comes back.
  void Ask(int server, Call call, std::shared_ptr<Reply> reply);

  // Returns when all calls have been answered. Throws the error of one that was
  // answered with one, with the server's address, and does so until that is
  // forgotten; Unavailable with address, number of attempts and last error for
  // a server that does not answer within the budget.
  // Not interruptible: calls that wait for no other trainer.
  void Wait(bool interruptible = true);

  // Says to which epoch of the trainers' group the calls that follow belong.
  void BeginEpoch(int64_t epoch);
  // Ends Wait with Unavailable, for this reason, until a later epoch begins.
  // Called by any thread.
  void Interrupt(int64_t epoch, const std::string& reason);

  // Gives up what is under way to a server, or to all, and forgets what was
  // pushed, and errors that were answers.
  void Forget(int server);
  void ForgetAll();

 private:
  class State;

  // Shared with the calls under way, which may outlive this.
  const std::shared_ptr<State> state_;
};

}  // namespace paddle::distributed
