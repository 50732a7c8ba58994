// The padding around images over which the windows of a layer slide.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/layers/op.h"

namespace paddle::layer {

// One number for all ends of an image, one for each axis, or one for each end:
// top, bottom, left, right, of volumes front and back before them.
class Padding {
 public:
  Padding(int64_t all) : sizes_({all}) {}                            // NOLINT
  Padding(std::initializer_list<int64_t> sizes) : sizes_(sizes) {}   // NOLINT
  Padding(std::vector<int64_t> sizes) : sizes_(std::move(sizes)) {}  // NOLINT

  // Returns the padding by which sizes become size / stride, rounded up, with
  // as much behind the image as in front of it, or one more, as TensorFlow has
  // it; sizes need not be known until the program runs.
  static Padding Same();
  // Returns what a text in any case says: "SAME", or "VALID", no padding.
  // Throws InvalidArgument for another.
  static Padding Named(const std::string& name);

  bool is_same() const { return same_; }
  // Returns the numbers: one for each of `axes` axes if both ends are alike,
  // else one for each end. Throws InvalidArgument, naming `what`, for another
  // count.
  std::vector<int64_t> Of(int axes, const std::string& what) const;
  // Returns the sum of both ends of each axis. Throws as Of does.
  std::vector<int64_t> SumsOf(int axes, const std::string& what) const;
  // Appends the attributes of an operator. Throws as Of does.
  void AppendTo(AttributeMap* attrs, int axes, const std::string& what) const;

 private:
  std::vector<int64_t> sizes_;
  bool same_ = false;
};

}  // namespace paddle::layer
