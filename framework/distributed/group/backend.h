// The C interface by which a shared library carries bytes between the members
// of a group.
//
// The library exports one function, PaddleTransportBackend, which returns its
// table. Only the contents of this header cross between the two: C functions,
// numbers, and pointers that remain their owner's. No exception leaves a
// function, on either side.
//
// The functions have the meaning of those of Transport and Message
// (transport.h). Those that can fail return a code other than
// PADDLE_TRANSPORT_OK and write why into the error, which is never null.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A table of another version is refused; functions are only added at the end of
// a table, and `bytes` says which it has.
#define PADDLE_TRANSPORT_VERSION 1

typedef int32_t PaddleTransportCode;
enum {
  PADDLE_TRANSPORT_OK = 0,
  PADDLE_TRANSPORT_INVALID_ARGUMENT = 1,
  PADDLE_TRANSPORT_UNAVAILABLE = 2,
  PADDLE_TRANSPORT_INTERNAL = 3
};

// The function of two numbers by which all_reduce combines arrays.
typedef int32_t PaddleTransportReduction;
enum {
  PADDLE_TRANSPORT_SUM = 0,
  PADDLE_TRANSPORT_MAX = 1,
  PADDLE_TRANSPORT_MIN = 2
};

// Text that ends with a zero byte, cut off if it is longer.
typedef struct PaddleTransportError {
  char text[2048];
} PaddleTransportError;

// The members' store: `owner` is the first argument of its functions.
typedef struct PaddleTransportStore {
  void* owner;
  PaddleTransportCode (*set)(void* owner, const char* key, const void* value,
                             size_t bytes, PaddleTransportError* error);
  // Passes the value of a key to `take` as soon as it is set.
  PaddleTransportCode (*wait)(void* owner, const char* key,
                              int64_t milliseconds,
                              void (*take)(void* taker, const void* value,
                                           size_t bytes),
                              void* taker, PaddleTransportError* error);
} PaddleTransportStore;

// The member that is to be connected. All of it belongs to the caller, and is
// used only until `connect` returns.
typedef struct PaddleTransportMember {
  int32_t rank;
  int32_t size;
  const char* address;
  int64_t timeout_milliseconds;
  PaddleTransportStore store;
} PaddleTransportMember;

// Both belong to the library.
typedef struct PaddleTransport PaddleTransport;
typedef struct PaddleMessage PaddleMessage;

typedef struct PaddleTransportTable {
  uint32_t version;  // PADDLE_TRANSPORT_VERSION
  uint32_t bytes;    // of this table
  PaddleTransportCode (*connect)(const PaddleTransportMember* member,
                                 PaddleTransport** transport,
                                 PaddleTransportError* error);
  void (*disconnect)(PaddleTransport* transport);
  PaddleTransportCode (*send)(PaddleTransport* transport, int32_t peer,
                              uint64_t tag, const void* data, size_t bytes,
                              PaddleMessage** message,
                              PaddleTransportError* error);
  PaddleTransportCode (*receive)(PaddleTransport* transport, int32_t peer,
                                 uint64_t tag, void* data, size_t bytes,
                                 PaddleMessage** message,
                                 PaddleTransportError* error);
  PaddleTransportCode (*wait)(PaddleMessage* message,
                              PaddleTransportError* error);
  // Waits for a message that is still under way, and destroys it.
  void (*release)(PaddleMessage* message);
  // Transport::Abort.
  void (*give_up)(PaddleTransport* transport, const char* reason);
  // FastReducer::AllReduce. Optional: null, or beyond the table's bytes, in a
  // library that has no order of its own. The type of numbers is numbered as in
  // framework.proto.
  PaddleTransportCode (*all_reduce)(PaddleTransport* transport, void* array,
                                    int64_t count, int32_t type,
                                    PaddleTransportReduction reduction,
                                    uint64_t tag, PaddleTransportError* error);
} PaddleTransportTable;

// The name and the type of the function that a library exports. Its table lives
// for ever.
#define PADDLE_TRANSPORT_ENTRY "PaddleTransportBackend"
typedef const PaddleTransportTable* (*PaddleTransportEntry)(void);

#ifdef __cplusplus
}
#endif
