// Binds the executor, which takes and returns NumPy arrays.
#include "paddle/framework/executor/executor.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/place.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/executor_options.h"
#include "paddle/python/binding/names.h"
#include "paddle/python/binding/numpy_tensor.h"
#include "paddle/python/binding/scope.h"
#include "paddle/python/binding/sequences.h"
#include "paddle/python/binding/tensor_arrays.h"
#include "paddle/python/binding/tensor_handle.h"
#include "paddle/python/binding/thread_limit.h"
#include "paddle/python/binding/unlocked.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::Dims;
using framework::Fetched;
using framework::LoDTensor;
using framework::PreparedProgram;
using framework::Program;
using framework::RunMode;
using framework::Scope;
using ProgramPtr = std::shared_ptr<Program>;

bool Same(const std::vector<std::string>& a, const NameViews& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

std::vector<std::string> Strings(const NameViews& views) {
  return {views.begin(), views.end()};
}

py::object ToPython(Fetched value, bool is_array, bool as_numpy) {
  if (is_array) return FromArrayFetch(absl::get<LoDTensor>(value), as_numpy);
  if (auto* rows = absl::get_if<framework::SelectedRows>(&value)) {
    return py::cast(std::move(*rows));
  }
  auto& tensor = absl::get<LoDTensor>(value);
  if (as_numpy && tensor.lod() != nullptr) return ToSequences(tensor);
  if (as_numpy) return ToNumPy(tensor);
  return py::cast(TensorHandle(std::move(tensor)));
}

bool IsArray(const framework::proto::VarDesc& var) {
  return var.kind() == framework::proto::TENSOR_ARRAY;
}

FeedType TypeOf(const framework::proto::VarDesc& var) {
  const auto& dims = var.dims();
  return {framework::DataTypeFromNumber(var.dtype()),
          Dims(absl::MakeConstSpan(dims.data(), dims.size())), var.lod_level(),
          IsArray(var)};
}

// Remembers its last calls, so that calling again costs no look-up by text.
// Protected by the GIL, which is not held during a run.
class Runner {
 public:
  // `threads` is as of ThreadLimit.
  Runner(platform::Place place, framework::ExecutorOptions options, int threads)
      : executor_(place, options), threads_(threads) {}

  py::list Run(const ProgramPtr& program, const py::dict& feed,
               py::handle fetches, std::shared_ptr<Scope> scope,
               bool return_numpy, RunMode mode) {
    // Without a program the current default one runs.
    const ProgramPtr chosen =
        program == nullptr ? layer::DefaultMainProgram() : program;
    if (program == nullptr) CheckWritten(*chosen, feed, fetches);
    if (scope == nullptr) scope = CurrentScope();
    const Names fetch_names = NamesOf(fetches);
    // Reading a value may run code of the user's, which may change the feed.
    Names feed_names;
    Objects fed;
    for (const auto& [key, value] : feed) {
      feed_names.Add(key);
      fed.push_back(py::reinterpret_borrow<py::object>(value));
    }
    const auto call =
        Find(chosen, feed_names.views(), fetch_names.views(), mode);
    // Values are converted with the GIL held, and the run releases it.
    std::vector<Fetched> values =
        RunCall(*call, Values(*call, fed), scope.get(), threads_);
    py::list results(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      results[i] =
          ToPython(std::move(values[i]), call->fetches_array[i], return_numpy);
    }
    return results;
  }

  // Makes ready what the first `eval` would.
  void WarmUp(const ProgramPtr& program, py::handle feeds, py::handle fetches,
              std::shared_ptr<Scope> scope) {
    const auto call = Find(program, NamesOf(feeds).views(),
                           NamesOf(fetches).views(), RunMode::kEval);
    RunUnlocked([&] {
      const ThreadLimit limit(threads_);
      call->prepared->WarmUp(scope.get());
    });
  }

  platform::Place place() const { return executor_.place(); }

 private:
  using Values_ = absl::InlinedVector<LoDTensor, 4>;
  using Objects = absl::InlinedVector<py::object, 4>;
  struct Call {
    uint64_t program;
    uint64_t version;
    RunMode mode;
    std::vector<FeedType> feed_types;
    std::vector<bool> fetches_array;  // by fetch
    std::shared_ptr<const PreparedProgram> prepared;
  };
  static constexpr size_t kRemembered = 8;

  static void CheckWritten(const framework::Program& program,
                           const py::dict& feed, py::handle fetches) {
    // A call without feeds and fetches is legal for an empty program.
    const bool asked = !feed.empty() || !fetches.is_none();
    PADDLE_ENFORCE(
        !asked || program.global_block().desc().vars_size() > 0,
        FailedPrecondition,
        "the default main program is empty; each thread has its own, so give "
        "run the program that another one has written");
  }

  static Values_ Values(const Call& call, const Objects& fed) {
    Values_ values;
    const auto& names = call.prepared->feeds();
    for (size_t i = 0; i < fed.size(); ++i) {
      const FeedType& type = call.feed_types[i];
      values.push_back(type.is_array ? ToArrayFeed(fed[i], type, names[i])
                                     : ToFeed(fed[i], type, names[i]));
    }
    return values;
  }

  // The owners of the tensors' memory may be Python objects, so the tensors are
  // destroyed with the GIL held.
  static std::vector<Fetched> RunCall(const Call& call, const Values_& values,
                                      Scope* scope, int threads) {
    std::vector<Fetched> fetched;
    RunUnlocked([&] {
      const ThreadLimit limit(threads);
      fetched = call.prepared->Run(values, scope);
    });
    return fetched;
  }

  std::shared_ptr<const Call> Find(const ProgramPtr& program,
                                   const NameViews& feeds,
                                   const NameViews& fetches, RunMode mode) {
    for (const auto& call : calls_) {
      if (call->program == program->uid() &&
          call->version == program->version() && call->mode == mode &&
          Same(call->prepared->feeds(), feeds) &&
          Same(call->prepared->fetches(), fetches)) {
        return call;
      }
    }
    return Remember(program, feeds, fetches, mode);
  }

  std::shared_ptr<const Call> Remember(const ProgramPtr& program,
                                       const NameViews& feeds,
                                       const NameViews& fetches, RunMode mode) {
    auto call = std::make_shared<Call>();
    call->program = program->uid();
    call->version = program->version();
    call->mode = mode;
    call->prepared =
        executor_.Prepare(program, Strings(feeds), Strings(fetches), mode);
    const auto& global = program->global_block();
    for (absl::string_view name : feeds) {
      call->feed_types.push_back(TypeOf(global.GetVar(name)));
    }
    for (absl::string_view name : fetches) {
      call->fetches_array.push_back(IsArray(global.GetVar(name)));
    }
    // A handful suffices: training alternates between few calls.
    if (calls_.size() == kRemembered) calls_.pop_back();
    calls_.insert(calls_.begin(), call);
    return call;
  }

  framework::Executor executor_;
  const int threads_;
  std::vector<std::shared_ptr<const Call>> calls_;  // newest first
};

template <RunMode mode>
py::list RunAs(Runner& self, const ProgramPtr& program, const py::dict& feed,
               const py::object& fetch_list, std::shared_ptr<Scope> scope,
               bool return_numpy) {
  const py::object fetches =
      fetch_list.is_none() ? py::object(py::tuple()) : fetch_list;
  return self.Run(program, feed, fetches, std::move(scope), return_numpy, mode);
}

template <RunMode mode>
void BindRun(py::class_<Runner>* type, const char* name, const char* doc) {
  type->def(name, &RunAs<mode>, py::arg("program") = py::none(),
            py::arg("feed") = py::dict(), py::arg("fetch_list") = py::none(),
            py::arg("scope") = py::none(), py::arg("return_numpy") = true, doc);
}

platform::Place GPU(int device) {
  PADDLE_ENFORCE(device >= 0, InvalidArgument, "CUDAPlace(", device,
                 "): GPUs are numbered from 0");
  return platform::CUDAPlace(device);
}

constexpr char kRunDoc[] =
    "Runs what the fetched variables need and everything with a lasting effect "
    "(updates of parameters, prints).\n\n"
    "program: the default main program without one.\n"
    "feed: values by variable or name: arrays of the variable's data type (not "
    "copied if contiguous, never changed or kept; of bools every byte but 0 "
    "is true), LoDTensors, numbers and lists. For sequences (lod_level 1) a "
    "list with an array for each, whose rows are copied once; for lod_level 2 "
    "a list of such lists. For a tensor array a list of its elements, or None "
    "for none. Data with a default value need not be fed.\n"
    "fetch_list: variables or names; their values come back in this order, as "
    "numpy arrays, sequences as lists of them (see LoDTensor.to_sequences), "
    "tensor arrays as lists of their elements, sparse gradients as "
    "SelectedRows; or as LoDTensors without return_numpy.\n"
    "scope: where the parameters are; the current one without it. What is fed "
    "or computed, and does not last, is not put there: fetch it.\n"
    "Raises ValueError for a feed that is missing or of another shape, "
    "TypeError for one of another type, KeyError for an unknown name, "
    "RuntimeError for a variable without value. On the main thread Ctrl-C is a "
    "KeyboardInterrupt within a tenth of a second, unless one operator takes "
    "longer; the scope is then as after any error.";

}  // namespace

