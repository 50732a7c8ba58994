#include "paddle/framework/distributed/server/parameter_service.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/match.h"

#include "paddle/framework/distributed/server/call_file.h"
#include "paddle/framework/distributed/server/caught.h"
#include "paddle/framework/ir/server_blocks.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using platform::ErrorCode;

constexpr size_t kCounts = 64;
constexpr size_t kMostClients = 65536;

}  // namespace

ParameterService::ParameterService(
    const framework::Program& main,
    const std::shared_ptr<const framework::Program>& startup,
    const proto::ServerOptions& options, std::string file)
    : options_(options),
      file_(std::move(file)),
      blocks_(main, startup),
      staleness_(options.staleness()),
      staleness_counts_(kCounts) {
  MakeSums();
  if (file_.empty()) return;
  PADDLE_ENFORCE(!options.async(), Unimplemented,
                 "a server that waits for no trainer and keeps each step on "
                 "the disk");
  const absl::optional<Call> kept = LoadCall(file_);
  if (kept.has_value()) Restore(*kept);
}

// Writes the step to the disk.
void ParameterService::Keep() const {
  if (file_.empty()) return;
  Call call;
  call.head.set_block(kRestoreBlock);
  call.head.set_step(version_);
  for (const std::string& name : blocks_.ValueNames()) {
    call.head.add_names(name);
    call.tensors.push_back(blocks_.Value(name));
  }
  try {
    SaveCall(file_, call);
  } catch (const platform::Error& error) {
    // Not Unavailable, which would be waited for.
    PADDLE_THROW(ResourceExhausted, "step ", version_,
                 " cannot be kept: ", error.message());
  }
}

void ParameterService::MakeSums() {
  sums_.clear();
  for (const std::string& name : blocks_.blocks()) {
    has_schedule_ = has_schedule_ || name == framework::kScheduleBlock;
    if (absl::StartsWith(name, framework::kUpdatePrefix)) {
      sums_.emplace(name, blocks_.Arguments(name));
    }
  }
}

