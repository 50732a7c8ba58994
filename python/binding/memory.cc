// Memory in use and planned, which paddle/memory.py and
// paddle/inspect/memory_plan.py show.
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/executor/arena_stats.h"
#include "paddle/framework/executor/placement.h"
#include "paddle/framework/executor/program_memory.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/place.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/executor_options.h"
#include "paddle/python/binding/names.h"
#include "paddle/python/binding/scope.h"
#include "paddle/python/binding/unlocked.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::LoD;
using framework::Program;
using platform::Place;
// Name, shape, and the lengths of sequences, a list for each level.
using Feed = std::tuple<std::string, std::vector<int64_t>, LoD::Levels>;

// Returns the bytes of the variables of a scope and its parents that are on a
// place.
size_t VariablesOf(const framework::Scope& scope, Place place) {
  size_t bytes = 0;
  for (const auto* one = &scope; one != nullptr; one = one->parent().get()) {
    for (const std::string& name : one->LocalNames()) {
      const framework::Tensor* value =
          framework::ValueOf(*one->FindLocalVar(name));
      const bool there = value != nullptr && value->initialized();
      if (there && value->place() == place) bytes += value->bytes();
    }
  }
  return bytes;
}

py::tuple StatsOf(Place place) {
  const memory::Stats stats = memory::AllocatorOf(place).stats();
  const memory::Stats arenas = framework::ArenaStats(place).Snapshot();
  return py::make_tuple(stats.current, stats.peak, stats.cached,
                        stats.allocations, arenas.current, arenas.peak);
}

size_t VariableBytes(Place place) {
  const auto scope = CurrentScope();
  size_t bytes = 0;
  RunUnlocked([&] {
    auto locks = framework::ScopeLocks::Chain(
        *scope, framework::ScopeAccess::kRead, framework::ScopeAccess::kRead);
    locks.Lock();
    bytes = VariablesOf(*scope, place);
  });
  return bytes;
}

void ResetPeak(Place place) {
  memory::AllocatorOf(place).ResetPeak();
  framework::ArenaStats(place).ResetPeak();
}

framework::FeedShape ToFeedShape(const Feed& feed) {
  const auto& [name, shape, lengths] = feed;
  return {name, framework::Dims(absl::MakeConstSpan(shape)),
          lengths.empty() ? nullptr : LoD::FromLengths(lengths)};
}

py::tuple TupleOf(const framework::PlannedBlock& block) {
  py::list variables;
  for (const framework::PlannedVariable& var : block.variables) {
    variables.append(py::make_tuple(var.name, var.bytes, var.offset, var.first,
                                    var.last, var.in_place_of));
  }
  return py::make_tuple(block.index, block.owner, block.operators,
                        block.planned, block.bytes, block.lower_bound,
                        block.fullest, variables);
}

py::tuple PlanOf(const std::shared_ptr<Program>& program,
                 const std::vector<Feed>& feeds, py::handle fetches,
                 int optimize) {
  std::vector<framework::FeedShape> shapes;
  for (const Feed& feed : feeds) shapes.push_back(ToFeedShape(feed));
  const Place place = platform::CPUPlace();
  const framework::ExecutorOptions options = OptionsOf(place, optimize);
  const std::vector<std::string> names = NameStrings(fetches);
  framework::ProgramMemory memory;
  RunUnlocked([&] {
    memory =
        framework::PlanProgramMemory(program, shapes, names, place, options);
  });
  py::list blocks;
  for (const auto& block : memory.blocks) blocks.append(TupleOf(block));
  return py::make_tuple(blocks, memory.parameters, memory.state, memory.feeds,
                        memory.fetches, memory.unplanned);
}

}  // namespace

void BindMemory(py::module_& module) {
  module.def("_memory_stats", &StatsOf, py::arg("place"));
  module.def("_variable_bytes", &VariableBytes, py::arg("place"));
  module.def("_reset_peak_memory_stats", &ResetPeak, py::arg("place"));
  module.def("_memory_plan", &PlanOf, py::arg("program"), py::arg("feeds"),
             py::arg("fetches"), py::arg("optimize"));
}

}  // namespace paddle::python
