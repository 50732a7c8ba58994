#include "paddle/framework/distributed/master/job_client.h"

#include <future>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/distributed/master/job_calls.h"
#include "paddle/framework/distributed/master/random_name.h"
#include "paddle/framework/distributed/server/byte_tensor.h"
#include "paddle/framework/distributed/server/frame_library.h"
#include "paddle/framework/distributed/server/token.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/token.h"

namespace paddle::distributed {
namespace {

Call CallOf(const char* block, const std::vector<std::string>& names) {
  Call call;
  call.head.set_block(block);
  for (const std::string& name : names) call.head.add_names(name);
  return call;
}

template <class Message>
Message Parsed(const std::string& bytes) {
  Message message;
  PADDLE_ENFORCE(message.ParseFromString(bytes), DataLoss,
                 "a node's answer is not what it should be");
  return message;
}

}  // namespace

JobClient::JobClient(std::vector<std::string> addresses, Connect connect,
                     std::chrono::milliseconds timeout)
    : addresses_(std::move(addresses)),
      connect_(std::move(connect)),
      timeout_(timeout) {
  PADDLE_ENFORCE(!addresses_.empty(), InvalidArgument,
                 "no address of a node is given");
}

std::string JobClient::Ask(const Call& call) {
  std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::string> reasons;
  for (size_t i = 0; i < addresses_.size(); ++i) {
    const std::string& address = addresses_[current_];
    try {
      if (node_ == nullptr) node_ = connect_(address);
      std::future<Reply> answer = BeginCall(node_.get(), call);
      PADDLE_ENFORCE(answer.wait_for(timeout_) == std::future_status::ready,
                     Unavailable, "no answer for ", timeout_.count(), " ms");
      const Reply reply = answer.get();
      ThrowErrorOf(reply, absl::StrCat("at the node ", address));
      return reply.tensors.empty() ? "" : BytesOfTensor(reply.tensors[0]);
    } catch (const platform::Error& error) {
      if (error.code() != platform::ErrorCode::kUnavailable) throw;
      reasons.push_back(absl::StrCat(address, ": ", error.message()));
    }
    node_.reset();
    current_ = (current_ + 1) % addresses_.size();
  }
  PADDLE_THROW(Unavailable, "no node answers: ", absl::StrJoin(reasons, "; "));
}

std::string JobClient::Submit(const proto::JobSpec& spec) {
  std::string id = RandomName(spec.name());
  Call call = CallOf(kSubmitBlock, {id});
  call.tensors.push_back(TensorOfBytes(spec.SerializeAsString()));
  Ask(call);
  return id;
}

proto::JobList JobClient::Jobs() {
  return Parsed<proto::JobList>(Ask(CallOf(kJobsBlock, {})));
}

proto::ListedJob JobClient::Job(const std::string& id) {
  const auto jobs = Parsed<proto::JobList>(Ask(CallOf(kJobsBlock, {id})));
  PADDLE_ENFORCE(jobs.jobs_size() == 1, NotFound, "there is no job '", id, "'");
  return jobs.jobs(0);
}

proto::FileList JobClient::Files(const std::string& id) {
  return Parsed<proto::FileList>(Ask(CallOf(kFilesBlock, {id})));
}

std::string JobClient::Read(const std::string& id, const std::string& file,
                            int64_t offset) {
  Call call = CallOf(kReadBlock, {id, file});
  call.head.set_step(offset);
  return Ask(call);
}

void JobClient::Cancel(const std::string& id) {
  Ask(CallOf(kCancelBlock, {id}));
}

JobClient::Connect ConnectNodesBy(const std::string& library,
                                  const std::string& token_file,
                                  std::chrono::milliseconds timeout) {
  const std::string token =
      token_file.empty() ? "" : platform::ReadToken(token_file);
  const PaddleFrameTable* table = &LoadFrameLibrary(library);
  return [table, token, timeout](const std::string& address) {
    return WithToken(ConnectByLibrary(*table, address, timeout), token);
  };
}

}  // namespace paddle::distributed
