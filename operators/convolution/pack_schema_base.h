// Declares what the schemas of operators that pack filters share.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

#include "paddle/operators/convolution/conv_schema_base.h"

namespace paddle::operators {

// Throws InvalidArgument, naming the operator, unless Filter is of rank 4, of
// known sizes, not empty and a multiple of the groups, and its windows fit
// images of image_size.
void CheckPackedFilter(const framework::InferShapeContext& context,
                       absl::string_view op);

// The maker of such an operator: Filter, Out, the window and image_size.
class PackMaker : public ConvMaker {
 public:
  PackMaker() : ConvMaker(2) {}

 protected:
  // `filter` describes Filter after its shape.
  void AddPacking(const std::string& filter);
};

}  // namespace paddle::operators
