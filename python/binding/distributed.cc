// Jobs: trainers that share the work, and the programs that they run.
#include <pybind11/stl.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "paddle/framework/distributed/runner/calls.h"
#include "paddle/framework/distributed/runner/environment.h"
#include "paddle/framework/distributed/runner/job.h"
#include "paddle/framework/distributed/runner/servers.h"
#include "paddle/framework/distributed/runner/stages.h"
#include "paddle/framework/distributed/server/call.pb.h"
#include "paddle/framework/distributed/server/server_place.h"
#include "paddle/framework/distributed/server/token.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/data_parallel.h"
#include "paddle/framework/passes/data_parallel_options.h"
#include "paddle/framework/passes/pipeline.h"
#include "paddle/platform/place.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/unlocked.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using distributed::Calls;
using distributed::Job;
using distributed::ServerPlace;
using distributed::ServerProcess;
using framework::Program;
using framework::Scope;

std::vector<py::bytes> Gather(Job& job, const py::bytes& own) {
  const std::string text = own;
  std::vector<std::string> texts;
  RunUnlocked([&] { texts = job.Gather(text); });
  return {texts.begin(), texts.end()};
}

// Declares a variable that lives outside of the program; returns its name.
std::string DeclareRaw(Program& program, const std::string& name) {
  program.global_block().Var(name)->set_kind(framework::proto::RAW);
  program.Changed();
  return name;
}

py::tuple ReadEnvironment(const std::map<std::string, std::string>& variables) {
  const distributed::JobEnvironment place =
      distributed::ReadJobEnvironment([&](const char* name) -> const char* {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
      });
  return py::make_tuple(place.rank, place.size, place.local_rank, place.shards,
                        place.store, place.job, place.servers);
}

std::unique_ptr<Job> Connect(const std::string& backend,
                             std::optional<platform::Place> place,
                             const std::string& calls) {
  const int gpu = place.has_value() && place->is_cuda() ? place->device() : -1;
  std::unique_ptr<Job> job;
  RunUnlocked([&] { job = Job::FromEnvironment(backend, gpu, calls); });
  return job;
}

// The programs of a trainer as Python sees them: it may change them, and
// without shards the main one is the given one.
struct Programs {
  std::shared_ptr<Program> main, shard, idle;
};

// Returns a program that Python may change: `main` itself, or a copy.
std::shared_ptr<Program> Changeable(
    const std::shared_ptr<const Program>& program,
    const std::shared_ptr<Program>& main) {
  if (program == nullptr) return nullptr;
  return program == main ? main : program->Clone();
}

Programs ChangeablePrograms(const framework::DataParallelPrograms& made,
                            const std::shared_ptr<Program>& main) {
  return {Changeable(made.main, main), Changeable(made.shard, main),
          Changeable(made.idle, main)};
}

Programs Parallelize(Job& job, const std::shared_ptr<Program>& main,
                     const framework::DataParallelOptions& options) {
  framework::DataParallelPrograms made;
  RunUnlocked([&] { made = job.Parallelize(main, options); });
  return ChangeablePrograms(made, main);
}

// Returns the programs of a trainer of servers, and its startup.
py::tuple ParallelizeServed(Job& job, const std::shared_ptr<Program>& main,
                            const std::shared_ptr<Program>& startup,
                            const framework::DataParallelOptions& options,
                            bool async, int64_t staleness, int64_t push_every,
                            int64_t min_piece) {
  Job::CutOptions cut;
  cut.push_every = push_every;
  cut.min_piece = min_piece;
  distributed::proto::ServerOptions served;
  served.set_async(async);
  served.set_staleness(staleness);
  Job::ServedPrograms made;
  RunUnlocked([&] {
    made = job.ParallelizeServed(main, startup, options, served, cut);
  });
  return py::make_tuple(ChangeablePrograms(made.trainers, main),
                        Changeable(made.startup, startup));
}

