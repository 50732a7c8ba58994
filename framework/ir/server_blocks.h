// Names the blocks of a server of parameters, between those who write its
// program and those who run it.
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace paddle::framework {

// Computes learning rates, once a step, before the updates; not every server
// has one.
inline constexpr char kScheduleBlock[] = "schedule";
inline constexpr char kUpdatePrefix[] = "update:";

// Returns the name of the block that takes the gradients of an exchange, and
// changes what they are the gradients of.
inline std::string UpdateBlock(int exchange) {
  return absl::StrCat(kUpdatePrefix, exchange);
}

}  // namespace paddle::framework
