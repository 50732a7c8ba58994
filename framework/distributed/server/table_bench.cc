// Times a server of a table, by the time of processors that it takes: rows of
// 64 floats, 4096 in a call, of ids that follow a power law over 10^8, changed
// by adagrad. Items are rows. Direct calls are made in this process, whose own
// work is counted, too; those by gRPC come from another one.
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/benchmark.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/distributed/server/grpc_client.h"
#include "paddle/framework/distributed/server/grpc_server.h"
#include "paddle/framework/distributed/server/parameter_service.h"
#include "paddle/framework/distributed/table/testing/power_law_ids.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using framework::Tensor;

constexpr int64_t kWidth = 64, kCall = 4096, kCalls = 512;

std::unique_ptr<ParameterService> NewService() {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  layer::EmbeddingOptions options;
  options.is_sparse = true;
  options.is_distributed = true;
  options.weight.name = "w";
  const layer::Variable ids = layer::data("ids", {-1, 1}, DataType::kInt64);
  backward::AdagradOptimizer(0.1).Minimize(
      layer::mean(layer::embedding(ids, 200000000, kWidth, options)));
  const auto programs = ParameterServer(main, startup, {});
  return std::make_unique<ParameterService>(*programs.servers[0].main,
                                            programs.servers[0].startup);
}

// Returns the seconds that a process has had of all processors.
double SecondsOf(pid_t process) {
  clockid_t clock;
  PADDLE_ENFORCE(clock_getcpuclockid(process, &clock) == 0, Unavailable,
                 "no clock of process ", process);
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * time.tv_nsec;
}

Reply Do(CallTarget* target, Call call) {
  Reply reply = Await(target, std::move(call));
  ThrowErrorOf(reply, "at the server");
  return reply;
}

// A server, and what it is asked.
struct Server {
  std::shared_ptr<CallTarget> target;
  pid_t process;
  IdBatches ids;  // a batch is sorted, as trainers push it
  int64_t step = 0;

  Tensor IdsOf(int64_t call) const {
    const std::vector<int64_t>& batch = ids[call % kCalls];
    Tensor array({kCall}, DataType::kInt64);
    std::copy(batch.begin(), batch.end(), array.mutable_data<int64_t>());
    return array;
  }
  void Push() {
    Tensor weight({1}, DataType::kFloat64);
    weight.mutable_data<double>()[0] = 1;
    Tensor rows({kCall, kWidth}, DataType::kFloat32);
    std::fill_n(rows.mutable_data<float>(), rows.numel(), 0.01f);
    Call call;
    call.head.set_block("update:0");
    call.head.set_step(step);
    call.head.set_ranks(1);
    call.head.set_shards(1);
    call.tensors = {weight, IdsOf(step++), rows};
    Do(target.get(), std::move(call));
  }
  void Pull(int64_t number) const {
    Call call;
    call.head.set_block("rows:w");
    call.head.set_latest(true);
    call.tensors = {IdsOf(number)};
    benchmark::DoNotOptimize(Do(target.get(), std::move(call)).tensors.data());
  }
};

// Writes all rows once.
Server Filled(std::shared_ptr<CallTarget> target, pid_t process) {
  Server server{std::move(target), process, PowerLawIds(kCalls, kCall)};
  for (auto& batch : server.ids) std::sort(batch.begin(), batch.end());
  for (int64_t call = 0; call < kCalls; ++call) server.Push();
  return server;
}

void Time(benchmark::State& state, Server* server, bool push) {
  int64_t number = 0;
  for (auto _ : state) {
    const double before = SecondsOf(server->process);
    if (push) {
      server->Push();
    } else {
      server->Pull(number++);
    }
    state.SetIterationTime(SecondsOf(server->process) - before);
  }
  state.SetItemsProcessed(state.iterations() * kCall);
}

void Register(const std::string& way, Server* server) {
  for (const bool push : {false, true}) {
    benchmark::RegisterBenchmark(
        (way + (push ? "PushAdagrad" : "Pull")).c_str(),
        [server, push](benchmark::State& state) { Time(state, server, push); })
        ->UseManualTime();
  }
}

// Begins a process with a server, before this one has threads. Returns its id
// and its port.
std::pair<pid_t, int> Fork() {
  int ends[2];
  PADDLE_ENFORCE(pipe(ends) == 0, Unavailable, "no pipe");
  const pid_t parent = getpid(), process = fork();
  PADDLE_ENFORCE(process >= 0, Unavailable, "no process");
  int port = 0;
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    const auto service = NewService();
    const auto listening = ListenByGrpc("127.0.0.1", 0, service.get());
    port = listening->port();
    if (write(ends[1], &port, sizeof(port)) != sizeof(port)) _exit(1);
    for (;;) pause();
  }
  PADDLE_ENFORCE(read(ends[0], &port, sizeof(port)) == sizeof(port),
                 Unavailable, "the server has ended");
  return {process, port};
}

void Main() {
  const auto [process, port] = Fork();
  Server direct = Filled(NewService(), getpid());
  Server remote = Filled(ConnectByGrpc("127.0.0.1:" + std::to_string(port),
                                       std::chrono::seconds(30)),
                         process);
  Register("Direct", &direct);
  Register("Grpc", &remote);
  benchmark::RunSpecifiedBenchmarks();
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
}

}  // namespace
}  // namespace paddle::distributed

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  paddle::distributed::Main();
}
