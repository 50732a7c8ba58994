// The handles of models.
#pragma once

#include <memory>

#include "paddle/framework/c_api/model.h"
#include "paddle/framework/c_api/paddle.h"

// A handle of a model, which its clones share.
struct PaddleModel {
  std::shared_ptr<paddle::c_api::Model> model;
};

namespace paddle::c_api {

// Returns the model of a handle, which lives as long as the caller needs it.
// Throws InvalidArgument if there is none.
std::shared_ptr<Model> ModelAt(const PaddleModel* handle);

// Returns a handle of a model.
PaddleModel* GiveModel(std::shared_ptr<Model> model);

}  // namespace paddle::c_api
