#include "paddle/framework/distributed/server/parameter_service.h"

#include <exception>
#include <string>
#include <vector>

#include "absl/strings/match.h"

#include "paddle/framework/ir/server_blocks.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using platform::ErrorCode;

// Returns what the function returns, or throws, as a reply.
template <class Function>
Reply Caught(const Function& function) {
  try {
    return function();
  } catch (const platform::Error& error) {
    return ErrorReply(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return ErrorReply(ErrorCode::kResourceExhausted, "out of memory");
  } catch (const std::exception& error) {
    return ErrorReply(ErrorCode::kInternal, error.what());
  }
}

}  // namespace

ParameterService::ParameterService(
    const framework::Program& main,
    const std::shared_ptr<const framework::Program>& startup)
    : blocks_(main, startup) {
  MakeSums();
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
    Reply reply = Caught([&] { return Answer(&call, done, &later); });
    if (!later) done(std::move(reply));
    AnswerWaiting();
  });
}

Reply ParameterService::Answer(Call* call, const Done& done, bool* later) {
  if (failure_.head.error() != 0) return failure_;
  const proto::CallHead& head = call->head;
  if (head.block() == kParametersBlock) {
    *later = !head.latest() && head.step() >= version_;
    if (!*later) return Pull(head);
    *later = head.server() == 0 || head.server() == incarnation_;
    PADDLE_ENFORCE(*later, Unavailable,
                   "the server has begun anew, and has nothing of step ",
                   head.step(), " that was pushed before");
    waiting_.Add(head, done, WaitingCalls::Clock::now());
    return Reply();
  }
  return head.block() == kRestoreBlock ? Restore(*call) : Push(call);
}

Reply ParameterService::Push(Call* call) {
  const proto::CallHead& head = call->head;
  const auto found = sums_.find(head.block());
  PADDLE_ENFORCE(found != sums_.end(), NotFound, "this server has no block '",
                 head.block(), "' that gradients could be pushed to");
  PADDLE_ENFORCE(head.step() <= version_, FailedPrecondition, "trainer ",
                 head.rank(), " pushes gradients of step ", head.step(),
                 ", and the server has made ", version_, " steps");
  const bool made = head.step() < version_ || updated_.count(head.block()) > 0;
  if (!made && Add(&found->second, call)) {
    // The one that pushed the last part does not learn of the update; who pulls
    // does.
    const Reply reply = Caught([&] {
      Apply(found->first, &found->second);
      return Reply();
    });
    if (reply.head.error() != 0) failure_ = reply;
  }
  Reply reply;
  reply.head.set_version(version_);
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
  return Reply();
}

Reply ParameterService::Pull(const proto::CallHead& head) const {
  PADDLE_ENFORCE(head.latest() || head.step() + 1 == version_,
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
      [&](const proto::CallHead& head) {
        return failed || head.step() < version_;
      },
      [&](const proto::CallHead& head) {
        return failed ? failure_ : Caught([&] { return Pull(head); });
      });
}

}  // namespace paddle::distributed
