// A node of a cluster: it takes programs, and trains them with other nodes.
#include "paddle/framework/distributed/master/node.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/master/child_process.h"
#include "paddle/framework/distributed/master/job_board.h"
#include "paddle/framework/distributed/master/job_folders.h"
#include "paddle/framework/distributed/master/job_service.h"
#include "paddle/framework/distributed/master/process_start.h"
#include "paddle/framework/distributed/master/run_trainer.h"
#include "paddle/framework/distributed/master/store_tasks.h"
#include "paddle/framework/distributed/runner/servers.h"
#include "paddle/framework/distributed/server/frame_library.h"
#include "paddle/framework/distributed/server/token.h"
#include "paddle/framework/distributed/store/open_store.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

ABSL_FLAG(std::string, store, "",
          "where the nodes find each other: file:///FOLDER or "
          "etcd://HOST:PORT,.../PREFIX");
ABSL_FLAG(std::string, root, "",
          "a folder that all nodes share: data/ is what jobs may read, jobs/ "
          "what they write");
ABSL_FLAG(
    std::string, token_file, "",
    "the file with the cluster's token, which calls must have; by default "
    "what PADDLE_TOKEN_FILE says");
ABSL_FLAG(bool, calls, true, "whether it takes calls");
ABSL_FLAG(std::string, name, "node", "the name of the node");
ABSL_FLAG(std::string, host, "127.0.0.1",
          "the number by which others reach this machine");
ABSL_FLAG(int, port, 0, "the port at which it takes calls; 0: a free one");
ABSL_FLAG(int, trainers, 1, "trainers that it runs at a time");
ABSL_FLAG(int, servers, 1, "servers that it runs at a time");
ABSL_FLAG(int, lease, 5, "seconds after which it counts as lost when silent");
// A node sets these for a process of a job.
ABSL_FLAG(std::string, run, "", "internal: the process of a job to run");
ABSL_FLAG(std::string, job, "", "internal: its job");
ABSL_FLAG(int, attempt, 1, "internal: its attempt");
ABSL_FLAG(int, parent, 0, "internal: the node's process");

namespace paddle::distributed {
namespace {

std::atomic<bool> stopped{false};

// Has the signals that end the process wait until they are asked for.
void BlockEndingSignals(sigset_t* ending) {
  ::sigemptyset(ending);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    ::sigaddset(ending, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, ending, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
}

// Returns the library that carries calls.
std::string GrpcLibrary() {
  const char* path = std::getenv("PADDLE_GRPC_LIBRARY");
  return path == nullptr ? kRpcLibrary : path;
}

std::string OwnProgram() {
  char path[4096];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof(path));
  PADDLE_ENFORCE(size > 0 && size < static_cast<ssize_t>(sizeof(path)),
                 Unavailable, "reading /proc/self/exe");
  return {path, static_cast<size_t>(size)};
}

NodePlace PlaceOfNode() {
  return {OwnProgram(), absl::GetFlag(FLAGS_root), absl::GetFlag(FLAGS_store),
          absl::GetFlag(FLAGS_host), absl::GetFlag(FLAGS_trainers)};
}

NodeProcesses::StartOf Starter() {
  return [place = PlaceOfNode()](const ScheduledJob& job,
                                 const ProcessName& name) {
    return StartOf(place, job, name, OwnEnvironment());
  };
}

std::unique_ptr<LeasedStore> OwnStore() {
  return OpenLeasedStore(absl::GetFlag(FLAGS_store), GrpcLibrary());
}

// The end of a node at which calls are taken, if it has a token.
class Door {
 public:
  Door(JobService* service, const std::string& address) {
    if (!absl::GetFlag(FLAGS_calls)) return;
    guard_ =
        std::make_unique<TokenGuard>(service, TokenOfEnvironment(), address);
    server_ = ListenByLibrary(LoadFrameLibrary(GrpcLibrary()), address,
                              absl::GetFlag(FLAGS_port), guard_.get());
  }

  int port() const { return server_ == nullptr ? 0 : server_->port(); }

