// Loads models from folders, bytes and ONNX files.
#include "paddle/framework/interchange/onnx/load.h"

#include <string>
#include <utility>

#include "paddle/framework/c_api/model.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/tensor/serialization.h"
#include "paddle/platform/enforce.h"

// Names all operators of a static archive, so that the linker keeps them;
// absent where they are linked one by one, or as a whole.
extern "C" __attribute__((weak)) int paddle_register_all_ops();

namespace paddle::c_api {
namespace {

using framework::OpInfoMap;
using framework::Program;
using framework::Scope;

const OpInfoMap& Schemas() {
  static const int registered =
      paddle_register_all_ops != nullptr ? paddle_register_all_ops() : 0;
  static_cast<void>(registered);
  return OpInfoMap::Instance();
}

}  // namespace

std::shared_ptr<const Program> ParseProgram(const std::string& bytes,
                                            const char* what) {
  try {
    return Program::Parse(Schemas(), bytes);
  } catch (platform::Error& error) {
    error.AddContext(std::string("in ") + what);
    throw;
  }
}

std::shared_ptr<Model> LoadFolder(const std::string& folder,
                                  const PaddleLoadOptions& options) {
  framework::LoadOptions load;
  load.map = options.map != 0;
  auto scope = Scope::Create();
  auto program =
      framework::LoadInferenceModel(folder, Schemas(), scope.get(), load);
  return std::make_shared<Model>(std::move(program), std::move(scope), options);
}

std::shared_ptr<Model> LoadBytes(const std::string& program,
                                 const std::string* parameters,
                                 const PaddleLoadOptions& options) {
  auto scope = Scope::Create();
  auto parsed = ParseProgram(program, "program");
  if (parameters != nullptr) {
    framework::ParseVariables(*parameters, "parameters", *parsed,
                              framework::PersistableNames(*parsed),
                              scope.get());
  }
  return std::make_shared<Model>(std::move(parsed), std::move(scope), options);
}

std::shared_ptr<Model> LoadOnnxFile(const std::string& path,
                                    const PaddleLoadOptions& options) {
  onnx::LoadOptions load;
  load.trainable = options.trainable != 0;
  auto scope = Scope::Create();
  auto program = onnx::LoadOnnx(path, Schemas(), scope.get(), load);
  return std::make_shared<Model>(std::move(program), std::move(scope), options);
}

}  // namespace paddle::c_api
