// The C interface by which a shared library keeps the rows of tables.
//
// The library exports one function, PaddleRowsBackend, which returns its
// table. Only the contents of this header cross between the two: C functions,
// numbers, and pointers that remain their owner's. No exception leaves a
// function, on either side.
//
// The functions have the meaning of those of Table (table.h), and one table is
// used by one thread at a time. Those that can fail return false and write why
// into the error, which is never null.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A table of another version is refused; functions are only added at the end of
// a table, and `bytes` says which it has.
#define PADDLE_ROWS_VERSION 1

typedef struct PaddleRowsError {
  int32_t code;  // a number of platform::ErrorCode
  char text[2048];
} PaddleRowsError;

// A TableColumn; texts end with a zero byte.
typedef struct PaddleRowsColumn {
  const char* name;
  int64_t width;
  int32_t kind;  // a number of RowInitializer::Kind
  double a;
  double b;
  uint64_t seed;
  uint64_t op;
  uint64_t step;
} PaddleRowsColumn;

// Belongs to the library.
typedef struct PaddleRows PaddleRows;

// Changes rows; false ends the update, which then has changed nothing.
typedef bool (*PaddleRowsChange)(void* caller, float* const* columns,
                                 size_t count);

typedef struct PaddleRowsTable {
  uint32_t version;  // PADDLE_ROWS_VERSION
  uint32_t bytes;    // of this table
  // Opens the rows in a folder, which is made if it is not there. Each step is
  // on the disk when its commit has returned.
  bool (*open)(const char* folder, const PaddleRowsColumn* columns,
               size_t count, PaddleRows** rows, PaddleRowsError* error);
  void (*close)(PaddleRows* rows);
  int64_t (*count)(const PaddleRows* rows);
  size_t (*memory)(const PaddleRows* rows);
  bool (*read)(PaddleRows* rows, const int64_t* ids, size_t count,
               int32_t column, float* out, PaddleRowsError* error);
  bool (*update)(PaddleRows* rows, const int64_t* ids, size_t count,
                 PaddleRowsChange change, void* caller, PaddleRowsError* error);
  // Writes at most `most` ids, and their number.
  bool (*ids)(PaddleRows* rows, int64_t from, size_t most, int64_t* ids,
              size_t* count, PaddleRowsError* error);
  bool (*commit)(PaddleRows* rows, const char* record, size_t bytes,
                 PaddleRowsError* error);
  // The text is valid until the next call with these rows.
  void (*record)(const PaddleRows* rows, const char** text, size_t* bytes);
  bool (*save)(PaddleRows* rows, const char* folder, PaddleRowsError* error);
} PaddleRowsTable;

// The name and the type of the function that a library exports. Its table lives
// for ever.
#define PADDLE_ROWS_ENTRY "PaddleRowsBackend"
typedef const PaddleRowsTable* (*PaddleRowsEntry)(void);

#ifdef __cplusplus
}
#endif
