#include "paddle/tools/serve/serve_main.h"

#include <signal.h>
#include <time.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <future>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/serving/model_repository.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/token.h"
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
ABSL_FLAG(std::string, token_file, "",
          "the file with the secret of those who may send models; by default "
          "what PADDLE_TOKEN_FILE says, and without either nobody may");
ABSL_FLAG(int64_t, deploy_bytes, int64_t{1} << 30,
          "the largest files of a model that is sent, which --body_bytes has "
          "to have room for, in base64");
ABSL_FLAG(int64_t, body_bytes, 64 << 20, "the largest body of a request");
ABSL_FLAG(int64_t, all_body_bytes, int64_t{1} << 30,
          "the bodies that are being read, of all connections together");
ABSL_FLAG(int64_t, reply_bytes, 256 << 20, "the largest outputs of a request");
ABSL_FLAG(int, connections, 4096, "the most connections at a time");
ABSL_FLAG(int, idle_seconds, 60, "how long a connection may be idle");
ABSL_FLAG(int, read_seconds, 10, "how long sending one request may take");
ABSL_FLAG(int, drain_seconds, 30,
          "how long requests have to end after SIGTERM");
ABSL_FLAG(int, optimize, 2,
          "the level of the passes that models go through (0, 1 or 2)");

namespace paddle::serve {
namespace {

template <typename T>
void CheckFlag(const absl::Flag<T>& flag, const char* name, T least,
               T most = std::numeric_limits<T>::max()) {
  const T value = absl::GetFlag(flag);
  PADDLE_ENFORCE(value >= least && value <= most, InvalidArgument, "--", name,
                 " is ", value, ", not in [", least, ", ", most, "]");
}

// Throws InvalidArgument, naming the flag, for one that makes no sense.
void CheckFlags() {
  PADDLE_ENFORCE(!absl::GetFlag(FLAGS_models).empty(), InvalidArgument,
                 "--models is missing");
  CheckFlag(FLAGS_port, "port", 0, 65535);
  CheckFlag(FLAGS_network_threads, "network_threads", 1, 1024);
  CheckFlag(FLAGS_operator_threads, "operator_threads", 1, 1024);
  CheckFlag(FLAGS_connections, "connections", 1, 1 << 20);
  CheckFlag<int64_t>(FLAGS_body_bytes, "body_bytes", 1);
  CheckFlag<int64_t>(FLAGS_deploy_bytes, "deploy_bytes", 1);
  CheckFlag<int64_t>(FLAGS_all_body_bytes, "all_body_bytes", 1);
  CheckFlag<int64_t>(FLAGS_reply_bytes, "reply_bytes", 1);
  CheckFlag(FLAGS_optimize, "optimize", 0, 2);
  CheckFlag<double>(FLAGS_poll, "poll", 0, 1e6);
  CheckFlag(FLAGS_idle_seconds, "idle_seconds", 0);
  CheckFlag(FLAGS_read_seconds, "read_seconds", 0);
  CheckFlag(FLAGS_drain_seconds, "drain_seconds", 0);
}

Limits LimitsOfFlags() {
  Limits limits;
  limits.body_bytes = static_cast<size_t>(absl::GetFlag(FLAGS_body_bytes));
  limits.all_body_bytes =
      static_cast<size_t>(absl::GetFlag(FLAGS_all_body_bytes));
  limits.deploy_bytes = static_cast<size_t>(absl::GetFlag(FLAGS_deploy_bytes));
  limits.reply_bytes = static_cast<size_t>(absl::GetFlag(FLAGS_reply_bytes));
  limits.connections = static_cast<size_t>(absl::GetFlag(FLAGS_connections));
  limits.idle = std::chrono::seconds(absl::GetFlag(FLAGS_idle_seconds));
  limits.read = std::chrono::seconds(absl::GetFlag(FLAGS_read_seconds));
  return limits;
}

// Returns "" if there is no token.
std::string TokenOfFlags() {
  std::string path = absl::GetFlag(FLAGS_token_file);
  const char* const named = std::getenv("PADDLE_TOKEN_FILE");
  if (path.empty() && named != nullptr) path = named;
  return path.empty() ? "" : platform::ReadToken(path);
}

// Writes to stderr which models cannot be loaded, each once.
class Reporter {
 public:
  void Report(const serving::ModelRepository& models) {
    std::set<std::string> now;
    for (const serving::ModelState& state : models.Index()) {
      if (state.ready) continue;
      std::string line = absl::StrCat("serve: model ", state.name, " version ",
                                      state.version, ": ", state.reason);
      if (reported_.count(line) == 0) {
        std::fprintf(stderr, "%s\n", line.c_str());
      }
      now.insert(std::move(line));
    }
    reported_ = std::move(now);
  }

