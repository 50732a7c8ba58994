#include "paddle/framework/tensor/copy_rows.h"

#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

SelectedRows Copy(const SelectedRows& source, platform::Place place) {
  SelectedRows copy = source;
  *copy.mutable_value() = Copy(source.value(), place);
  return copy;
}

}  // namespace paddle::framework
