// Describes the variables of models.
#include <algorithm>
#include <cstddef>
#include <string>

#include "paddle/framework/c_api/given.h"
#include "paddle/framework/c_api/guard.h"
#include "paddle/framework/c_api/model_handle.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/plugin/first_error.h"
#include "paddle/platform/enforce.h"

namespace paddle::c_api {
namespace {

constexpr size_t kLeastInfo =
    offsetof(PaddleVariableInfo, trainable) + sizeof(int32_t);

PaddleVariableInfo InfoOf(const framework::proto::VarDesc& var) {
  PaddleVariableInfo info = PADDLE_VARIABLE_INFO_INIT;
  info.name = var.name().c_str();
  info.dtype = static_cast<PaddleDataType>(var.dtype());
  info.rank = std::min<int32_t>(var.dims_size(), PADDLE_MAX_RANK);
  for (int i = 0; i < info.rank; ++i) {
    info.dims[i] = std::max<int64_t>(var.dims(i), -1);  // symbols are negative
  }
  info.lod_level = var.lod_level();
  info.persistable = var.persistable() ? 1 : 0;
  info.parameter = var.is_parameter() ? 1 : 0;
  info.trainable = var.is_parameter() && var.trainable() ? 1 : 0;
  return info;
}

void Describe(const Model& model, const std::string& name,
              PaddleVariableInfo* info) {
  Fill(info, InfoOf(model.Variable(name)), "info", kLeastInfo);
}

using NamesOf = const Model::Names& (Model::*)() const;

int64_t Count(const PaddleModel* handle, NamesOf names,
              PaddleError** error) noexcept {
  return ValueOr<int64_t>(-1, error, [&] {
    const auto model = ModelAt(handle);
    return static_cast<int64_t>((*model.*names)().size());
  });
}

PaddleStatus DescribeOne(const PaddleModel* handle, NamesOf names, int64_t i,
                         const char* what, PaddleVariableInfo* info,
                         PaddleError** error) noexcept {
  return StatusOf(error, [&] {
    const auto model = ModelAt(handle);
    Describe(*model, Model::NameAt((*model.*names)(), i, what), info);
  });
}

}  // namespace
}  // namespace paddle::c_api

namespace c_api = paddle::c_api;
using c_api::Model;

int64_t paddle_model_feed_count(const PaddleModel* model, PaddleError** error) {
  return c_api::Count(model, &Model::feeds, error);
}

int64_t paddle_model_fetch_count(const PaddleModel* model,
                                 PaddleError** error) {
  return c_api::Count(model, &Model::fetches, error);
}

int64_t paddle_model_persistable_count(const PaddleModel* model,
                                       PaddleError** error) {
  return c_api::Count(model, &Model::persistables, error);
}

PaddleStatus paddle_model_feed(const PaddleModel* model, int64_t i,
                               PaddleVariableInfo* info, PaddleError** error) {
  return c_api::DescribeOne(model, &Model::feeds, i, "feed", info, error);
}

PaddleStatus paddle_model_fetch(const PaddleModel* model, int64_t i,
                                PaddleVariableInfo* info, PaddleError** error) {
  return c_api::DescribeOne(model, &Model::fetches, i, "fetch", info, error);
}

PaddleStatus paddle_model_persistable(const PaddleModel* model, int64_t i,
                                      PaddleVariableInfo* info,
                                      PaddleError** error) {
  return c_api::DescribeOne(model, &Model::persistables, i, "persistable", info,
                            error);
}

PaddleStatus paddle_model_variable(const PaddleModel* model, const char* name,
                                   PaddleVariableInfo* info,
                                   PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    c_api::Describe(*c_api::ModelAt(model),
                    paddle::framework::TextOf(name, "name"), info);
  });
}
