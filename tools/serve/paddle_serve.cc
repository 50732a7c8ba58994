// Serves the models of a folder by the Open Inference Protocol v2.
#include <signal.h>
#include <time.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <string>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"

#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/serving/model_repository.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/tools/serve/http_server.h"
#include "paddle/tools/serve/service.h"

ABSL_FLAG(std::string, models, "",
          "the folder of models, <models>/<name>/<version>/");
ABSL_FLAG(std::string, host, "127.0.0.1",
          "the number of the network interface to listen at; 0.0.0.0 is all. "
          "There is no encryption: leave that to a proxy");
ABSL_FLAG(int, port, 8080, "the port to listen at; 0: a free one");
ABSL_FLAG(int, network_threads, 1, "threads that read requests");
ABSL_FLAG(int, operator_threads, 1,
          "threads that one operator may use; models have threads of their own "
          "(config.json)");
ABSL_FLAG(double, poll, 2,
          "seconds between looks at the folder for new versions; 0: none");
ABSL_FLAG(bool, control, false, "let clients load and unload models by name");
ABSL_FLAG(int64_t, body_bytes, 64 << 20, "the largest body of a request");
ABSL_FLAG(int, connections, 4096, "the most connections at a time");
ABSL_FLAG(int, idle_seconds, 60, "how long a connection may be idle");
ABSL_FLAG(int, read_seconds, 10, "how long sending one request may take");
ABSL_FLAG(int, drain_seconds, 30,
          "how long requests have to end after SIGTERM");
ABSL_FLAG(int, optimize, 2,
          "the level of the passes that models go through (0, 1 or 2)");

namespace paddle::serve {
namespace {

framework::ProgramFunction OptimizerOf(int level) {
  if (level == 0) return {};
  return framework::Optimizer(
      level == 1 ? framework::kExact : framework::kReassociates,
      framework::EvaluatorOn(platform::CPUPlace()));
}

Limits LimitsOfFlags() {
  Limits limits;
  limits.body_bytes = static_cast<size_t>(absl::GetFlag(FLAGS_body_bytes));
  limits.connections = static_cast<size_t>(absl::GetFlag(FLAGS_connections));
  limits.idle = std::chrono::seconds(absl::GetFlag(FLAGS_idle_seconds));
  limits.read = std::chrono::seconds(absl::GetFlag(FLAGS_read_seconds));
  return limits;
}

void Report(const serving::ModelRepository& models) {
  for (const serving::ModelState& state : models.Index()) {
    if (state.ready) continue;
    std::fprintf(stderr, "serve: model %s version %lld: %s\n",
                 state.name.c_str(), static_cast<long long>(state.version),
                 state.reason.c_str());
  }
}

// Returns the signal that ends the server; looks for models meanwhile.
int WaitForEnd(const sigset_t& ending, serving::ModelRepository* models) {
  const double poll = absl::GetFlag(FLAGS_poll);
  while (true) {
    timespec time;
    time.tv_sec = static_cast<time_t>(poll > 0 ? poll : 3600);
    time.tv_nsec = static_cast<long>(
        poll > 0 ? (poll - static_cast<double>(time.tv_sec)) * 1e9 : 0);
    const int signal = ::sigtimedwait(&ending, nullptr, &time);
    if (signal > 0) return signal;
    if (poll <= 0) continue;
    try {
      models->Refresh();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "serve: %s\n", error.what());
    }
  }
}

void Run() {
  PADDLE_ENFORCE(!absl::GetFlag(FLAGS_models).empty(), InvalidArgument,
                 "--models is missing");
  sigset_t ending;
  ::sigemptyset(&ending);
  for (const int signal : {SIGTERM, SIGINT}) ::sigaddset(&ending, signal);
  ::pthread_sigmask(SIG_BLOCK, &ending, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  platform::SetNumThreads(absl::GetFlag(FLAGS_operator_threads));
  serving::ModelRepository models(absl::GetFlag(FLAGS_models),
                                  OptimizerOf(absl::GetFlag(FLAGS_optimize)));
  models.Refresh();
  Report(models);
  ServiceOptions options;
  options.limits = LimitsOfFlags();
  options.control = absl::GetFlag(FLAGS_control);
  Service service(&models, options);
  HttpServerOptions http;
  http.host = absl::GetFlag(FLAGS_host);
  http.port = absl::GetFlag(FLAGS_port);
  http.threads = absl::GetFlag(FLAGS_network_threads);
  http.limits = options.limits;
  HttpServer server(&service, http);
  std::printf("%d\n", server.port());
  std::fflush(stdout);
  WaitForEnd(ending, &models);
  service.Drain();
  if (!server.Drain(std::chrono::seconds(absl::GetFlag(FLAGS_drain_seconds)))) {
    std::fprintf(stderr, "serve: some requests had not ended\n");
  }
  service.Close();
  models.Close();
}

}  // namespace
}  // namespace paddle::serve

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(
      "serves the models of a folder by the Open Inference Protocol v2\n"
      "  paddle_serve --models FOLDER [--host NUMBER] [--port PORT]\n"
      "Prints the port at which it listens.");
  absl::ParseCommandLine(argc, argv);
  try {
    paddle::serve::Run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "serve: %s\n", error.what());
    return 1;
  }
  return 0;
}
