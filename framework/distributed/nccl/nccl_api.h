// Loads the library NCCL, which exchanges memory of GPUs.
//
// The declarations are those of nccl.h, as far as they are used, so that
// neither it nor the library is needed to build. Each function is without its
// prefix "nccl"; NCCL's documentation says what it does.
#pragma once

#include <climits>
#include <cstddef>
#include <string>

struct CUstream_st;  // a cudaStream_t points to it

namespace paddle::distributed {

struct NcclComm;  // belongs to NCCL

// Those results that are told apart.
enum class NcclResult : int {
  kSuccess = 0,
  kInvalidArgument = 4,
  kInvalidUsage = 5,
  kInProgress = 7,
};

enum class NcclType : int {
  kInt8 = 0,
  kUint8 = 1,
  kInt32 = 2,
  kInt64 = 4,
  kFloat16 = 6,
  kFloat32 = 7,
  kFloat64 = 8,
  kBfloat16 = 9,
};

enum class NcclOp : int { kSum = 0, kMax = 2, kMin = 3 };

// Tells the members of a group where to find each other.
struct NcclId {
  char bytes[128];
};

// The beginning of ncclConfig_t, as NCCL 2.14 has it: later versions take the
// rest from their defaults.
struct NcclConfig {
  size_t size = sizeof(NcclConfig);
  unsigned magic = 0xcafebeef;
  unsigned version = 21400;
  int blocking = 0;
  int unused = INT_MIN;
};

// The functions: their names, results and parameters.
#define PADDLE_NCCL_FUNCTIONS(F)                                              \
  F(GetVersion, NcclResult, (int* version))                                   \
  F(GetErrorString, const char*, (NcclResult result))                         \
  F(GetLastError, const char*, (NcclComm * comm))                             \
  F(GetUniqueId, NcclResult, (NcclId * id))                                   \
  F(CommInitRankConfig, NcclResult,                                           \
    (NcclComm * *comm, int size, NcclId id, int rank, NcclConfig* config))    \
  F(CommFinalize, NcclResult, (NcclComm * comm))                              \
  F(CommDestroy, NcclResult, (NcclComm * comm))                               \
  F(CommAbort, NcclResult, (NcclComm * comm))                                 \
  F(CommGetAsyncError, NcclResult, (NcclComm * comm, NcclResult * result))    \
  F(GroupStart, NcclResult, ())                                               \
  F(GroupEnd, NcclResult, ())                                                 \
  F(Send, NcclResult,                                                         \
    (const void* data, size_t count, NcclType type, int peer, NcclComm* comm, \
     CUstream_st* stream))                                                    \
  F(Recv, NcclResult,                                                         \
    (void* data, size_t count, NcclType type, int peer, NcclComm* comm,       \
     CUstream_st* stream))                                                    \
  F(AllGather, NcclResult,                                                    \
    (const void* data, void* result, size_t count, NcclType type,             \
     NcclComm* comm, CUstream_st* stream))                                    \
  F(AllReduce, NcclResult,                                                    \
    (const void* data, void* result, size_t count, NcclType type, NcclOp op,  \
     NcclComm* comm, CUstream_st* stream))                                    \
  F(ReduceScatter, NcclResult,                                                \
    (const void* data, void* result, size_t count, NcclType type, NcclOp op,  \
     NcclComm* comm, CUstream_st* stream))                                    \
  F(Broadcast, NcclResult,                                                    \
    (const void* data, void* result, size_t count, NcclType type, int root,   \
     NcclComm* comm, CUstream_st* stream))

struct NcclApi {
#define PADDLE_NCCL_MEMBER_(name, result, parameters) result(*name) parameters;
  PADDLE_NCCL_FUNCTIONS(PADDLE_NCCL_MEMBER_)
#undef PADDLE_NCCL_MEMBER_
};

// Returns the functions of a library, which stays loaded. A file without a
// slash is looked for where the system looks. Unavailable, naming the file, the
// function if one is missing, and what to install, for a library that cannot be
// loaded and for one before NCCL 2.14.
NcclApi LoadNccl(const std::string& file = "libnccl.so.2");

}  // namespace paddle::distributed
