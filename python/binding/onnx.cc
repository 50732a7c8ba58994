// Binds the import and export of ONNX models; paddle/onnx.py documents them.
#include <pybind11/stl.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/interchange/onnx/load.h"
#include "paddle/framework/interchange/onnx/model_file.h"
#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/interchange/onnx/save.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/unlocked.h"

namespace paddle::python {

namespace py = pybind11;

void BindOnnx(py::module_& module) {
  module.def("_load_onnx", [](const std::string& path, framework::Scope& scope,
                              bool trainable) {
    onnx::LoadOptions options;
    options.trainable = trainable;
    onnx::proto::ModelProto model;
    RunUnlocked([&] { model = onnx::ReadModel(path); });
    // Whatever writes operators asks Python for the line that is executing.
    const auto program =
        onnx::ImportModel(std::move(model), path, onnx::FolderOf(path),
                          framework::OpInfoMap::Instance(), &scope, options);
    const auto& desc = program->desc();
    std::vector<std::string> feeds(desc.feeds().begin(), desc.feeds().end());
    std::vector<std::string> fetches(desc.fetches().begin(),
                                     desc.fetches().end());
    return py::make_tuple(program, feeds, fetches);
  });
  module.def("_save_onnx",
             [](const std::string& path, const framework::Program& program,
                const std::vector<std::string>& feeds,
                const std::vector<std::string>& fetches,
                const framework::Scope& scope, int opset) {
               onnx::SaveOptions options;
               options.opset = opset;
               RunUnlocked([&] {
                 onnx::SaveOnnx(path, program, feeds, fetches, scope, options);
               });
             });
  module.def("_missing_onnx", [](const std::string& path) {
    std::map<std::string, int> missing;
    RunUnlocked([&] { missing = onnx::MissingOps(path); });
    return missing;
  });
}

}  // namespace paddle::python
