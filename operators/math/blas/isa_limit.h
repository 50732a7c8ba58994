// Reads how new the instructions may be that products use.
#pragma once

namespace paddle::operators::kernels {

// From the narrowest to the widest.
enum class IsaLimit {
  kBelowAvx512,
  kAvx512,  // but no AMX
  kNone,
};

// Returns the limit that the environment sets for oneDNN, read as oneDNN does:
// from ONEDNN_MAX_CPU_ISA, or, if that is not set or empty, DNNL_MAX_CPU_ISA,
// in letters of either case. A word that names no instructions is no limit.
// Source: oneDNN, src/cpu/x64/cpu_isa_traits.cpp.
IsaLimit ReadIsaLimit();

}  // namespace paddle::operators::kernels
