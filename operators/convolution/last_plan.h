// Plans of oneDNN for convolutions whose images have their channels last: what
// is prepared once for a shape, for one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <dnnl.hpp>

#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/conv_bands.h"
#include "paddle/operators/convolution/conv_finish.h"

namespace paddle::operators::kernels {

// Belongs to all parts of equal sizes: a thread runs them one after the other.
struct PartKind {
  explicit PartKind(const dnnl::convolution_forward::primitive_desc& desc);
  // Returns the primitive, which is compiled when it is first wanted.
  const dnnl::primitive& Primitive();

  dnnl::convolution_forward::primitive_desc desc;
  dnnl::memory input;
  dnnl::memory output;
  dnnl::memory scratchpad;

 private:
  dnnl::primitive primitive_;
};

struct PartPlan {
  ConvBand rows{};
  std::shared_ptr<PartKind> kind;
};

// The parts of an image: bands of rows, or slices of filters.
struct LastPlan {
  ConvShape slice;            // the sizes of each slice of filters
  dnnl::memory plain_filter;  // of one slice
  dnnl::memory filter;        // in the order that all parts want
  dnnl::reorder pack;
  dnnl::memory bias;
  int64_t slices = 1;
  std::vector<PartPlan> parts;

  // Returns the elements of a slice in that order.
  int64_t packed_size() const {
    return static_cast<int64_t>(filter.get_desc().get_size() / sizeof(float));
  }
};

// True if the library has the activation in its code for convolutions. Throws
// dnnl::error.
bool HasLibraryCode(ConvActivation f);

// Returns this thread's plan for an image of a shape, with a bias or without,
// whose primitives apply an activation: null if the library has no fast code
// for it. All plans of a shape take the filter in one order. Throws
// dnnl::error. Belongs to the calling thread, as long as it holds it.
std::shared_ptr<LastPlan> LastPlanFor(const ConvShape& shape, bool bias,
                                      ConvActivation activation);

}  // namespace paddle::operators::kernels