// Returns main, startup, replica and replicas.
py::tuple ParallelizeStages(Job& job, const std::shared_ptr<Program>& main,
                            const std::shared_ptr<Program>& startup,
                            const framework::DataParallelOptions& options,
                            int micro_batches, const std::string& schedule) {
  framework::PipelineOptions pipeline;
  pipeline.micro_batches = micro_batches;
  pipeline.schedule = schedule;
  const distributed::StagedPrograms* made = nullptr;
  RunUnlocked(
      [&] { made = &job.ParallelizeStages(main, startup, pipeline, options); });
  return py::make_tuple(made->main->Clone(), made->startup->Clone(),
                        made->replica, made->replicas);
}

framework::DataParallelOptions Options(int64_t bucket_bytes, bool overlap,
                                       const std::string& weight,
                                       double nominal_rows,
                                       const std::string& order) {
  framework::DataParallelOptions options;
  options.bucket_bytes = bucket_bytes;
  options.overlap = overlap;
  options.weight = weight;
  options.nominal_rows = nominal_rows;
  options.order = order;
  return options;
}

std::shared_ptr<ServerPlace> OpenServerPlace(const std::string& url,
                                             const std::string& name,
                                             double seconds,
                                             const std::string& calls) {
  const std::chrono::duration<double> ttl(seconds);
  return distributed::OpenServerPlace(
      url, name, std::chrono::duration_cast<std::chrono::milliseconds>(ttl),
      calls);
}

// Returns whether the place was taken within a time.
bool WaitForPlace(ServerPlace& place, double seconds) {
  const auto deadline = std::chrono::steady_clock::now() +
                        std::chrono::duration_cast<ServerPlace::Time::duration>(
                            std::chrono::duration<double>(seconds));
  bool taken = false;
  RunUnlocked([&] { taken = place.WaitUntilTaken(deadline); });
  return taken;
}

std::unique_ptr<ServerProcess> StartServer(
    const std::string& calls, const std::string& address, int port,
    const std::string& folder,
    const std::optional<std::shared_ptr<ServerPlace>>& place,
    const std::string& tables) {
  std::unique_ptr<ServerProcess> server;
  RunUnlocked([&] {
    distributed::ServerProcessOptions options;
    options.folder = folder;
    options.place = place.value_or(nullptr);
    options.tables = tables;
    options.token = distributed::TokenOfEnvironment();
    server = std::make_unique<ServerProcess>(calls, address, port, options);
  });
  return server;
}

// Returns the names of the columns of each table.
std::map<std::string, std::vector<std::string>> Tables(const Job& job) {
  std::map<std::string, std::vector<std::string>> columns;
  for (const distributed::TableSpec& table : job.tables()) {
    for (const distributed::TableColumn& column : table.columns) {
      columns[table.name].push_back(column.name);
    }
  }
  return columns;
}

// Returns a member function for Python that waits without the interpreter's
// lock and that Ctrl-C ends.
template <typename Result, typename... Arguments>
auto Interruptible(Result (Job::*function)(Arguments...)) {
  return [function](Job& job, Arguments... arguments) {
    if constexpr (std::is_void_v<Result>) {
      RunUnlocked([&] { (job.*function)(arguments...); });
    } else {
      std::optional<Result> result;
      RunUnlocked([&] { result = (job.*function)(arguments...); });
      return *result;
    }
  };
}

// Returns whether there is a next round, and whether it is to be skipped.
py::tuple NextRound(Job& job) {
  bool skip = false, more = false;
  RunUnlocked([&] { more = job.NextRound(&skip); });
  return py::make_tuple(more, skip);
}

// Returns "failed", "again" or "done"; see Calls::Outcome.
std::string RepairStep(Job& job) {
  Calls::Outcome outcome = Calls::Outcome::kFailed;
  RunUnlocked([&] { outcome = job.RepairStep(); });
  if (outcome == Calls::Outcome::kFailed) return "failed";
  return outcome == Calls::Outcome::kAgain ? "again" : "done";
}

py::tuple OwnShards(const Job& job) {
  const distributed::ShardRange own = job.own_shards();
  return py::make_tuple(own.begin, own.end);
}

}  // namespace