 private:
  std::unique_ptr<TokenGuard> guard_;
  std::unique_ptr<CallServer> server_;
};

int RunNode() {
  // For servers and trainers of jobs, too.
  const std::string token = absl::GetFlag(FLAGS_token_file);
  if (!token.empty()) ::setenv("PADDLE_TOKEN_FILE", token.c_str(), 1);
  PADDLE_ENFORCE(!TokenOfEnvironment().empty(), InvalidArgument,
                 "--token_file is missing: the cluster's token keeps others "
                 "from using its nodes");
  PADDLE_ENFORCE(absl::GetFlag(FLAGS_lease) >= 2, InvalidArgument,
                 "--lease is at least 2");
  sigset_t ending;
  BlockEndingSignals(&ending);
  const std::string host = absl::GetFlag(FLAGS_host);
  const JobFolders folders(absl::GetFlag(FLAGS_root));
  const auto store = OwnStore();
  JobBoard board(store.get());
  JobService service(&board, folders, framework::OpInfoMap::Instance());
  const Door door(&service, host);
  NodeOptions options;
  options.name = absl::GetFlag(FLAGS_name);
  options.ttl = std::chrono::seconds(absl::GetFlag(FLAGS_lease));
  options.state.set_address(absl::StrCat(host, ":", door.port()));
  options.state.set_host(host);
  options.state.set_trainers(absl::GetFlag(FLAGS_trainers));
  options.state.set_servers(absl::GetFlag(FLAGS_servers));
  std::printf("%d\n", door.port());
  std::fflush(stdout);
  // It may wait for ever, when the node ends by an error.
  std::thread([ending] {
    int signal = 0;
    ::sigwait(&ending, &signal);
    stopped = true;
  }).detach();
  Node(options, store.get(), folders, Starter()).Run(stopped);
  return 0;
}

// Keeps parameters until the node ends the process.
void RunServer(const ProcessName& name, const JobFolders& folders) {
  const std::string host = absl::GetFlag(FLAGS_host);
  ServerProcessOptions options;
  options.token = TokenOfEnvironment();
  const ServerProcess server(GrpcLibrary(), host, 0, options);
  platform::AtomicWriteFile(NodeProcesses::AddressFile(folders, name),
                            absl::StrCat(host, ":", server.port()));
  while (true) ::pause();
}

int RunTrainerOf(const ProcessName& name, const JobFolders& folders) {
  std::unique_ptr<LeasedStore> store;
  std::unique_ptr<StoreTasks> tasks;
  return RunTrainer(folders, name.job, [&](const proto::JobSpec& spec) {
    if (spec.async()) {
      store = OwnStore();
      tasks = std::make_unique<StoreTasks>(store.get(), name.job, name.attempt,
                                           TasksOf(spec));
    }
    TrainOptions options;
    options.tasks = tasks.get();
    return options;
  });
}

int RunProcess() {
  EndWithParent(absl::GetFlag(FLAGS_parent));
  const ProcessName name{absl::GetFlag(FLAGS_job), absl::GetFlag(FLAGS_attempt),
                         absl::GetFlag(FLAGS_run)};
  std::unique_ptr<JobFolders> folders;
  const int status = ExitStatusOf(
      [&] {
        folders = std::make_unique<JobFolders>(absl::GetFlag(FLAGS_root));
        if (absl::StartsWith(name.process, "server-")) {
          RunServer(name, *folders);
        }
      },
      &std::cerr);
  return status == kTrained ? RunTrainerOf(name, *folders) : status;
}

int Run() {
  for (const auto* flag : {&FLAGS_store, &FLAGS_root}) {
    PADDLE_ENFORCE(!absl::GetFlag(*flag).empty(), InvalidArgument, "--",
                   flag == &FLAGS_store ? "store" : "root", " is missing");
  }
  return absl::GetFlag(FLAGS_run).empty() ? RunNode() : RunProcess();
}

}  // namespace
}  // namespace paddle::distributed

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(
      "a node of a cluster: takes programs, and trains them with other nodes\n"
      "  node --store URL --root FOLDER --token_file FILE [--host NUMBER] "
      "[--trainers N] [--servers N]\n"
      "Prints the port at which it takes calls.");
  absl::ParseCommandLine(argc, argv);
  try {
    return paddle::distributed::Run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "paddle: %s\n", error.what());
    return 1;
  }
}
