#include <cstdint>
#include <string>
#include <variant>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/serialization.h"
#include "paddle/framework/tensor/serialization_format.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/file.h"

namespace paddle::framework {
namespace {

using tensor_file::Kind;

// Passes bytes on, and counts them.
class Sink {
 public:
  using Write = absl::FunctionRef<void(absl::string_view)>;

  explicit Sink(Write write) : write_(write) {}

  void operator()(absl::string_view bytes) {
    write_(bytes);
    position_ += bytes.size();
  }
  // Writes zeros up to where elements may begin.
  void Align() {
    const uint64_t rest = position_ % tensor_file::kAlignment;
    if (rest > 0) (*this)(std::string(tensor_file::kAlignment - rest, '\0'));
  }

 private:
  const Write write_;
  uint64_t position_ = 0;
};

template <typename T>
void Put(std::string* out, T value) {
  out->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

template <typename T>
void PutAll(std::string* out, const T* values, size_t count) {
  Put<uint64_t>(out, count);
  // append must not be called with null, which an empty list may have.
  if (count == 0) return;
  out->append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

void PutChecksum(std::string* out) {
  Put(out, platform::Crc32c(out->data(), out->size()));
}

void PutExtra(std::string* out, const LoDTensor& tensor) {
  const int levels = tensor.lod() == nullptr ? 0 : tensor.lod()->levels();
  Put<uint32_t>(out, levels);
  for (int level = 0; level < levels; ++level) {
    const absl::Span<const int64_t> offsets = tensor.lod()->offsets(level);
    PutAll(out, offsets.data(), offsets.size());
  }
}

void PutExtra(std::string* out, const SelectedRows& rows) {
  Put<int64_t>(out, rows.height());
  PutAll(out, rows.rows().data(), rows.rows().size());
}

const Tensor& Values(const LoDTensor& tensor) { return tensor; }
const Tensor& Values(const SelectedRows& rows) { return rows.value(); }

constexpr Kind KindOf(const LoDTensor&) { return Kind::kLoDTensor; }
constexpr Kind KindOf(const SelectedRows&) { return Kind::kSelectedRows; }

void Check(const LoDTensor& tensor) {
  if (tensor.lod() == nullptr) return;
  PADDLE_ENFORCE(tensor.rank() >= 1 && tensor.lod()->rows() == tensor.dims()[0],
                 InvalidArgument, "a LoD of ", tensor.lod()->rows(),
                 " rows on a tensor ", tensor.dims().ToString());
}
void Check(const SelectedRows& rows) { rows.Check(); }

template <typename Value>
std::string Header(const std::string& name, const Value& value) {
  const Tensor& tensor = Values(value);
  std::string header;
  PutAll(&header, name.data(), name.size());
  Put(&header, KindOf(value));
  Put(&header, static_cast<uint8_t>(tensor.dtype()));
  PutAll(&header, tensor.dims().begin(), tensor.rank());
  PutExtra(&header, value);
  Put<uint64_t>(&header, tensor.bytes());
  return header;
}

template <typename Value>
void WriteEntry(const std::string& name, const Value& value, Sink* sink) {
  const Tensor& tensor = Values(value);
  PADDLE_ENFORCE(tensor.initialized(), FailedPrecondition,
                 "the tensor has no memory yet");
  Check(value);
  const std::string header = Header(name, value);
  // The reader refuses larger headers, so such a file must not be written.
  PADDLE_ENFORCE(header.size() <= tensor_file::kMostHeaderBytes,
                 InvalidArgument, "its name, LoD or rows have ", header.size(),
                 " bytes; at most ", tensor_file::kMostHeaderBytes);
  std::string framed;
  Put<uint64_t>(&framed, header.size());
  framed += header;
  PutChecksum(&framed);
  (*sink)(framed);
  sink->Align();

  // Elements of a GPU are copied entry by entry, so that no more than one is on
  // the host.
  const Tensor local = OnCPU(tensor);
  (*sink)({static_cast<const char*>(local.raw_data()), local.bytes()});
  std::string checksum;
  Put(&checksum, platform::Crc32c(local.raw_data(), local.bytes()));
  (*sink)(checksum);
}

void WriteAll(const NamedTensors& tensors, Sink::Write write) {
  Sink sink(write);
  std::string start(tensor_file::kMagic);
  Put<uint32_t>(&start, tensor_file::kVersion);
  Put<uint64_t>(&start, tensors.size());
  PutChecksum(&start);
  sink(start);
  for (const auto& entry : tensors) {
    // Errors name the entry, because the caller passed many.
    try {
      std::visit(
          [&](const auto& value) { WriteEntry(entry.first, value, &sink); },
          entry.second);
    } catch (platform::Error& error) {
      error.AddContext(absl::StrCat("when saving \"", entry.first, "\""));
      throw;
    }
  }
}

}  // namespace

void SaveTensors(const std::string& path, const NamedTensors& tensors) {
  platform::AtomicFileWriter file(path);
  WriteAll(tensors, [&file](absl::string_view bytes) { file.Write(bytes); });
  file.Commit();
}

std::string SerializeTensors(const NamedTensors& tensors) {
  std::string text;
  WriteAll(tensors, [&text](absl::string_view bytes) {
    text.append(bytes.data(), bytes.size());
  });
  return text;
}

}  // namespace paddle::framework
