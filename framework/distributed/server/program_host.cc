#include "paddle/framework/distributed/server/program_host.h"

#include <utility>

#include "paddle/framework/distributed/server/byte_tensor.h"
#include "paddle/framework/distributed/server/call_file.h"
#include "paddle/framework/distributed/server/caught.h"
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

std::shared_ptr<CallTarget> ProgramHost::target() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return target_;
}

void ProgramHost::Begin(Call call, Done done) {
  if (call.head.block() == kProgramsBlock) {
    return done(CaughtReply([&] { return TakePrograms(call); }));
  }
  const std::shared_ptr<CallTarget> known = target();
  if (known != nullptr) return known->Begin(std::move(call), std::move(done));
  done(ErrorReply(platform::ErrorCode::kFailedPrecondition,
                  "this server has no program yet, which the first trainer "
                  "sends when it cuts its own"));
}

void ProgramHost::CheckJob(const proto::CallHead& head) const {
  PADDLE_ENFORCE(target() == nullptr || head.options().job() == job_,
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
  std::lock_guard<std::mutex> lock(making_);
  CheckJob(call.head);
  if (target() != nullptr && !call.head.anew()) {
    PADDLE_ENFORCE(sent == sent_, FailedPrecondition,
                   "this server has a program, and is sent another one");
    return Reply();
  }
  std::shared_ptr<CallTarget> made =
      make_(Program::Parse(schemas_, sent[0]),
            Program::Parse(schemas_, sent[1]), call.head);
  if (!file_.empty()) SaveCall(file_, call);
  sent_ = std::move(sent);
  job_ = call.head.options().job();
  std::lock_guard<std::mutex> changing(mutex_);
  target_.swap(made);
  return Reply();
}

}  // namespace paddle::distributed
