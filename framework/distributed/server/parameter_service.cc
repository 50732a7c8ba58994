#include "paddle/framework/distributed/server/parameter_service.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/server/call_file.h"
#include "paddle/framework/distributed/server/caught.h"
#include "paddle/framework/distributed/server/kept.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using platform::ErrorCode;

constexpr size_t kCounts = 64;
// One more or less never overflows.
constexpr int64_t kMostSteps = Staleness::kMostSteps;

// Returns the name of the table in that of a block.
std::string NameBehind(absl::string_view prefix, const proto::CallHead& head) {
  return head.block().substr(prefix.size());
}

}  // namespace

ParameterService::ParameterService(
    const framework::Program& main,
    const std::shared_ptr<const framework::Program>& startup,
    const ParameterServiceOptions& options)
    : options_(options),
      blocks_(main, startup, options.new_table, options.tables_are_kept),
      staleness_(options.served.staleness()),
      staleness_counts_(kCounts),
      queue_(std::make_unique<CallQueue>()) {
  if (options_.file.empty()) return;
  PADDLE_ENFORCE(!is_async(), Unimplemented,
                 "a server that keeps each step on the disk, and waits for no "
                 "trainer: with \"async\", start it without --server-dir and "
                 "--dir");
  PADDLE_ENFORCE(options_.tables_are_kept || !blocks_.has_tables(),
                 Unimplemented,
                 "a server that keeps each step on the disk, but the rows of "
                 "its tables in memory: it needs a library that keeps them "
                 "(ServerProcessOptions::tables)");
  const absl::optional<Call> kept =
      ReadKept("the last step", [&] { return LoadCall(options_.file); });
  if (kept.has_value()) {
    Restore(*kept);
  } else {
    blocks_.Restore(Call());  // A table may have kept the first step alone.
  }
}

// Writes the step to the disk.
void ParameterService::Keep() const {
  if (options_.file.empty()) return;
  distributed::Keep(absl::StrCat("step ", blocks_.version()),
                    [&] { SaveCall(options_.file, blocks_.State()); });
}

ParameterService::~ParameterService() {
  queue_ = nullptr;  // There is no other thread any more.
  // Where there is no memory for the answers, callers learn of the end by the
  // end of their connections.
  CaughtReply([&] {
    waiting_.Answer([](const auto&) { return true; },
                    [](const auto&) {
                      return ErrorReply(ErrorCode::kUnavailable,
                                        "the server ends");
                    });
  });
}

void ParameterService::Begin(Call call, Done answer) {
  Done done = [answer = std::move(answer),
               incarnation = incarnation_](Reply reply) {
    reply.head.set_incarnation(incarnation);
    answer(std::move(reply));
  };
  queue_->Add([this, call = std::move(call), done = std::move(done)]() mutable {
    bool later = false;
    Reply reply = CaughtReply([&] { return Answer(&call, done, &later); });
    if (!later) done(std::move(reply));
    AnswerWaiting();
  });
}

Reply ParameterService::Answer(Call* call, const Done& done, bool* later) {
  const proto::CallHead& head = call->head;
  if (failure_.head.error() != 0) return failure_;
  PADDLE_ENFORCE(-kMostSteps <= head.step() && head.step() <= kMostSteps,
                 InvalidArgument, "trainer ", head.rank(),
                 " makes a call of step ", head.step());
  if (blocks_.TableOf(head) != nullptr || head.block() == kParametersBlock) {
    return AnswerPull(call, done, later);
  }
  if (head.block() == kRestoreBlock) return Restore(*call);
  if (absl::StartsWith(head.block(), kListRowsPrefix)) return ListRows(*call);
  if (absl::StartsWith(head.block(), kTakeRowsPrefix)) return TakeRows(*call);
  if (head.block() == kStalenessBlock) return StalenessCounts();
  if (head.block() == kJoinBlock || head.block() == kLeaveBlock) {
    return JoinOrLeave(head);
  }
  return Push(call);
}

