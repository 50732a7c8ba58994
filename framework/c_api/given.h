// Reads what callers give: texts, and structs that begin with their size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "paddle/platform/enforce.h"

namespace paddle::c_api {

// Throws InvalidArgument, naming `what`, unless a struct of `size` bytes has
// the members of version 1.0, which end at `least`, and, where it is longer
// than the `known`, zeros there: a newer program that asks for nothing new.
void CheckSize(const void* given, size_t size, size_t least, size_t known,
               const char* what);

// Returns a struct as this version has it: members that the caller does not
// know are zero. Throws what CheckSize throws.
template <typename Struct>
Struct Known(const Struct& given, const char* what, size_t least) {
  CheckSize(&given, given.size, least, sizeof(Struct), what);
  Struct known{};
  std::memcpy(&known, &given, std::min(given.size, sizeof(Struct)));
  return known;
}

// Writes the members of `result` that the caller knows to *given. Throws
// InvalidArgument for NULL and for less than version 1.0 has.
template <typename Struct>
void Fill(Struct* given, Struct result, const char* what, size_t least) {
  PADDLE_ENFORCE(given != nullptr, InvalidArgument, what, " is NULL");
  PADDLE_ENFORCE(given->size >= least, InvalidArgument, what, ".size is ",
                 given->size, ", not sizeof of the struct");
  result.size = given->size;
  std::memcpy(given, &result, std::min(given->size, sizeof(Struct)));
}

// Returns `count` texts. Throws InvalidArgument, naming `what`, for NULL and
// for bytes that are not UTF-8.
std::vector<std::string> TextsOf(const char* const* texts, size_t count,
                                 const char* what);

}  // namespace paddle::c_api
