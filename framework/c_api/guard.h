// Keeps exceptions inside the library: turns them into statuses and errors.
#pragma once

#include <utility>

#include "paddle/framework/c_api/paddle.h"

namespace paddle::c_api {

// Stores the exception that is being handled in *error, unless `error` is NULL,
// and returns its status. Called in a catch block. Without memory for a message
// the error is one that needs none.
PaddleStatus StoreCurrent(PaddleError** error) noexcept;

// Returns what body() returns, or `failed` if it throws; stores the exception.
template <typename Result, typename Body>
Result ValueOr(Result failed, PaddleError** error, Body&& body) noexcept {
  if (error != nullptr) *error = nullptr;
  try {
    return std::forward<Body>(body)();
  } catch (...) {
    StoreCurrent(error);
    return failed;
  }
}

// Returns PADDLE_OK after body(), or the status of what it throws, which is
// stored.
template <typename Body>
PaddleStatus StatusOf(PaddleError** error, Body&& body) noexcept {
  if (error != nullptr) *error = nullptr;
  try {
    std::forward<Body>(body)();
    return PADDLE_OK;
  } catch (...) {
    return StoreCurrent(error);
  }
}

}  // namespace paddle::c_api
