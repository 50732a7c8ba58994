// Images with their channels last, for layers whose operators have them first.
#pragma once

#include <string>

#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Says where the channels of a layer's images are, and turns them. A layer that
// has its channels last computes with them first and turns its result back;
// pairs of turns between neighbouring layers cancel before the program runs
// (passes/cancel_transposes.cc).
class ImageFormat {
 public:
  // `format` is "NCHW" ("NCDHW" of three axes), or "" for short: first; or
  // "NHWC" ("NDHWC"): last. Throws InvalidArgument, naming the layer, for
  // another.
  ImageFormat(const std::string& layer, const std::string& format, int axes);

  bool channels_last() const { return last_; }
  // Returns x with its channels first. Throws InvalidArgument, naming the
  // layer, for images of another rank that have them last.
  Variable First(const Variable& x) const;
  // Returns the result, which has its channels first, in the format.
  Variable Back(const Variable& y) const;

 private:
  const std::string layer_;
  const int axes_;
  const bool last_;
};

}  // namespace paddle::layer
