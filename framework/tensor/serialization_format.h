// Constants of the tensor file format (FORMAT.md) that writer and reader share.
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace paddle::framework::tensor_file {

// The first byte is not text, and the last one reveals a text-mode transfer.
inline constexpr absl::string_view kMagic("\x93PADDLE\n", 8);
inline constexpr uint32_t kVersion = 2;
// From version 2 on elements begin at multiples of it.
inline constexpr uint64_t kAlignment = 64;
// Upper limit for the header of an entry: names, sizes, and the rows of 128
// million slices.
inline constexpr uint64_t kMostHeaderBytes = uint64_t{1} << 30;
enum class Kind : uint8_t { kLoDTensor = 0, kSelectedRows = 1 };

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the tensor file format is little endian; this machine needs a swap"
#endif

}  // namespace paddle::framework::tensor_file
