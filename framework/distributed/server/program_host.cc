#include "paddle/framework/distributed/server/program_host.h"

#include <utility>

#include "absl/types/optional.h"

#include "paddle/framework/distributed/server/byte_tensor.h"
#include "paddle/framework/distributed/server/call_file.h"
#include "paddle/framework/distributed/server/caught.h"
#include "paddle/framework/distributed/server/kept.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::Program;

framework::Tensor BytesOf(const Program& program) {
  return TensorOfBytes(program.Serialize(/*with_call_sites=*/true));
}

}  // namespace

Call ProgramsCall(const Program& main, const Program& startup,
                  const proto::ServerOptions& options, bool anew) {
  Call call;
  call.head.set_block(kProgramsBlock);
  call.head.set_anew(anew);
  *call.head.mutable_options() = options;
  call.tensors = {BytesOf(main), BytesOf(startup)};
  return call;
}

ProgramHost::ProgramHost(const framework::SchemaSource& schemas, Make make,
                         std::string file)
    : schemas_(schemas), make_(std::move(make)), file_(std::move(file)) {
  if (file_.empty()) return;
  absl::optional<Call> kept = LoadCall(file_);
  if (!kept.has_value()) return;
  kept->head.set_anew(false);  // It goes on.
  TakePrograms(*kept);
}

class ProgramHost::Use {
 public:
  explicit Use(ProgramHost* host) : host_(*host) {
    std::lock_guard<std::mutex> lock(host_.mutex_);
    PADDLE_ENFORCE(!host_.ending_, Unavailable,
                   "this server is taking the programs of a job that begins");
    PADDLE_ENFORCE(host_.target_ != nullptr, FailedPrecondition,
                   "this server has no program yet, which the first trainer "
                   "sends when it cuts its own");
    ++host_.used_;
  }
  ~Use() {
    std::lock_guard<std::mutex> lock(host_.mutex_);
    --host_.used_;
    host_.changed_.notify_all();
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

  CallTarget& target() const { return *host_.target_; }

 private:
  ProgramHost& host_;
};

void ProgramHost::Begin(Call call, Done done) {
  if (call.head.block() == kProgramsBlock) {
    return done(CaughtReply([&] { return TakePrograms(call); }));
  }
  absl::optional<Use> use;
  Reply refusal = CaughtReply([&] { use.emplace(this); });
  if (!use.has_value()) return done(std::move(refusal));
  use->target().Begin(std::move(call), std::move(done));
}

// Whatever the target still has to do it does before this returns: what the
// next one keeps takes the place of what it has kept.
void ProgramHost::EndTarget() {
  std::unique_lock<std::mutex> lock(mutex_);
  ending_ = true;
  changed_.wait(lock, [&] { return used_ == 0; });
  const std::unique_ptr<CallTarget> ended = std::move(target_);
  lock.unlock();
}

void ProgramHost::SetTarget(std::unique_ptr<CallTarget> target) {
  std::lock_guard<std::mutex> lock(mutex_);
  target_ = std::move(target);
  ending_ = false;
}

std::unique_ptr<CallTarget> ProgramHost::TargetOf(
    const Call& call, const std::vector<std::string>& sent) {
  const Programs main = Program::Parse(schemas_, sent[0]);
  const Programs startup = Program::Parse(schemas_, sent[1]);
  EndTarget();
  try {
    std::unique_ptr<CallTarget> made = make_(main, startup, call.head);
    if (file_.empty()) return made;
    Keep("the programs of the job", [&] { SaveCall(file_, call); });
    return made;
  } catch (...) {
    SetTarget(nullptr);
    throw;
  }
}

void ProgramHost::CheckJob(const proto::CallHead& head) const {
  PADDLE_ENFORCE(target_ == nullptr || head.options().job() == job_,
                 FailedPrecondition, "this server serves the job '", job_,
                 "', and is sent a program of the job '", head.options().job(),
                 "'");
}

Reply ProgramHost::TakePrograms(const Call& call) {
  PADDLE_ENFORCE(call.tensors.size() == 2, InvalidArgument,
                 "programs are sent as two arrays of bytes, not as ",
                 call.tensors.size());
  std::vector<std::string> sent;
  for (const framework::Tensor& tensor : call.tensors)
    sent.push_back(BytesOfTensor(tensor));
  sent.push_back(call.head.options().SerializeAsString());
  std::unique_lock<std::mutex> lock(making_, std::try_to_lock);
  if (lock.owns_lock()) return Take(call, std::move(sent));
  Reply reply;
  reply.head.set_waiting(true);
  return reply;
}

Reply ProgramHost::Take(const Call& call, std::vector<std::string> sent) {
  const AppliedCalls::Verdict verdict = applied_.Judge(call.head);
  PADDLE_ENFORCE(verdict != AppliedCalls::Verdict::kOlder, FailedPrecondition,
                 "programs whose sender has given them up before they came");
  if (verdict == AppliedCalls::Verdict::kRepeat) return Reply();
  CheckJob(call.head);
  if (target_ != nullptr && !call.head.anew()) {
    PADDLE_ENFORCE(sent == sent_, FailedPrecondition,
                   "this server has a program, and is sent another one");
  } else {
    SetTarget(TargetOf(call, sent));
    sent_ = std::move(sent);
    job_ = call.head.options().job();
  }
  applied_.Note(call.head);
  return Reply();
}

}  // namespace paddle::distributed