ParameterService::~ParameterService() {
  queue_.Add([this] {
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
  queue_.Add([this, call = std::move(call), done = std::move(done)]() mutable {
    bool later = false;
    Reply reply = CaughtReply([&] { return Answer(&call, done, &later); });
    if (!later) done(std::move(reply));
    AnswerWaiting();
  });
}

Reply ParameterService::Answer(Call* call, const Done& done, bool* later) {
  const proto::CallHead& head = call->head;
  if (failure_.head.error() != 0) return failure_;
  if (head.block() == kParametersBlock) return AnswerPull(head, done, later);
  if (head.block() == kRestoreBlock) return Restore(*call);
  if (head.block() == kStalenessBlock) return StalenessCounts();
  if (head.block() == kJoinBlock || head.block() == kLeaveBlock) {
    return JoinOrLeave(head);
  }
  return Push(call);
}

Reply ParameterService::JoinOrLeave(const proto::CallHead& head) {
  if (head.block() == kJoinBlock) {
    staleness_.Made(head.client(), head.step() - 1, Clock::now());
  } else {
    staleness_.Leave(head.client());
  }
  return Reply();
}

bool ParameterService::IsReady(const proto::CallHead& head) const {
  if (head.latest()) return true;
  return options_.async() ? staleness_.MayGoOn(head.client(), Clock::now())
                          : head.step() < version_;
}

Reply ParameterService::AnswerPull(const proto::CallHead& head,
                                   const Done& done, bool* later) {
  const bool ready = IsReady(head);
  if (head.latest() || (ready && !options_.async())) return Pull(head);
  // The caller is to find in it all that it has pushed.
  PADDLE_ENFORCE(head.server() == 0 || head.server() == incarnation_,
                 Unavailable,
                 "the server has begun anew, and has nothing of step ",
                 head.step(), " that was pushed before");
  if (options_.async()) {
    staleness_.Made(head.client(), head.step(), Clock::now());
    if (IsReady(head)) return Pull(head);
  }
  *later = true;
  waiting_.Add(head, done, Clock::now());
  return Reply();
}

Reply ParameterService::Push(Call* call) {
  const proto::CallHead& head = call->head;
  const auto found = sums_.find(head.block());
  PADDLE_ENFORCE(found != sums_.end(), NotFound, "this server has no block '",
                 head.block(), "' that gradients could be pushed to");
  Reply reply;
  if (options_.async()) {
    PushAlone(found->first, &found->second, call);
    reply.head.set_version(version_);
    return reply;
  }
  PADDLE_ENFORCE(head.step() <= version_, FailedPrecondition, "trainer ",
                 head.rank(), " pushes gradients of step ", head.step(),
                 ", and the server has made ", version_, " steps");
  const bool made = head.step() < version_ || updated_.count(head.block()) > 0;
  if (!made && Add(&found->second, call)) {
    // The one that pushed the last part does not learn of the update; who pulls
    // does.
    const Reply reply = CaughtReply([&] {
      Apply(found->first, &found->second);
      return Reply();
    });
    if (reply.head.error() != 0) failure_ = reply;
  }
  reply.head.set_version(version_);
  return reply;
}

// Applies what one trainer pushes. It learns of an error itself: the others go
// on.
void ParameterService::PushAlone(const std::string& block, PushedSums* sums,
                                 Call* call) {
  const proto::CallHead& head = call->head;
  PADDLE_ENFORCE(head.ranks() == 1, InvalidArgument,
                 "a server that waits for no other trainer is pushed gradients "
                 "of ",
                 head.ranks(), " together");
  if (!Add(sums, call)) return;
  const std::vector<framework::LoDTensor> gradients = sums->TakeMean();
  if (block == sums_.begin()->first) {
    if (has_schedule_) blocks_.Run(framework::kScheduleBlock, {});
    CountStaleness(head.client());
    ++version_;
  }
  blocks_.Run(block, gradients);
}

void ParameterService::CountStaleness(uint64_t client) {
  const auto pulled = pulled_.find(client);
  if (pulled == pulled_.end()) return;
  const int64_t others = std::max<int64_t>(0, version_ - pulled->second);
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

// Returns true when all have given. Throws for a push of a step that its client
// has given up, which may be begun again with other rows.
bool ParameterService::Add(PushedSums* sums, Call* call) {
  const proto::CallHead& head = call->head;
  const AppliedCalls::Verdict verdict = applied_.Judge(head);
  PADDLE_ENFORCE(verdict != AppliedCalls::Verdict::kOlder, FailedPrecondition,
                 "trainer ", head.rank(), " has given up its call ",
                 head.sequence(), " before it came");
  if (verdict == AppliedCalls::Verdict::kRepeat) return false;
  const bool all = sums->Add(head, std::move(call->tensors));
  applied_.Note(head);
  return all;
}

void ParameterService::Apply(const std::string& block, PushedSums* sums) {
  const std::vector<framework::LoDTensor> gradients = sums->TakeMean();
  if (updated_.empty() && has_schedule_)
    blocks_.Run(framework::kScheduleBlock, {});
  blocks_.Run(block, gradients);
  updated_.insert(block);
  if (updated_.size() < sums_.size()) return;
  updated_.clear();
  ++version_;
  Keep();
}

Reply ParameterService::Restore(const Call& call) {
  const std::vector<std::string> names(call.head.names().begin(),
                                       call.head.names().end());
  PADDLE_ENFORCE(call.head.step() >= 0, InvalidArgument, "step ",
                 call.head.step());
  blocks_.SetValues(names, call.tensors);
  // Nothing counts of a step that was begun before.
  MakeSums();
  updated_.clear();
  version_ = call.head.step();
  Keep();
  return Reply();
}

Reply ParameterService::Pull(const proto::CallHead& head) {
  if (options_.async() && !head.latest()) {
    if (pulled_.size() > kMostClients) pulled_.clear();
    pulled_[head.client()] = version_;
  }
  PADDLE_ENFORCE(
      options_.async() || head.latest() || head.step() + 1 == version_,
      FailedPrecondition, "trainer ", head.rank(),
      " asks for the parameters that step ", head.step(),
      " makes, and the server has made ", version_, " steps");
  Reply reply;
  reply.head.set_version(version_);
  for (const std::string& name : head.names()) {
    reply.tensors.push_back(blocks_.Value(name));
  }
  return reply;
}

void ParameterService::AnswerWaiting() {
  const bool failed = failure_.head.error() != 0;
  waiting_.Answer(
      [&](const proto::CallHead& head) { return failed || IsReady(head); },
      [&](const proto::CallHead& head) {
        return failed ? failure_ : CaughtReply([&] { return Pull(head); });
      });
}

}  // namespace paddle::distributed
