// Groups of trainers, and the programs that their members run.
#include <pybind11/stl.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/gather.h"
#include "paddle/framework/distributed/group/shard_sums.h"
#include "paddle/framework/distributed/group/shard_tree.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/framework/distributed/runner/connect.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/data_parallel.h"
#include "paddle/framework/passes/exchange_list.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/scope_wait.h"
#include "paddle/python/binding/unlocked.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using distributed::Communicator;
using framework::Program;
using framework::Scope;
using GroupPtr = std::shared_ptr<Communicator>;

// Puts the group into the scope, and a place for what its shards give.
void BeginStep(const GroupPtr& group, Scope* scope, const std::string& name,
               const std::string& shard_sums) {
  const framework::ScopeLocks locks = Locked(
      framework::ScopeLocks::One(*scope, framework::ScopeAccess::kWrite));
  *scope->Var(name)->GetMutable<GroupPtr>() = group;
  scope->Var(shard_sums)->GetMutable<distributed::ShardSums>()->Clear();
}

py::tuple OwnShards(const Communicator& group) {
  const distributed::ShardRange own =
      distributed::ShardsOfRank(group.shards(), group.size(), group.rank());
  return py::make_tuple(own.begin, own.end);
}

std::vector<py::bytes> GatherBytes(Communicator& group, const py::bytes& own) {
  const std::string text = own;
  std::vector<std::string> texts;
  RunUnlocked([&] { texts = distributed::GatherBytes(&group, text); });
  return {texts.begin(), texts.end()};
}

GroupPtr Connect(const std::string& backend, int rank, int size, int shards,
                 const std::string& address, const std::string& store,
                 const std::string& job, double timeout) {
  distributed::JobMember member;
  member.rank = rank;
  member.size = size;
  member.shards = shards;
  member.store = store;
  member.job = job;
  member.address = address;
  member.backend = backend;
  member.timeout = std::chrono::milliseconds(
      static_cast<int64_t>(std::ceil(timeout * 1000)));
  GroupPtr group;
  RunUnlocked([&] { group = distributed::ConnectJob(member); });
  return group;
}

py::tuple DataParallel(const std::shared_ptr<Program>& main, int shards,
                       int64_t bucket_bytes, bool overlap,
                       const std::string& group, const std::string& shard_sums,
                       const std::string& weight, double nominal_rows) {
  framework::DataParallelOptions options;
  options.shards = shards;
  options.bucket_bytes = bucket_bytes;
  options.overlap = overlap;
  options.group = group;
  options.shard_sums = shard_sums;
  options.weight = weight;
  options.nominal_rows = nominal_rows;
  framework::DataParallelPrograms made;
  RunUnlocked([&] { made = framework::DataParallel(main, options); });
  // Python may change a program; without shards it is the given one.
  const auto changeable = [&](const std::shared_ptr<const Program>& program) {
    if (program == nullptr) return std::shared_ptr<Program>();
    return program == main ? main : program->Clone();
  };
  return py::make_tuple(changeable(made.main), changeable(made.shard),
                        changeable(made.idle), made.fingerprint);
}

// Returns what a program exchanges, each with the line that wrote it.
std::vector<std::string> Exchanges(const Program& program) {
  std::vector<std::string> texts;
  for (const auto& step : framework::ExchangesOf(program)) {
    texts.push_back(step.Text());
  }
  return texts;
}

}  // namespace

void BindDistributed(py::module_& module) {
  py::class_<Communicator, GroupPtr>(module, "_Group")
      .def_property_readonly("rank", &Communicator::rank)
      .def_property_readonly("size", &Communicator::size)
      .def_property_readonly("shards", &Communicator::shards)
      .def_property_readonly("own_shards", &OwnShards)
      .def("begin_step", &BeginStep, py::arg("scope"), py::arg("name"),
           py::arg("shard_sums"))
      .def("gather", &GatherBytes, py::arg("own"))
      .def("barrier",
           [](Communicator& self) { RunUnlocked([&] { self.Barrier(); }); })
      .def("abort", &Communicator::Abort, py::arg("reason"), UnlockedCall());
  module.def(
      "_local_group",
      [](int shards) -> GroupPtr {
        return distributed::NewLocalCommunicator(shards);
      },
      py::arg("shards") = 1);
  module.def("_connect", &Connect, py::arg("backend"), py::arg("rank"),
             py::arg("size"), py::arg("shards"), py::arg("address"),
             py::arg("store"), py::arg("job"), py::arg("timeout"));
  module.def("_data_parallel", &DataParallel, py::arg("program"),
             py::arg("shards"), py::arg("bucket_bytes"), py::arg("overlap"),
             py::arg("group"), py::arg("shard_sums"), py::arg("weight"),
             py::arg("nominal_rows"));
  module.def("_exchanges", &Exchanges, py::arg("program"));
  module.def(
      "_raw_variable",
      [](Program& program, const std::string& name) {
        program.global_block().Var(name)->set_kind(framework::proto::RAW);
        program.Changed();
      },
      py::arg("program"), py::arg("name"));
}

}  // namespace paddle::python
