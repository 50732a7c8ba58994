// Mutates what a server reads from trainers, and a trainer from servers: it
// ends in a reply or in platform::Error, and takes no memory for bytes that
// have not come.

#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/distributed/server/frame.h"
#include "paddle/framework/distributed/server/parameter_service.h"
#include "paddle/framework/distributed/server/testing/frame_bytes.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/fuzz/fuzz_loop.h"
#include "paddle/tools/fuzz/mutate_bytes.h"
#include "paddle/tools/fuzz/outcomes.h"

namespace paddle::fuzz {
namespace {

using distributed::Call;
using distributed::ParameterService;
using distributed::Reply;
using framework::DataType;
using framework::Dims;
using framework::Tensor;
using platform::ErrorCode;

Tensor Numbers(int64_t count) {
  Tensor numbers(Dims({count}), DataType::kFloat32);
  for (int64_t i = 0; i < count; ++i) numbers.mutable_data<float>()[i] = 1;
  return numbers;
}

// Fills in what a client says that makes calls again.
void Number(int64_t step, distributed::proto::CallHead* head) {
  head->set_client(0x0123456789abcdef);
  head->set_sequence(step + 1);
  head->set_oldest(step + 1);
  head->set_patience_ms(5000);
}

Tensor Ids() {
  Tensor ids(Dims({3}), DataType::kInt64);
  for (int64_t i = 0; i < 3; ++i) ids.mutable_data<int64_t>()[i] = 40 * i;
  return ids;
}

Call Push(int64_t step) {
  Call call;
  call.head.set_block("update:0");
  call.head.set_step(step);
  call.head.set_ranks(1);
  call.head.set_shards(1);
  Number(step, &call.head);
  call.tensors = {Numbers(4)};
  return call;
}

// Pushes three rows of a table.
Call PushRows(int64_t step) {
  Call call = Push(step);
  call.head.set_block("update:1");
  Tensor weight(Dims({1}), DataType::kFloat64);
  weight.mutable_data<double>()[0] = 1;
  call.tensors = {weight, Ids(), Numbers(6).Reshaped(Dims({3, 2}))};
  return call;
}

Call PullRows(int64_t step) {
  Call call;
  call.head.set_block("rows:table");
  call.head.set_step(step);
  call.head.set_latest(true);
  call.tensors = {Ids()};
  return call;
}

Call Pull(int64_t step) {
  Call call;
  call.head.set_block(distributed::kParametersBlock);
  call.head.set_step(step);
  call.head.set_latest(step % 2 == 0);
  call.head.add_names("fc_0.w_0");
  call.head.add_names("fc_0.b_0");
  Number(step, &call.head);
  return call;
}

// A server of a layer of three numbers, and of a table.
std::unique_ptr<ParameterService> NewService() {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const layer::Variable x = layer::data("x", {-1, 2}, DataType::kFloat32);
  layer::EmbeddingOptions options;
  options.is_sparse = options.is_distributed = true;
  options.weight.name = "table";
  const layer::Variable ids = layer::data("ids", {-1, 1}, DataType::kInt64);
  backward::SGDOptimizer(0.1).Minimize(
      layer::mean(layer::fc(x, 1)) +
      layer::mean(layer::embedding(ids, 100, 2, options)));
  const auto programs = ParameterServer(main, startup, {});
  return std::make_unique<ParameterService>(*programs.servers[0].main,
                                            programs.servers[0].startup);
}

TEST(CallFuzzTest, FramesAreReadOrRefused) {
  Reply reply;
  reply.head.set_version(3);
  reply.head.set_incarnation(0xfedcba9876543210);
  reply.head.set_waiting(true);
  reply.tensors = {Numbers(3), Numbers(0)};
  const std::string calls[] = {distributed::FrameBytes(Push(7)),
                               distributed::FrameBytes(PushRows(7)),
                               distributed::FrameBytes(reply)};
  Outcomes outcomes;
  FuzzLoop("frames", [&](uint64_t i) {
    Random random(i);
    const std::string bytes = MutateBytes(calls[i % 3], &random);
    outcomes.Count([&] {
      if (i % 3 == 2) {
        // Whatever error it says there was is the server's.
        distributed::DecodeReply({bytes});
      } else {
        distributed::DecodeCall({bytes});
      }
    });
  });
  outcomes.Check(ErrorCode::kDataLoss);
}

// Calls go on to the service as their frames say, so that what it refuses is
// not what a frame refuses.
TEST(CallFuzzTest, AServiceAnswersEveryCall) {
  std::unique_ptr<ParameterService> service;
  int64_t step = 0;
  Outcomes outcomes;
  FuzzLoop("calls", [&](uint64_t i) {
    // An update that fails, of weights that are 0, ends a service.
    if (i % 64 == 0) {
      service = NewService();
      step = 0;
    }
    Random random(i);
    const Call whole[] = {Push(step), PushRows(step), PullRows(step),
                          Push(step), PushRows(step), Pull(step)};
    const std::string bytes =
        MutateBytes(distributed::FrameBytes(whole[i % 6]), &random);
    outcomes.Count([&] {
      Call call = distributed::DecodeCall({bytes});
      const bool pull = call.head.block() == distributed::kParametersBlock ||
                        call.head.block() == "rows:table";
      // Without client none is known to be made again.
      if (pull && call.head.client() == 0) call.head.set_client(1);
      auto given = std::make_shared<std::promise<Reply>>();
      service->Begin(
          call, [given](Reply reply) { given->set_value(std::move(reply)); });
      // One that waits for a step that never comes is answered when it is made
      // again; that one is when the service ends.
      if (pull) service->Begin(call, [](const Reply&) {});
      const Reply reply = given->get_future().get();
      ThrowErrorOf(reply, "at a server");
      if (!reply.head.waiting()) step = reply.head.version();
    });
  });
  outcomes.Check(ErrorCode::kNotFound);
}

}  // namespace
}  // namespace paddle::fuzz
