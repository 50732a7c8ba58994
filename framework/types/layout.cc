#include "paddle/framework/types/layout.h"

namespace paddle::framework {

const char* LayoutName(Layout layout) {
  switch (layout) {
    case Layout::kAny:
      return "any";
    case Layout::kNCHW:
      return "NCHW";
    case Layout::kNHWC:
      return "NHWC";
  }
  return "unknown";
}

}  // namespace paddle::framework
