// Makes names that nobody else makes.
#pragma once

#include <random>
#include <string>

#include "absl/strings/str_cat.h"

namespace paddle::distributed {

// Returns the name with '-' and 8 random hexadecimal digits behind it. Thread
// safe.
inline std::string RandomName(const std::string& name) {
  std::random_device random;
  return absl::StrCat(name, "-", absl::Hex(random(), absl::kZeroPad8));
}

}  // namespace paddle::distributed
