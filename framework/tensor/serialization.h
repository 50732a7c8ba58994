// Named tensors in a file. FORMAT.md describes the bytes.
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

// Writes the file, or leaves what was there: it is complete under its name or
// not there at all. FailedPrecondition, naming the entry, for a tensor without
// memory; InvalidArgument for one whose LoD or rows do not fit its dims;
// Unavailable if the file cannot be written.
void SaveTensors(const std::string& path, const NamedTensors& tensors);

// Everything in the file, on the CPU, in memory of its own: entry by entry, so
// that a file is refused at its first wrong byte. Either all of it is right or
// an error is thrown: NotFound or Unavailable if the file cannot be read;
// DataLoss, naming the file, the entry and what is wrong, if a bit is not
// what was written, bytes are missing or too many, or the version is unknown.
// No memory is allocated for sizes that the file cannot hold.
NamedTensors LoadTensors(const std::string& path);

// The same on bytes; `source` stands for the file in errors.
std::string SerializeTensors(const NamedTensors& tensors);
NamedTensors ParseTensors(absl::string_view bytes, const std::string& source);

}  // namespace paddle::framework
