// Reads the names of devices that operators carry (OpDesc.device).
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace paddle::framework {

// A process of a job, and where it computes.
struct DeviceName {
  int stage = 0;      // from 0
  std::string place;  // "cpu", "cuda:1", ...; "": that of its executor
};

// Reads "stage:<number>", "stage:<number>/cpu" or
// "stage:<number>/cuda:<number>". InvalidArgument, quoting `text`, for anything
// else.
DeviceName ParseDeviceName(absl::string_view text);

}  // namespace paddle::framework
