// Passes over programs.
#include <pybind11/stl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/passes/delta_servers.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/pipeline.h"
#include "paddle/framework/passes/place.h"
#include "paddle/framework/passes/quantize.h"
#include "paddle/framework/passes/quantize_dynamic.h"
#include "paddle/framework/passes/served_tables.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/names.h"
#include "paddle/python/binding/unlocked.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::NameList;
using framework::PassInfo;
using framework::Program;

// In the order of framework::PassStage.
constexpr const char* kStageNames[] = {"simplify", "share", "rewrite",
                                       "layout",   "fuse",  "eliminate"};

std::shared_ptr<Program> Optimize(const std::shared_ptr<Program>& program,
                                  py::handle only, py::handle feeds,
                                  py::handle targets, int level,
                                  py::handle without, py::handle place) {
  framework::OptimizeOptions options;
  options.level = static_cast<framework::PassLevel>(level);
  if (!only.is_none()) options.only = NameStrings(only);
  if (!without.is_none()) options.without = NameStrings(without);
  framework::PassContext context;
  context.keep_all = targets.is_none();
  if (!place.is_none()) context.place = place.cast<platform::Place>().kind();
  context.evaluate = framework::EvaluatorOn(platform::CPUPlace());
  const auto& desc = program->desc();
  const auto given = framework::WithInterface(
      *program,
      feeds.is_none() ? NameList(desc.feeds().begin(), desc.feeds().end())
                      : NameStrings(feeds),
      targets.is_none() ? NameList(desc.fetches().begin(), desc.fetches().end())
                        : NameStrings(targets));
  std::shared_ptr<const Program> made;
  RunUnlocked([&] { made = framework::Optimize(given, context, options); });
  return made->Clone();
}

// Returns the pairs (main, startup) of each server or stage.
template <class Programs>
py::list PairsOf(const std::vector<Programs>& all) {
  py::list pairs;
  for (const Programs& one : all) {
    pairs.append(py::make_tuple(one.main->Clone(), one.startup->Clone()));
  }
  return pairs;
}

// Returns the programs of trainers (main, shard, idle, startup; None where
// there is none) and the pairs of each server.
py::tuple CutForServers(const std::shared_ptr<Program>& main,
                        const std::shared_ptr<Program>& startup, int servers,
                        int shards, int64_t bucket_bytes, int64_t min_piece,
                        int64_t push_every, int trainers) {
  framework::ParameterServerOptions options;
  options.servers = servers;
  options.trainers.shards = shards;
  options.trainers.bucket_bytes = bucket_bytes;
  options.min_piece = min_piece;
  options.push_every = push_every;
  options.trainer_count = trainers;
  const auto made = push_every > 0
                        ? framework::DeltaServers(main, startup, options)
                        : framework::ParameterServer(main, startup, options);
  const auto copy = [](const std::shared_ptr<const Program>& program) {
    return program == nullptr ? nullptr : program->Clone();
  };
  return py::make_tuple(copy(made.trainers.main), copy(made.trainers.shard),
                        copy(made.trainers.idle), copy(made.startup),
                        PairsOf(made.servers));
}

// Returns the names of the tables that servers keep of a program, and the lines
// of the user that look up their rows.
std::vector<std::pair<std::string, std::string>> ServedTables(
    const Program& program) {
  std::vector<std::pair<std::string, std::string>> tables;
  for (const framework::ServedTable& table : framework::FindTables(program)) {
    const auto& lookup = program.global_block().desc().ops(table.lookups.at(0));
    tables.emplace_back(table.name, framework::CallSiteText(lookup));
  }
  return tables;
}

// Each variable has a scale, and whether its integers are unsigned.
std::shared_ptr<Program> Quantize(
    const Program& program,
    const std::map<std::string, std::pair<double, bool>>& numbers) {
  std::map<std::string, framework::QuantizedNumbers> quantized;
  for (const auto& [name, pair] : numbers) {
    quantized[name] = {pair.first, pair.second};
  }
  return framework::QuantizeProgram(program, quantized)->Clone();
}

py::list CutForStages(const std::shared_ptr<Program>& main,
                      const std::shared_ptr<Program>& startup, int stages) {
  framework::PlaceOptions options;
  options.stages = stages;
  return PairsOf(framework::Place(main, startup, options));
}

py::list CutForPipeline(const std::shared_ptr<Program>& main,
                        const std::shared_ptr<Program>& startup, int stages,
                        int micro_batches, const std::string& schedule) {
  framework::PipelineOptions options;
  options.place.stages = stages;
  options.micro_batches = micro_batches;
  options.schedule = schedule;
  return PairsOf(framework::Pipeline(main, startup, options));
}

}  // namespace

void BindPasses(py::module_& module) {
  py::class_<PassInfo>(module, "Pass",
                       "A function from program to program.\n\n"
                       "Example:\n"
                       "  >>> one, *others = pd.passes.list()\n"
                       "  >>> one.name, one.level\n"
                       "  ('fold_constants', 1)")
      .def_readonly("name", &PassInfo::name)
      .def_readonly("version", &PassInfo::version,
                    "Grows when the programs that it returns change.")
      .def_property_readonly(
          "level",
          [](const PassInfo& pass) { return static_cast<int>(pass.level); },
          "1: every bit of every result stays; 2: sums and products may be "
          "computed in another order.")
      .def_property_readonly(
          "stage",
          [](const PassInfo& pass) {
            return kStageNames[static_cast<int>(pass.stage)];
          },
          "\"simplify\", \"share\", \"rewrite\", \"layout\", \"fuse\" or "
          "\"eliminate\": when it runs.")
      .def_readonly("description", &PassInfo::description)
      .def("__repr__",
           [](const PassInfo& pass) { return "<Pass " + pass.name + ">"; });
  module.def("_passes",
             [] { return framework::PassRegistry::Instance().passes(); });
  module.def("_parameter_server", &CutForServers, py::arg("main"),
             py::arg("startup"), py::arg("servers"), py::arg("shards"),
             py::arg("bucket_bytes"), py::arg("min_piece"),
             py::arg("push_every"), py::arg("trainers"));
  module.def("_served_tables", &ServedTables, py::arg("program"));
  module.def("_quantizable", &framework::QuantizableVars, py::arg("program"));
  module.def("_quantize", &Quantize, py::arg("program"), py::arg("numbers"));
  module.def("_quantize_dynamic", &framework::QuantizeDynamically,
             py::arg("program"));
  module.def("_place", &CutForStages, py::arg("main"), py::arg("startup"),
             py::arg("stages"));
  module.def("_pipeline", &CutForPipeline, py::arg("main"), py::arg("startup"),
             py::arg("stages"), py::arg("micro_batches"), py::arg("schedule"));
  module.def("_optimize", &Optimize, py::arg("program"), py::arg("only"),
             py::arg("feeds"), py::arg("targets"), py::arg("level"),
             py::arg("without"), py::arg("place"));
}

}  // namespace paddle::python
