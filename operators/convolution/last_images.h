// Turns some images of a batch for code that has channels last.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/operators/convolution/winograd_tiles.h"

namespace paddle::operators::kernels {

// The images of a batch with their channels last, some at a time: the user's,
// if they are so already, or copies, turned in parallel.
class LastImages {
 public:
  LastImages() = default;
  // `room` is for as many images as are turned at a time; it is not used if
  // they are taken as they are.
  LastImages(const winograd::Images& image, bool as_is, float* room)
      : image_(image), as_is_(as_is), room_(room) {}

  // Returns `count` images that begin at `user`.
  const float* Read(const float* user, int64_t count) const;
  // Returns where images are to be written that will be at `user` after Write.
  float* Room(float* user) const { return as_is_ ? user : room_; }
  void Write(int64_t count, float* user) const;

 private:
  // Calls turn with the first element of each image.
  void ForImages(int64_t count,
                 absl::FunctionRef<void(int64_t offset)> turn) const;

  winograd::Images image_{};
  bool as_is_ = true;
  float* room_ = nullptr;
};

}  // namespace paddle::operators::kernels
