// Reads what callers give: texts, and structs that begin with their size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "paddle/platform/enforce.h"

namespace paddle::c_api {

// No list of names is as long; a larger number is a mistake, and memory there
// might not be readable.
constexpr size_t kMostTexts = 1 << 20;

// Throws InvalidArgument, naming `what`, unless a struct of `size` bytes has
// the members of version 1.0, which end at `least`, and is no longer than
// structs ever get. Says that this version knows `known` bytes of it.
void CheckSize(size_t size, size_t least, size_t known, const char* what);

// Throws what CheckSize throws, and Unimplemented unless a struct that is
// longer than the `known` has zeros there: a newer program that asks for
// nothing new.
void CheckAsked(const void* given, size_t size, size_t least, size_t known,
                const char* what);

// Returns a struct as this version has it: members that the caller does not
// know are zero. Throws what CheckAsked throws.
template <typename Struct>
Struct Known(const Struct& given, const char* what, size_t least) {
  CheckAsked(&given, given.size, least, sizeof(Struct), what);
  Struct known{};
  std::memcpy(&known, &given, std::min(given.size, sizeof(Struct)));
  return known;
}

// Writes the members of `result` that the caller knows to *given; those that
// only the caller knows become zero. Throws InvalidArgument for NULL, and what
// CheckSize throws.
template <typename Struct>
void Fill(Struct* given, Struct result, const char* what, size_t least) {
  PADDLE_ENFORCE(given != nullptr, InvalidArgument, what, " is NULL");
  const size_t size = given->size;
  CheckSize(size, least, sizeof(Struct), what);
  result.size = size;
  const size_t known = std::min(size, sizeof(Struct));
  std::memcpy(given, &result, known);
  std::memset(reinterpret_cast<char*>(given) + known, 0, size - known);
}

// Returns `count` texts. Throws InvalidArgument, naming `what`, for NULL and
// for bytes that are not UTF-8.
std::vector<std::string> TextsOf(const char* const* texts, size_t count,
                                 const char* what);

}  // namespace paddle::c_api
