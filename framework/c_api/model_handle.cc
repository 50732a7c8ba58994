// Makes, clones and frees models.
#include "paddle/framework/c_api/model_handle.h"

#include <cstddef>
#include <string>
#include <utility>

#include "paddle/framework/c_api/guard.h"
#include "paddle/framework/c_api/handles.h"
#include "paddle/framework/c_api/load_options.h"
#include "paddle/framework/plugin/first_error.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::c_api {

std::shared_ptr<Model> ModelAt(const PaddleModel* handle) {
  return Handles<PaddleModel>::Instance().Get(handle, "model")->model;
}

PaddleModel* GiveModel(std::shared_ptr<Model> model) {
  auto handle = std::make_shared<PaddleModel>();
  handle->model = std::move(model);
  return Handles<PaddleModel>::Instance().Give(std::move(handle));
}

namespace {

using framework::TextOf;

std::string BytesOf(const void* data, size_t size, const char* what) {
  PADDLE_ENFORCE(data != nullptr, InvalidArgument, what, " is NULL");
  return std::string(static_cast<const char*>(data), size);
}

std::shared_ptr<Model> FromBytes(const void* program, size_t program_size,
                                 const void* parameters, size_t parameters_size,
                                 const PaddleLoadOptions& options) {
  const std::string text = BytesOf(program, program_size, "program");
  if (parameters == nullptr) return LoadBytes(text, nullptr, options);
  const std::string values = BytesOf(parameters, parameters_size, "parameters");
  return LoadBytes(text, &values, options);
}

// Returns the handle of what load(options) returns; NULL and an error if it
// throws. Only a model that is there sets the number of threads, which holds
// for the process.
template <typename Load>
PaddleModel* Loaded(const PaddleLoadOptions* given, PaddleError** error,
                    Load load) noexcept {
  return ValueOr<PaddleModel*>(nullptr, error, [&] {
    const PaddleLoadOptions options = OptionsOf(given);
    PaddleModel* const handle = GiveModel(load(options));
    if (options.threads == 0) return handle;
    try {
      platform::SetNumThreads(options.threads);
    } catch (...) {
      paddle_model_free(handle);
      throw;
    }
    return handle;
  });
}

}  // namespace
}  // namespace paddle::c_api

namespace c_api = paddle::c_api;

PaddleModel* paddle_model_load(const char* folder,
                               const PaddleLoadOptions* options,
                               PaddleError** error) {
  return c_api::Loaded(options, error, [&](const PaddleLoadOptions& known) {
    return c_api::LoadFolder(c_api::TextOf(folder, "folder"), known);
  });
}

PaddleModel* paddle_model_load_bytes(const void* program, size_t program_size,
                                     const void* parameters,
                                     size_t parameters_size,
                                     const PaddleLoadOptions* options,
                                     PaddleError** error) {
  return c_api::Loaded(options, error, [&](const PaddleLoadOptions& known) {
    return c_api::FromBytes(program, program_size, parameters, parameters_size,
                            known);
  });
}

PaddleModel* paddle_model_load_onnx(const char* path,
                                    const PaddleLoadOptions* options,
                                    PaddleError** error) {
  return c_api::Loaded(options, error, [&](const PaddleLoadOptions& known) {
    return c_api::LoadOnnxFile(c_api::TextOf(path, "path"), known);
  });
}

PaddleModel* paddle_model_clone(const PaddleModel* model, PaddleError** error) {
  return c_api::ValueOr<PaddleModel*>(
      nullptr, error, [&] { return c_api::GiveModel(c_api::ModelAt(model)); });
}

void paddle_model_free(PaddleModel* model) {
  c_api::Handles<PaddleModel>::Instance().Free(model);
}

PaddleStatus paddle_model_initialize(PaddleModel* model, const void* startup,
                                     size_t startup_size, PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    const auto found = c_api::ModelAt(model);
    found->Initialize(c_api::ParseProgram(
        c_api::BytesOf(startup, startup_size, "startup"), "startup"));
  });
}
