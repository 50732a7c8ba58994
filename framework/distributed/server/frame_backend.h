// The C interface by which a shared library carries frames between clients and
// servers.
//
// The library exports one function, PaddleFrameBackend, which returns its
// table. Only the contents of this header cross between the two: C functions,
// numbers, and pointers that remain their owner's. No exception leaves a
// function, on either side.
//
// The functions have the meaning of those of FrameClient and CallServer
// (frame_link.h). Those that can fail return false and write why into the
// error, which is never null; it is then Unavailable.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A table of another version is refused; functions are only added at the end of
// a table, and `bytes` says which it has.
#define PADDLE_FRAMES_VERSION 1

// Text that ends with a zero byte, cut off if it is longer.
typedef struct PaddleFramesError {
  char text[2048];
} PaddleFramesError;

typedef struct PaddlePiece {
  const void* data;
  size_t bytes;
} PaddlePiece;

// Bytes that lie in pieces of memory. Whoever is given a frame calls `release`
// once, with `keeper`, when it needs the memory no more; the array of pieces is
// valid only during the call that gives it.
typedef struct PaddleFrame {
  const PaddlePiece* pieces;
  size_t count;
  void* keeper;
  void (*release)(void* keeper);
} PaddleFrame;

// Both belong to the library.
typedef struct PaddleFrameClient PaddleFrameClient;
typedef struct PaddleFrameServer PaddleFrameServer;
// A call that a server has taken. `answer` ends it.
typedef struct PaddleFrameCall PaddleFrameCall;

// Called once for each call, with its answer, or with null and why there is
// none.
typedef void (*PaddleFrameDone)(void* caller, const PaddleFrame* answer,
                                const char* error);
// Called for each request that comes, from several threads.
typedef void (*PaddleFrameHandler)(void* owner, const PaddleFrame* request,
                                   PaddleFrameCall* call);

typedef struct PaddleFrameTable {
  uint32_t version;  // PADDLE_FRAMES_VERSION
  uint32_t bytes;    // of this table
  bool (*connect)(const char* address, int64_t timeout_milliseconds,
                  PaddleFrameClient** client, PaddleFramesError* error);
  void (*disconnect)(PaddleFrameClient* client);
  void (*begin)(PaddleFrameClient* client, const PaddleFrame* request,
                PaddleFrameDone done, void* caller);
  // `handle` is called with `owner` until the server is closed.
  bool (*listen)(const char* address, int32_t port, PaddleFrameHandler handle,
                 void* owner, PaddleFrameServer** server, int32_t* bound,
                 PaddleFramesError* error);
  void (*close)(PaddleFrameServer* server);
  // Called once for each call; it may have ended, and its server be closed.
  void (*answer)(PaddleFrameCall* call, const PaddleFrame* answer);
} PaddleFrameTable;

// The name and the type of the function that a library exports. Its table lives
// for ever.
#define PADDLE_FRAMES_ENTRY "PaddleFrameBackend"
typedef const PaddleFrameTable* (*PaddleFramesEntry)(void);

#ifdef __cplusplus
}
#endif
