// Binds files of parameters and inference programs, and their checksums.
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/variant.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/placement.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/passes/freeze_parameters.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/manifest.h"
#include "paddle/platform/place.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/unlocked.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::Scope;

// Returns a scope with copies of variables as they are between two runs:
// another thread may be training. Those without value are left out.
std::shared_ptr<Scope> CopyOf(const Scope& scope,
                              const std::vector<std::string>& names) {
  auto locks = framework::ScopeLocks::Chain(
      scope, framework::ScopeAccess::kRead, framework::ScopeAccess::kRead);
  locks.Lock();
  auto made = Scope::Create();
  for (const std::string& name : names) {
    const framework::Variable* var = scope.FindVar(name);
    if (var == nullptr || framework::ValueOf(*var) == nullptr) continue;
    framework::CopyValue(*var, platform::CPUPlace(), made->Var(name));
  }
  return made;
}

// Adds the values to a scope that a program computes of others without feeds.
void AddComputed(const std::shared_ptr<const framework::Program>& program,
                 const std::vector<std::string>& names, Scope* scope) {
  framework::Executor executor;
  const auto values = executor.Eval(program, {}, names, scope);
  for (size_t i = 0; i < names.size(); ++i) {
    *scope->Var(names[i])->GetMutable<framework::LoDTensor>() =
        absl::get<framework::LoDTensor>(values[i]);
  }
}

void SaveInferenceModel(const std::string& folder,
                        const framework::Program& program,
                        const std::vector<std::string>& feeds,
                        const std::vector<std::string>& fetches,
                        const std::shared_ptr<Scope>& scope) {
  const std::shared_ptr<const framework::Program> part =
      framework::InferencePart(program, feeds, fetches);
  const framework::FrozenProgram frozen = framework::FreezeParameters(part);
  if (frozen.computed.empty()) {
    return framework::SaveModel(folder, *part, *scope);
  }
  // Both must be of the same step: what is computed, and what is not.
  const auto values = CopyOf(*scope, framework::PersistableNames(*part));
  AddComputed(part, frozen.computed, values.get());
  framework::SaveModel(folder, *frozen.program, *values);
}

}  // namespace

// The package's io module documents these.
void BindIo(py::module_& module) {
  module.def("_persistable_names", &framework::PersistableNames);
  module.def("_save_variables", [](const std::string& path,
                                   const std::vector<std::string>& names,
                                   const Scope& scope) {
    // Reading and writing files must not stop other threads of Python.
    RunUnlocked([&] { framework::SaveVariables(path, names, scope); });
  });
  module.def("_load_variables",
             [](const std::vector<std::string>& paths,
                const framework::Program& program,
                const std::vector<std::string>& names, Scope& scope) {
               RunUnlocked([&] {
                 framework::LoadVariables(paths, program, names, &scope);
               });
             });
  module.def("_save_inference_model",
             [](const std::string& folder, const framework::Program& program,
                const std::vector<std::string>& feeds,
                const std::vector<std::string>& fetches,
                const std::shared_ptr<Scope>& scope) {
               RunUnlocked([&] {
                 SaveInferenceModel(folder, program, feeds, fetches, scope);
               });
             });
  module.def("_load_inference_model", [](const std::string& folder,
                                         Scope& scope, bool mmap) {
    framework::LoadOptions options;
    options.map = mmap;
    std::shared_ptr<framework::Program> program;
    RunUnlocked([&] {
      program = framework::LoadInferenceModel(
          folder, framework::OpInfoMap::Instance(), &scope, options);
    });
    const auto& desc = program->desc();
    std::vector<std::string> feeds(desc.feeds().begin(), desc.feeds().end());
    std::vector<std::string> fetches(desc.fetches().begin(),
                                     desc.fetches().end());
    return py::make_tuple(program, feeds, fetches);
  });
  module.def("_write_manifest",
             py::overload_cast<const std::string&>(&platform::WriteManifest),
             UnlockedCall(), py::arg("folder"));
  module.def("_manifest_line", &platform::ManifestLine, UnlockedCall(),
             py::arg("folder"), py::arg("file"));
  module.def("_write_manifest_lines",
             py::overload_cast<const std::string&, std::vector<std::string>>(
                 &platform::WriteManifest),
             UnlockedCall(), py::arg("folder"), py::arg("lines"));
  module.def("_check_manifest", &platform::CheckManifest, UnlockedCall(),
             py::arg("folder"));
  module.def(
      "_crc32c",
      [](const py::bytes& bytes) {
        const auto view = bytes.cast<std::string_view>();
        return platform::Crc32c(view.data(), view.size());
      },
      py::arg("data"));
}

}  // namespace paddle::python
