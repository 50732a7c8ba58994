// Takes calls: a server, or the way to one.
#pragma once

#include <functional>
#include <future>
#include <string>
#include <vector>

#include "paddle/framework/distributed/server/call.pb.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

// The block that asks a server of parameters for values of variables; it is
// none of the program's.
inline constexpr char kParametersBlock[] = "parameters";
// Say that a client is going to make steps, and that it makes no more.
inline constexpr char kJoinBlock[] = "join";
inline constexpr char kLeaveBlock[] = "leave";
// The one that returns an array [64] of int64: how many pushes came so late
// that 0, 1, 2, ... others were applied since their trainer had pulled; the
// last number counts all above, too.
inline constexpr char kStalenessBlock[] = "staleness";
// Begin the two by which rows of tables are moved. "list_rows:w" is asked with
// an array int64 [2]: an id, and how many rows from there on; its reply, and
// what "take_rows:w" is sent, are the arrays of ListRows (table_rows.h). A
// table takes rows before it has made a step, and until kRestoreBlock says
// which step they are of.
inline constexpr char kListRowsPrefix[] = "list_rows:";
inline constexpr char kTakeRowsPrefix[] = "take_rows:";
// The one that sets variables to the tensors of the call, and the number of
// steps that were made to its step: all calls are then of a later step.
inline constexpr char kRestoreBlock[] = "restore";

// Tensors are in memory of the CPU; the heads' list of them is filled in by
// those who carry them (frame.h).
struct Call {
  proto::CallHead head;
  std::vector<framework::Tensor> tensors;
};

struct Reply {
  proto::ReplyHead head;
  std::vector<framework::Tensor> tensors;
};

// Thread safe.
class CallTarget {
 public:
  using Done = std::function<void(Reply)>;

  virtual ~CallTarget() = default;
  // Begins a call. `done` is called once, by any thread, perhaps before this
  // returns. Whatever goes wrong is an error in the reply. Nobody writes to
  // the call's tensors before that.
  virtual void Begin(Call call, Done done) = 0;
};

// Begins a call and returns its reply to come.
std::future<Reply> BeginCall(CallTarget* target, Call call);
// Makes a call and waits for its reply.
Reply Await(CallTarget* target, Call call);

// Returns the reply that says what went wrong.
Reply ErrorReply(platform::ErrorCode code, std::string message);
// Throws the error of a reply, if it has one, with `where` as its context.
void ThrowErrorOf(const Reply& reply, const std::string& where);

}  // namespace paddle::distributed