 private:
  std::set<std::string> reported_;
};

// Returns the signal that ends the server; looks for models meanwhile.
int WaitForEnd(const sigset_t& ending, serving::ModelRepository* models,
               Reporter* reporter) {
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
      reporter->Report(*models);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "serve: %s\n", error.what());
    }
  }
}

// Drains both at once. Returns false if requests have not ended in time.
bool Drained(HttpServer* server, Listener* other) {
  const std::chrono::seconds time(absl::GetFlag(FLAGS_drain_seconds));
  std::future<bool> others;
  if (other != nullptr) {
    others = std::async(std::launch::async, [&] { return other->Drain(time); });
  }
  const bool drained = server->Drain(time);
  return (other == nullptr || others.get()) && drained;
}

void Run(const Listen& listen, const std::string& token) {
  sigset_t ending;
  ::sigemptyset(&ending);
  for (const int signal : {SIGTERM, SIGINT}) ::sigaddset(&ending, signal);
  ::pthread_sigmask(SIG_BLOCK, &ending, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  platform::SetNumThreads(absl::GetFlag(FLAGS_operator_threads));
  serving::ModelRepository models(absl::GetFlag(FLAGS_models),
                                  OptimizerOf(absl::GetFlag(FLAGS_optimize)));
  models.Refresh();
  Reporter reporter;
  reporter.Report(models);
  ServiceOptions options;
  options.limits = LimitsOfFlags();
  options.control = absl::GetFlag(FLAGS_control);
  options.token = token;
  Service service(&models, options);
  HttpServerOptions http;
  http.host = absl::GetFlag(FLAGS_host);
  http.port = absl::GetFlag(FLAGS_port);
  http.threads = absl::GetFlag(FLAGS_network_threads);
  http.limits = options.limits;
  HttpServer server(&service, http);
  std::unique_ptr<Listener> other;
  if (listen) other = listen(&service, http.host, options.limits);
  std::printf("%d\n", server.port());
  if (other != nullptr) std::printf("%d\n", other->port());
  std::fflush(stdout);
  WaitForEnd(ending, &models, &reporter);
  service.Drain();
  if (!Drained(&server, other.get())) {
    std::fprintf(stderr, "serve: some requests had not ended\n");
  }
  service.Close();
  models.Close();
}

}  // namespace

int ServeMain(int argc, char** argv, const Listen& listen,
              const std::function<void()>& check) {
  absl::SetProgramUsageMessage(
      "serves the models of a folder by the Open Inference Protocol v2\n"
      "  paddle_serve --models FOLDER [--host NUMBER] [--port PORT]\n"
      "Prints the port at which it listens.");
  absl::ParseCommandLine(argc, argv);
  std::string token;
  try {
    CheckFlags();
    if (check) check();
    token = TokenOfFlags();
  } catch (const platform::Error& error) {
    std::fprintf(stderr, "serve: %s\n", error.message().c_str());
    return 2;
  }
  try {
    Run(listen, token);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "serve: %s\n", error.what());
    return 1;
  }
  return 0;
}

}  // namespace paddle::serve
