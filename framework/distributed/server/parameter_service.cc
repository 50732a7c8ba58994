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
    for (Waiting& each : waiting_) {
      each.done(ErrorReply(ErrorCode::kUnavailable, "the server ends"));
    }
    waiting_.clear();
  });
}

void ParameterService::Begin(Call call, Done done) {
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
    if (*later) waiting_.push_back({std::move(*call), done});
    return *later ? Reply() : Pull(head);
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
  if (!made && found->second.Add(head, std::move(call->tensors))) {
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
  std::vector<Waiting> waiting = std::move(waiting_);
  waiting_.clear();
  for (Waiting& each : waiting) {
    const bool failed = failure_.head.error() != 0;
    if (!failed && each.call.head.step() >= version_) {
      waiting_.push_back(std::move(each));
    } else {
      each.done(failed ? failure_
                       : Caught([&] { return Pull(each.call.head); }));
    }
  }
}

}  // namespace paddle::distributed