void BindDistributed(py::module_& module) {
  py::class_<Programs>(module, "_TrainerPrograms")
      .def_readonly("main", &Programs::main)
      .def_readonly("shard", &Programs::shard)
      .def_readonly("idle", &Programs::idle);
  py::class_<framework::DataParallelOptions>(module, "_TrainerOptions")
      .def(py::init(&Options), py::arg("bucket_bytes"), py::arg("overlap"),
           py::arg("weight"), py::arg("nominal_rows"), py::arg("order"));
  py::class_<ServerPlace, std::shared_ptr<ServerPlace>>(module, "_ServerPlace")
      .def(py::init(&OpenServerPlace), py::arg("store"), py::arg("name"),
           py::arg("seconds"), py::arg("calls"))
      .def("wait", &WaitForPlace, py::arg("seconds"))
      .def_property_readonly("replaced", &ServerPlace::replaced)
      .def_property_readonly("error", &ServerPlace::error);
  py::class_<ServerProcess>(module, "_Server")
      .def(py::init(&StartServer), py::arg("calls"), py::arg("address"),
           py::arg("port"), py::arg("folder"), py::arg("place"),
           py::arg("tables"))
      .def_property_readonly("port", &ServerProcess::port);
  py::class_<Job>(module, "_Job")
      .def_property_readonly("rank", &Job::rank)
      .def_property_readonly("size", &Job::size)
      .def_property_readonly("shards", &Job::shards)
      .def_property_readonly("servers", &Job::servers)
      .def_property_readonly("own_shards", &OwnShards)
      .def_property("steps", &Job::steps, &Job::set_steps)
      .def("parallelize", &Parallelize, py::arg("program"), py::arg("options"))
      .def("parallelize_served", &ParallelizeServed, py::arg("program"),
           py::arg("startup"), py::arg("options"), py::arg("async_"),
           py::arg("staleness"), py::arg("push_every"), py::arg("min_piece"))
      .def("parallelize_stages", &ParallelizeStages, py::arg("program"),
           py::arg("startup"), py::arg("options"), py::arg("micro_batches"),
           py::arg("schedule"))
      .def("leave_servers", Interruptible(&Job::LeaveServers))
      .def_property_readonly("has_agent", &Job::has_agent)
      .def_property_readonly("replaying", &Job::replaying)
      .def_property_readonly("repeating", &Job::repeating)
      .def_property_readonly("stopped", &Job::stopped)
      .def("begin_loop", Interruptible(&Job::BeginLoop), py::arg("scope"))
      .def("next_round", &NextRound)
      .def("begin_round", Interruptible(&Job::BeginRound), py::arg("has_data"))
      .def("end_round", &Job::EndRound)
      .def("end_loop", &Job::EndLoop, py::arg("stopped"))
      .def("begin_step", Interruptible(&Job::BeginStep), py::arg("program"),
           py::arg("scope"))
      .def("fetch_state", Interruptible(&Job::FetchState), py::arg("scope"))
      .def("send_state", Interruptible(&Job::SendState), py::arg("scope"))
      .def_property_readonly("tables", &Tables)
      .def("save_rows", Interruptible(&Job::SaveRows), py::arg("folder"))
      .def("send_rows", Interruptible(&Job::SendRows), py::arg("files"))
      .def("bind_step", Interruptible(&Job::BindStep), py::arg("scope"))
      .def("complete_step", &Job::CompleteStep)
      .def("replay_step", Interruptible(&Job::ReplayStep))
      .def("repair_step", &RepairStep)
      .def("take_over_step", Interruptible(&Job::TakeOverStep))
      .def("any", Interruptible(&Job::AnyOf), py::arg("own"))
      .def("gather", &Gather, py::arg("own"))
      .def("barrier", Interruptible(&Job::Barrier))
      .def("finish", Interruptible(&Job::Finish));
  module.def("_job_environment", &ReadEnvironment, py::arg("variables"));
  module.def("_connect_job", &Connect, py::arg("backend"), py::arg("place"),
             py::arg("calls"));
  module.def("_group_variable", [](Program& program) {
    return DeclareRaw(program, distributed::kGroupVariable);
  });
  module.def("_shard_sums_variable", [](Program& program) {
    return DeclareRaw(program, distributed::kShardSumsVariable);
  });
}

}  // namespace paddle::python
