// Reads and writes the values of models, and their files.
#include <cstddef>
#include <cstdint>

#include "paddle/framework/c_api/given.h"
#include "paddle/framework/c_api/guard.h"
#include "paddle/framework/c_api/model_handle.h"
#include "paddle/framework/c_api/tensor.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/plugin/first_error.h"
#include "paddle/platform/enforce.h"

namespace c_api = paddle::c_api;
namespace framework = paddle::framework;
using framework::TextOf;

PaddleTensor* paddle_model_get(const PaddleModel* model, const char* name,
                               PaddleError** error) {
  return c_api::ValueOr<PaddleTensor*>(nullptr, error, [&] {
    return c_api::GiveTensor(c_api::ModelAt(model)->Get(TextOf(name, "name")));
  });
}

PaddleStatus paddle_model_set(PaddleModel* model, const char* name,
                              const PaddleTensor* value, PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    const auto tensor = c_api::TensorAt(value, "value");
    c_api::ModelAt(model)->Set(TextOf(name, "name"), tensor->value);
  });
}

int64_t paddle_model_step(const PaddleModel* model, PaddleError** error) {
  return c_api::ValueOr<int64_t>(-1, error, [&] {
    return static_cast<int64_t>(
        framework::StepOf(*c_api::ModelAt(model)->scope()));
  });
}

PaddleStatus paddle_model_set_step(PaddleModel* model, int64_t step,
                                   PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    PADDLE_ENFORCE(step >= 0, InvalidArgument, "step is 0 or more, not ", step);
    framework::SetStep(c_api::ModelAt(model)->scope(),
                       static_cast<uint64_t>(step));
  });
}

PaddleStatus paddle_model_save_parameters(const PaddleModel* model,
                                          const char* path,
                                          PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    const auto found = c_api::ModelAt(model);
    framework::SaveVariables(TextOf(path, "path"), found->persistables(),
                             *found->scope());
  });
}

PaddleStatus paddle_model_load_parameters(PaddleModel* model, const char* path,
                                          PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    const auto found = c_api::ModelAt(model);
    framework::LoadVariables(TextOf(path, "path"), found->program(),
                             found->persistables(), found->scope());
  });
}

PaddleStatus paddle_model_save(const PaddleModel* model, const char* folder,
                               PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    const auto found = c_api::ModelAt(model);
    framework::SaveModel(TextOf(folder, "folder"), found->program(),
                         *found->scope());
  });
}

PaddleStatus paddle_model_save_inference(
    const PaddleModel* model, const char* folder, const char* const* feed_names,
    size_t feed_count, const char* const* fetch_names, size_t fetch_count,
    PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    const auto found = c_api::ModelAt(model);
    framework::SaveInferenceModel(
        TextOf(folder, "folder"), found->program(),
        c_api::TextsOf(feed_names, feed_count, "feed_names"),
        c_api::TextsOf(fetch_names, fetch_count, "fetch_names"),
        *found->scope());
  });
}
