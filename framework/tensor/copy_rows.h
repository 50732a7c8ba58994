// Copies SelectedRows together with their values.
#pragma once

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Returns a deep copy with the values on `place`, in memory of their own.
// Throws FailedPrecondition if there are no values.
SelectedRows Copy(const SelectedRows& source,
                  platform::Place place = platform::CPUPlace());

}  // namespace paddle::framework