void BindPlaces(py::module_& module) {
  py::class_<platform::Place>(module, "Place",
                              "Where a program runs; CPUPlace makes one.\n\n"
                              "Example:\n"
                              "  >>> isinstance(pd.CPUPlace(), pd.Place)\n"
                              "  True")
      .def("__eq__",
           [](platform::Place a, platform::Place b) { return a == b; })
      .def("__repr__", &platform::Place::ToString);
  module.def("CPUPlace", &platform::CPUPlace,
             "The processors of the machine.\n\n"
             "Example:\n"
             "  >>> exe = pd.Executor(pd.CPUPlace())");
  module.def("CUDAPlace", &GPU, py::arg("device") = 0,
             "A GPU, numbered from 0. ValueError for a negative number; "
             "OSError, when used, if this build or machine does not have "
             "it.\n\n"
             "Example:\n"
             "  >>> place = pd.CUDAPlace(0)");
  module.def("cuda_device_count", &platform::CUDADeviceCount,
             "How many GPUs can be used: 0 in a build without CUDA.\n\n"
             "Example:\n"
             "  >>> on_gpu = pd.cuda_device_count() > 0\n"
             "  >>> place = pd.CUDAPlace(0) if on_gpu else pd.CPUPlace()\n"
             "  >>> exe = pd.Executor(place)");
  module.def("set_num_threads", &platform::SetNumThreads, py::arg("threads"),
             "How many threads the process may compute with. ValueError below "
             "1. Results do not depend on it.\n\n"
             "Example:\n"
             "  >>> before = pd.num_threads()\n"
             "  >>> pd.set_num_threads(1)\n"
             "  >>> pd.num_threads()\n"
             "  1\n"
             "  >>> pd.set_num_threads(before)");
  module.def("num_threads", &platform::NumThreads,
             "How many threads the process may compute with.\n\n"
             "Example:\n"
             "  >>> pd.num_threads() >= 1\n"
             "  True");
}