// Throws for a call that its client has given up: the others of a step may have
// been made anew, or the client may have left.
AppliedCalls::Verdict ParameterService::Judge(const proto::CallHead& head) {
  const AppliedCalls::Verdict verdict = applied_.Judge(head);
  PADDLE_ENFORCE(verdict != AppliedCalls::Verdict::kOlder, FailedPrecondition,
                 "trainer ", head.rank(), " has given up its call ",
                 head.sequence(), " before it came");
  return verdict;
}

Reply ParameterService::JoinOrLeave(const proto::CallHead& head) {
  Judge(head);
  if (head.block() == kJoinBlock) {
    staleness_.Made(head.client(), head.step() - 1, Clock::now());
  } else {
    staleness_.Leave(head.client());
  }
  return Reply();
}

bool ParameterService::IsReady(const proto::CallHead& head) const {
  if (head.latest()) return true;
  const TableUpdate* table = blocks_.TableOf(head);
  if (is_async()) {
    return table != nullptr || staleness_.MayGoOn(head.client(), Clock::now());
  }
  return table != nullptr ? head.step() <= table->steps()
                          : head.step() < blocks_.version();
}

// Throws for a pull that no trainer makes, which might wait, or whose reply
// might take any memory.
void ParameterService::CheckPull(const Call& call) const {
  const TableUpdate* table = blocks_.TableOf(call.head);
  if (table != nullptr) {
    PADDLE_ENFORCE(call.tensors.size() == 1, InvalidArgument,
                   "rows of the table '", table->name(), "' are asked for by ",
                   call.tensors.size(), " arrays of ids");
  } else {
    PADDLE_ENFORCE(call.head.names_size() <= blocks_.variables(),
                   InvalidArgument, "trainer ", call.head.rank(), " asks for ",
                   call.head.names_size(), " variables of a server with ",
                   blocks_.variables());
    const std::set<std::string> names(call.head.names().begin(),
                                      call.head.names().end());
    PADDLE_ENFORCE(names.size() == size_t(call.head.names_size()),
                   InvalidArgument, "trainer ", call.head.rank(),
                   " asks for a variable twice");
  }
}

Reply ParameterService::AnswerPull(Call* call, const Done& done, bool* later) {
  const proto::CallHead& head = call->head;
  CheckPull(*call);
  const bool of_table = blocks_.TableOf(head) != nullptr;
  if (head.latest() || (IsReady(head) && (of_table || !is_async()))) {
    return Pull(*call);
  }
  // The caller is to find in it all that it has pushed.
  PADDLE_ENFORCE(head.server() == 0 || head.server() == incarnation_,
                 Unavailable,
                 "the server has begun anew, and has nothing of step ",
                 head.step(), " that was pushed before");
  if (is_async()) {
    Judge(head);
    staleness_.Made(head.client(), head.step(), Clock::now());
    if (IsReady(head)) return Pull(*call);
  }
  *later = true;
  waiting_.Add(std::move(*call), done, Clock::now());
  return Reply();
}

Reply ParameterService::Push(Call* call) {
  const std::string& block = call->head.block();
  PushedUpdate* const update = blocks_.Find(block);
  if (is_async()) {
    PushAlone(block, update, call);
  } else {
    PushOfStep(block, update, call);
  }
  Reply reply;
  reply.head.set_version(blocks_.version());
  return reply;
}

void ParameterService::PushOfStep(const std::string& block,
                                  PushedUpdate* update, Call* call) {
  const proto::CallHead& head = call->head;
  PADDLE_ENFORCE(head.step() <= blocks_.version(), FailedPrecondition,
                 "trainer ", head.rank(), " pushes gradients of step ",
                 head.step(), ", and the server has made ", blocks_.version(),
                 " steps");
  if (blocks_.HasRun(block, head.step())) return;
  if (Judge(head) == AppliedCalls::Verdict::kRepeat) return;
  const bool all = update->Add(head, std::move(call->tensors));
  applied_.Note(head);
  if (!all) return;
  // The one that pushed the last part does not learn of the update; who pulls
  // does.
  const Reply reply = CaughtReply([&] {
    const int64_t version = blocks_.version();
    blocks_.Run(block);
    if (blocks_.version() > version) Keep();
  });
  if (reply.head.error() != 0) failure_ = reply;
}

