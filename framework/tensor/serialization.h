// Reads and writes files of named tensors; FORMAT.md describes the bytes.
#pragma once

#include <map>
#include <string>
#include <variant>

#include "absl/strings/string_view.h"

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"

namespace paddle::framework {

using NamedTensors =
    std::map<std::string, std::variant<LoDTensor, SelectedRows>>;

// Writes a file atomically: it is complete, or what was there is unchanged.
// Throws FailedPrecondition, naming the entry, for a tensor without memory,
// InvalidArgument for one whose LoD or rows do not fit its dims, and
// Unavailable if the file cannot be written.
void SaveTensors(const std::string& path, const NamedTensors& tensors);

struct LoadOptions {
  // Elements stay in the file, which is mapped into memory until the last of
  // its tensors is gone: processes that load it share its memory, and a tensor
  // that is written gets pages of its own. The file may be replaced meanwhile,
  // but must not be cut off or written in place (platform/file_mapping.h).
  // Tensors of files of version 1 are copied.
  bool map = false;
};

// Returns all tensors of a file, on the CPU, in memory of their own unless it
// is to be mapped. Reads entry by entry, so that a damaged file is rejected at
// its first wrong byte, and allocates nothing for sizes that the file cannot
// hold. Throws NotFound or Unavailable if the file cannot be read, and
// DataLoss, naming the file, the entry and the problem, if a bit has changed,
// bytes are missing or left over, or the version is unknown.
NamedTensors LoadTensors(const std::string& path,
                         const LoadOptions& options = {});

// Convert to and from bytes in memory; errors call the bytes `source`.
std::string SerializeTensors(const NamedTensors& tensors);
NamedTensors ParseTensors(absl::string_view bytes, const std::string& source);

}  // namespace paddle::framework