void BindExecutor(py::module_& module) {
  PrepareUnlocked();
  py::class_<Runner> type(
      module, "Executor",
      "Runs programs. Prepared programs are kept for the next run. Thread "
      "safe, on one scope or several: runs that update what another one on the "
      "same scope uses wait for it, and are seen as a whole. A run has a scope "
      "of its own for its feeds and for all that it computes; what lasts "
      "stands in the scope that it is given.\n\n"
      "Example:\n"
      "  >>> x = pd.layer.data(\"x\", [None, 2])\n"
      "  >>> y = pd.layer.reduce_sum(x, dim=1)\n"
      "  >>> exe = pd.Executor(pd.CPUPlace())\n"
      "  >>> out, = exe.run(feed={\"x\": [[1, 2], [3, 4]]}, fetch_list=[y])\n"
      "  >>> out.tolist()\n"
      "  [3.0, 7.0]");
  type.def(
      py::init([](const platform::Place& place, bool check_nan_inf,
                  bool plan_memory, int optimize, std::optional<int> threads) {
        PADDLE_ENFORCE(threads.value_or(1) >= 1, InvalidArgument,
                       "threads is at least 1, not ", threads.value_or(1));
        framework::ExecutorOptions options = OptionsOf(place, optimize);
        options.check_nan_inf = check_nan_inf;
        options.plan_memory = plan_memory;
        return std::make_unique<Runner>(place, options, threads.value_or(0));
      }),
      py::arg("place") = platform::CPUPlace(), py::arg("check_nan_inf") = false,
      py::arg("plan_memory") = true, py::arg("optimize") = 1,
      py::arg("threads") = py::none(),
      "check_nan_inf: after each operator look for NaN and infinity; "
      "RuntimeError names the first one that made any.\n"
      "plan_memory: lay intermediates out in advance; the results are "
      "the same bits.\n"
      "optimize: run the passes of this level and below (pd.passes) over "
      "what is left of a program for its feeds and fetches. 1, or True: "
      "the results are the same bits. 2, for inference: sums and products "
      "may be computed in another order. 0, or False, runs every operator "
      "as it was written.\n"
      "threads: how many threads of pd.num_threads() a run may compute "
      "with; without it all. The results are the same bits.");
  BindRun<RunMode::kRun>(&type, "run", kRunDoc);
  BindRun<RunMode::kEval>(&type, "eval",
                          "As run, but only what the fetched variables need, "
                          "and nothing in the scope changes: what updates a "
                          "parameter, a running statistic or the state of a "
                          "metric updates a copy.");
  type.def("_warm_up", &Runner::WarmUp, py::arg("program"), py::arg("feeds"),
           py::arg("fetches"), py::arg("scope"));
  type.def_property_readonly("place", &Runner::place);
  module.def(
      "_set_seed",
      [](uint64_t seed) {
        framework::SetDefaultSeed(seed);
        // The seed restarts the random numbers, so the step begins again.
        framework::SetStep(CurrentScope().get(), 0);
      },
      py::arg("seed"), UnlockedCall());
  module.def("_seed", &framework::DefaultSeed);
  module.def("_step_of", &framework::StepOf, py::arg("scope"), UnlockedCall());
  module.def("_set_step", &framework::SetStep, py::arg("scope"),
             py::arg("step"), UnlockedCall());
}

}  // namespace paddle::python
