// The C interface by which a shared library calls servers of gRPC.
//
// The library exports one function, PaddleRpcBackend, which returns its table.
// Only the contents of this header cross between the two: C functions, numbers,
// and pointers that remain their owner's. No exception leaves a function, on
// either side. Messages are bytes: who calls knows what they mean.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A table of another version is refused; functions are only added at the end of
// a table, and `bytes` says which it has.
#define PADDLE_RPC_VERSION 1

// Text that ends with a zero byte, cut off if it is longer.
typedef struct PaddleRpcError {
  char text[2048];
} PaddleRpcError;

// The way to one server; belongs to the library.
typedef struct PaddleRpcChannel PaddleRpcChannel;

// Called for each message of an answer, in their order; returns whether it
// wants more.
typedef bool (*PaddleRpcTake)(void* caller, const void* message, size_t bytes);

typedef struct PaddleRpcTable {
  uint32_t version;  // PADDLE_RPC_VERSION
  uint32_t bytes;    // of this table
  // Returns at once, and null if there is no memory.
  PaddleRpcChannel* (*open)(const char* address);
  // No call may be under way.
  void (*close)(PaddleRpcChannel* channel);
  // Returns as soon as there is a connection, or false after the time.
  bool (*connect)(PaddleRpcChannel* channel, int64_t timeout_milliseconds);
  // Sends one message, and returns when the answer, of any number of messages,
  // has ended or is not wanted any more, or after the time: 0, or a code of
  // gRPC with its text. From several threads.
  int32_t (*call)(PaddleRpcChannel* channel, const char* method,
                  const void* request, size_t bytes,
                  int64_t timeout_milliseconds, PaddleRpcTake take,
                  void* caller, PaddleRpcError* error);
} PaddleRpcTable;

// The name and the type of the function that a library exports. Its table lives
// for ever.
#define PADDLE_RPC_ENTRY "PaddleRpcBackend"
typedef const PaddleRpcTable* (*PaddleRpcEntry)(void);

#ifdef __cplusplus
}
#endif
