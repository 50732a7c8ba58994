// Tells in which order the library that convolves on the CPU, which the build
// chooses (--math), has the elements of images.
#pragma once

namespace paddle::platform {

// Returns true if it computes images with their channels last as they are, and
// turns others.
bool ConvolvesChannelsLast();

}  // namespace paddle::platform
