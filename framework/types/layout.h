// How the elements of a tensor are laid out in memory.
#pragma once

namespace paddle::framework {

// kAny in a kernel's key means that the kernel does not care.
enum class Layout : int { kAny = 0, kNCHW = 1, kNHWC = 2 };

const char* LayoutName(Layout layout);

}  // namespace paddle::framework