// Applies what one trainer pushes. It learns of an error itself, also when it
// asks again: the others go on.
void ParameterService::PushAlone(const std::string& block, PushedUpdate* update,
                                 Call* call) {
  const proto::CallHead& head = call->head;
  PADDLE_ENFORCE(head.ranks() == 1, InvalidArgument,
                 "a server that waits for no other trainer is pushed gradients "
                 "of ",
                 head.ranks(), " together");
  if (Judge(head) == AppliedCalls::Verdict::kRepeat) return;
  update->Add(head, std::move(call->tensors));
  const int64_t version = blocks_.version();
  const bool counts = blocks_.RunAlone(block);
  applied_.Note(head);
  if (counts) CountStaleness(head.client(), version);
}

void ParameterService::CountStaleness(uint64_t client, int64_t version) {
  const auto pulled = pulled_.find(client);
  if (pulled == pulled_.end()) return;
  const int64_t others = std::max<int64_t>(0, version - pulled->second);
  ++staleness_counts_[std::min<size_t>(others, kCounts - 1)];
}

Reply ParameterService::StalenessCounts() const {
  framework::Tensor counts(framework::Dims({kCounts}),
                           framework::DataType::kInt64);
  std::copy(staleness_counts_.begin(), staleness_counts_.end(),
            counts.mutable_data<int64_t>());
  Reply reply;
  reply.tensors = {counts};
  return reply;
}

Reply ParameterService::ListRows(const Call& call) const {
  PADDLE_ENFORCE(call.tensors.size() == 1 && call.tensors[0].numel() == 2 &&
                     call.tensors[0].dtype() == framework::DataType::kInt64,
                 InvalidArgument,
                 "rows are listed from one id on, and up to a number of them");
  const auto* const asked = call.tensors[0].data<int64_t>();
  Reply reply;
  reply.head.set_version(blocks_.version());
  reply.tensors = blocks_.FindTable(NameBehind(kListRowsPrefix, call.head))
                      .List(asked[0], asked[1]);
  return reply;
}

Reply ParameterService::TakeRows(const Call& call) {
  if (Judge(call.head) == AppliedCalls::Verdict::kRepeat) return Reply();
  blocks_.FindTable(NameBehind(kTakeRowsPrefix, call.head)).Take(call.tensors);
  applied_.Note(call.head);
  return Reply();
}

// Once: a call that comes again may come when training has gone on.
Reply ParameterService::Restore(const Call& call) {
  if (Judge(call.head) == AppliedCalls::Verdict::kRepeat) return Reply();
  blocks_.Restore(call);
  Keep();
  blocks_.EndTaking();  // Before, it could begin anew without the values.
  applied_.Note(call.head);
  return Reply();
}

Reply ParameterService::Pull(const Call& call) {
  const TableUpdate* table = blocks_.TableOf(call.head);
  return table == nullptr ? PullParameters(call.head) : PullRows(*table, call);
}

Reply ParameterService::PullRows(const TableUpdate& table,
                                 const Call& call) const {
  Reply reply;
  reply.head.set_version(blocks_.version());
  reply.tensors = {table.Read(call.tensors[0], call.head.step(),
                              is_async() || call.head.latest())};
  return reply;
}

Reply ParameterService::PullParameters(const proto::CallHead& head) {
  const int64_t version = blocks_.version();
  if (is_async() && !head.latest()) {
    if (pulled_.size() > Staleness::kMostClients) pulled_.clear();
    pulled_[head.client()] = version;
  }
  PADDLE_ENFORCE(is_async() || head.latest() || head.step() + 1 == version,
                 FailedPrecondition, "trainer ", head.rank(),
                 " asks for the parameters that step ", head.step(),
                 " makes, and the server has made ", version, " steps");
  Reply reply;
  reply.head.set_version(version);
  for (const std::string& name : head.names()) {
    reply.tensors.push_back(blocks_.Value(name));
  }
  return reply;
}

void ParameterService::AnswerWaiting() {
  const bool failed = failure_.head.error() != 0;
  waiting_.Answer(
      [&](const proto::CallHead& head) { return failed || IsReady(head); },
      [&](const Call& call) {
        return failed ? failure_ : CaughtReply([&] { return Pull(call); });
      });
}

}  // namespace paddle::distributed
