#include "paddle/framework/distributed/nccl/nccl_api.h"

#include <dlfcn.h>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

constexpr char kRemedy[] =
    "exchanging memory of GPUs needs NCCL 2.14 or later: install the package "
    "libnccl2 of NVIDIA, or nvidia-nccl-cu12 (nvidia-nccl-cu13) of PyPI, and "
    "put the folder of libnccl.so.2 into LD_LIBRARY_PATH";

// The oldest version whose calls need not block, so that a member can give up.
constexpr int kOldest = 21400;

template <typename Function>
void Find(void* library, const std::string& file, const char* name,
          Function** function) {
  *function = reinterpret_cast<Function*>(dlsym(library, name));
  PADDLE_ENFORCE(*function != nullptr, Unavailable, "'", file,
                 "' has no function ", name, "; ", kRemedy);
}

void CheckVersion(const NcclApi& api, const std::string& file) {
  int version = 0;
  PADDLE_ENFORCE(api.GetVersion(&version) == NcclResult::kSuccess, Unavailable,
                 "ncclGetVersion of '", file, "' fails; ", kRemedy);
  // Up to 2.8 a version was written with one digit less.
  const int major = version < 10000 ? version / 1000 : version / 10000;
  const int minor = version < 10000 ? version / 100 % 10 : version / 100 % 100;
  PADDLE_ENFORCE(version >= kOldest, Unavailable, "'", file, "' is NCCL ",
                 major, ".", minor, ", which is too old; ", kRemedy);
}

}  // namespace

NcclApi LoadNccl(const std::string& file) {
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    PADDLE_THROW(Unavailable, "'", file, "' cannot be loaded: ",
                 reason == nullptr ? "no reason is given" : reason, "; ",
                 kRemedy);
  }
  NcclApi api;
#define PADDLE_FIND_NCCL_FUNCTION_(name, result, parameters) \
  Find(library, file, "nccl" #name, &api.name);
  PADDLE_NCCL_FUNCTIONS(PADDLE_FIND_NCCL_FUNCTION_)
#undef PADDLE_FIND_NCCL_FUNCTION_
  CheckVersion(api, file);
  return api;
}

}  // namespace paddle::distributed
