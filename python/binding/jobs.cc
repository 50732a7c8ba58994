// Jobs that are sent to a cluster.
#include <pybind11/stl.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "paddle/framework/distributed/master/job_client.h"
#include "paddle/framework/distributed/master/submitted_job.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/unlocked.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using distributed::JobClient;
using distributed::proto::DataSource;
using distributed::proto::JobSpec;
using distributed::proto::JobState;

// Variable, array of values, and array of lengths or "".
using Feed = std::tuple<std::string, std::string, std::string>;

DataSource Data(const std::vector<std::string>& files,
                const std::vector<Feed>& feeds, int64_t batch, bool shuffle,
                uint64_t seed, bool drop_last, int64_t epochs) {
  DataSource data;
  for (const std::string& file : files) data.add_files(file);
  for (const auto& [variable, values, lengths] : feeds) {
    auto* feed = data.add_feeds();
    feed->set_variable(variable);
    feed->set_values(values);
    feed->set_lengths(lengths);
  }
  data.set_batch(batch);
  data.set_shuffle(shuffle);
  data.set_seed(seed);
  data.set_drop_last(drop_last);
  data.set_epochs(epochs);
  return data;
}

JobSpec Spec(const std::string& name, const framework::Program& main,
             const framework::Program& startup, const DataSource& data,
             int trainers, int shards, int servers, bool async,
             int64_t staleness, const std::vector<std::string>& metrics,
             int64_t checkpoint_steps, int restarts) {
  JobSpec spec;
  spec.set_name(name);
  spec.set_main(main.Serialize(/*with_call_sites=*/true));
  spec.set_startup(startup.Serialize(/*with_call_sites=*/true));
  *spec.mutable_data() = data;
  spec.set_trainers(trainers);
  spec.set_shards(shards);
  spec.set_servers(servers);
  spec.set_async(async);
  spec.set_staleness(staleness);
  for (const std::string& metric : metrics) spec.add_metrics(metric);
  spec.set_checkpoint_steps(checkpoint_steps);
  spec.set_restarts(restarts);
  return spec;
}

std::unique_ptr<JobClient> Client(const std::vector<std::string>& addresses,
                                  const std::string& library,
                                  const std::string& token_file,
                                  double timeout) {
  return std::make_unique<JobClient>(
      addresses,
      distributed::ConnectNodesBy(
          library, token_file,
          std::chrono::milliseconds(static_cast<int64_t>(timeout * 1000))));
}

const char* PhaseName(JobState::Phase phase) {
  switch (phase) {
    case JobState::WAITING:
      return "waiting";
    case JobState::RUNNING:
      return "running";
    case JobState::DONE:
      return "done";
    case JobState::FAILED:
      return "failed";
    case JobState::CANCELLED:
      return "cancelled";
    default:
      return "unknown";  // of a node of a later version
  }
}

py::dict Described(const distributed::proto::ListedJob& job) {
  const JobState& state = job.state();
  py::dict described;
  described["id"] = job.id();
  described["name"] = state.needs().name();
  described["phase"] = PhaseName(state.phase());
  described["attempt"] = state.attempt();
  described["message"] = state.message();
  described["progress"] = job.progress();
  described["sent"] = static_cast<double>(state.needs().sent()) / 1e6;
  described["trainers"] = std::vector<std::string>(state.trainers().begin(),
                                                   state.trainers().end());
  described["servers"] =
      std::vector<std::string>(state.servers().begin(), state.servers().end());
  return described;
}

py::list Jobs(JobClient& client) {
  distributed::proto::JobList jobs;
  RunUnlocked([&] { jobs = client.Jobs(); });
  py::list all;
  for (const auto& job : jobs.jobs()) all.append(Described(job));
  return all;
}

py::dict Job(JobClient& client, const std::string& id) {
  distributed::proto::ListedJob job;
  RunUnlocked([&] { job = client.Job(id); });
  return Described(job);
}

py::list Files(JobClient& client, const std::string& id) {
  distributed::proto::FileList files;
  RunUnlocked([&] { files = client.Files(id); });
  py::list all;
  for (const auto& file : files.files()) {
    all.append(py::make_tuple(file.name(), file.bytes()));
  }
  return all;
}

py::bytes Read(JobClient& client, const std::string& id,
               const std::string& file, int64_t offset) {
  std::string bytes;
  RunUnlocked([&] { bytes = client.Read(id, file, offset); });
  return bytes;
}

}  // namespace

void BindJobs(py::module_& module) {
  py::class_<DataSource>(module, "_DataSource")
      .def(py::init(&Data), py::arg("files"), py::arg("feeds"),
           py::arg("batch"), py::arg("shuffle"), py::arg("seed"),
           py::arg("drop_last"), py::arg("epochs"));
  py::class_<JobSpec>(module, "_JobSpec")
      .def(py::init(&Spec), py::arg("name"), py::arg("main"),
           py::arg("startup"), py::arg("data"), py::arg("trainers"),
           py::arg("shards"), py::arg("servers"), py::arg("async_"),
           py::arg("staleness"), py::arg("metrics"),
           py::arg("checkpoint_steps"), py::arg("restarts"));
  py::class_<JobClient>(module, "_JobClient")
      .def(py::init(&Client), py::arg("addresses"), py::arg("library"),
           py::arg("token_file"), py::arg("timeout"))
      .def(
          "submit",
          [](JobClient& client, const JobSpec& spec) {
            std::string id;
            RunUnlocked([&] { id = client.Submit(spec); });
            return id;
          },
          py::arg("spec"))
      .def("jobs", &Jobs)
      .def("job", &Job, py::arg("id"))
      .def("files", &Files, py::arg("id"))
      .def("read", &Read, py::arg("id"), py::arg("file"), py::arg("offset"))
      .def(
          "cancel",
          [](JobClient& client, const std::string& id) {
            RunUnlocked([&] { client.Cancel(id); });
          },
          py::arg("id"));
}

}  // namespace paddle::python
