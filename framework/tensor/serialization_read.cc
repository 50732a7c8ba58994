#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/tensor/serialization.h"
#include "paddle/framework/tensor/serialization_format.h"
#include "paddle/framework/tensor/serialization_input.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/file_mapping.h"

namespace paddle::framework {
namespace {

using tensor_file::FileInput;
using tensor_file::Input;
using tensor_file::Kind;
using tensor_file::MappedInput;
using tensor_file::MemoryInput;

// Takes pieces off the front of the bytes, and never reads beyond their end.
class Reader {
 public:
  explicit Reader(absl::string_view bytes) : rest_(bytes) {}

  absl::string_view rest() const { return rest_; }

  absl::string_view Bytes(uint64_t count, const char* what) {
    // Compared with what is left instead of adding to a position, which could
    // overflow.
    PADDLE_ENFORCE(count <= rest_.size(), DataLoss, what, " needs ", count,
                   " bytes, ", rest_.size(), " are left");
    const absl::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }

  template <typename T>
  T Number(const char* what) {
    T value;
    std::memcpy(&value, Bytes(sizeof(T), what).data(), sizeof(T));
    return value;
  }

  // Reads a count and that many numbers.
  template <typename T>
  std::vector<T> Numbers(const char* what) {
    const uint64_t count = Number<uint64_t>(what);
    // Checked by division, because count * sizeof(T) could overflow, and before
    // the vector allocates.
    PADDLE_ENFORCE(count <= rest_.size() / sizeof(T), DataLoss, what, " has ",
                   count, " numbers, ", rest_.size(), " bytes are left");
    std::vector<T> values(count);
    if (count > 0) {
      const absl::string_view bytes = Bytes(count * sizeof(T), what);
      std::memcpy(values.data(), bytes.data(), bytes.size());
    }
    return values;
  }

 private:
  absl::string_view rest_;
};

void CheckSum(Input* input, absl::string_view of, const char* what) {
  const auto stored = input->Number<uint32_t>("a checksum");
  const uint32_t computed = platform::Crc32c(of.data(), of.size());
  PADDLE_ENFORCE(stored == computed, DataLoss, "the checksum of ", what,
                 " does not match: it was damaged");
}

// The part of an entry that precedes its elements.
struct EntryHeader {
  std::string name;
  Kind kind = Kind::kLoDTensor;
  DataType dtype = DataType::kFloat32;
  Dims dims;
  LoD::Levels lod;
  int64_t height = 0;
  std::vector<int64_t> rows;
  uint64_t bytes = 0;
};

Kind KindOfNumber(uint8_t number) {
  PADDLE_ENFORCE(number <= static_cast<uint8_t>(Kind::kSelectedRows), DataLoss,
                 "no kind of entry has the number ", number);
  return static_cast<Kind>(number);
}

Dims ReadDims(Reader* reader) {
  const std::vector<int64_t> sizes = reader->Numbers<int64_t>("dims");
  const Dims dims{absl::MakeConstSpan(sizes)};
  PADDLE_ENFORCE(dims.IsStatic(), DataLoss,
                 "a size is negative: ", dims.ToString());
  return dims;
}

LoD::Levels ReadLoD(Reader* reader) {
  LoD::Levels levels;
  const auto count = reader->Number<uint32_t>("the LoD");
  for (uint32_t level = 0; level < count; ++level) {
    levels.push_back(reader->Numbers<int64_t>("a LoD level"));
  }
  return levels;
}

EntryHeader ReadHeader(absl::string_view bytes) {
  Reader reader(bytes);
  EntryHeader header;
  const std::vector<char> name = reader.Numbers<char>("the name");
  header.name.assign(name.begin(), name.end());
  header.kind = KindOfNumber(reader.Number<uint8_t>("the kind"));
  header.dtype = DataTypeFromNumber(reader.Number<uint8_t>("the data type"));
  header.dims = ReadDims(&reader);
  if (header.kind == Kind::kLoDTensor) {
    header.lod = ReadLoD(&reader);
  } else {
    header.height = reader.Number<int64_t>("the height");
    header.rows = reader.Numbers<int64_t>("the rows");
  }
  header.bytes = reader.Number<uint64_t>("the length");
  PADDLE_ENFORCE(reader.rest().empty(), DataLoss, reader.rest().size(),
                 " bytes too many in the header");
  return header;
}

void CheckLength(const EntryHeader& header) {
  const auto numel = static_cast<uint64_t>(header.dims.Numel());
  const uint64_t size = SizeOf(header.dtype);
  // Divides, because numel * size could overflow.
  PADDLE_ENFORCE(header.bytes / size == numel && header.bytes % size == 0,
                 DataLoss, header.bytes, " bytes cannot be ",
                 DataTypeName(header.dtype), " ", header.dims.ToString());
}

// Other values of a bool are undefined behaviour, and a checksum does not
// protect from a file that was made that way on purpose.
void CheckBools(absl::string_view data) {
  for (const char byte : data) {
    PADDLE_ENFORCE(byte == 0 || byte == 1, DataLoss, "a bool is the byte ",
                   static_cast<int>(byte));
  }
}

absl::string_view BytesOf(const Tensor& tensor) {
  return {static_cast<const char*>(tensor.raw_data()), tensor.bytes()};
}

// Every byte of a file counts, so that a changed one is found.
void SkipPadding(Input* input) {
  const uint64_t rest = input->position() % tensor_file::kAlignment;
  if (rest == 0) return;
  const std::string zeros =
      input->Bytes(tensor_file::kAlignment - rest, "the padding");
  PADDLE_ENFORCE(zeros.find_first_not_of('\0') == std::string::npos, DataLoss,
                 "the padding is not zero");
}

Tensor ReadElements(const EntryHeader& header, Input* input) {
  if (auto shared = input->Share(header.bytes, "the data")) {
    Tensor tensor;
    tensor.Bind(std::move(shared), 0, header.dims, header.dtype);
    return tensor;
  }
  // Memory is allocated after the check, so a huge size in a damaged file costs
  // nothing.
  Tensor tensor(header.dims, header.dtype);
  input->Read(tensor.raw_mutable_data(), header.bytes, "the data");
  return tensor;
}

Tensor ReadTensor(const EntryHeader& header, uint32_t version, Input* input) {
  if (version > 1) SkipPadding(input);
  Tensor tensor = ReadElements(header, input);
  CheckSum(input, BytesOf(tensor), "the data");
  if (header.dtype == DataType::kBool) CheckBools(BytesOf(tensor));
  return tensor;
}

LoDTensor MakeLoDTensor(const EntryHeader& header, Tensor tensor) {
  LoDPtr lod;
  if (!header.lod.empty()) {
    lod = LoD::FromOffsets(header.lod);
    // FromOffsets has checked the levels against each other; only the rows
    // remain.
    PADDLE_ENFORCE(header.dims.rank() >= 1 && lod->rows() == header.dims[0],
                   DataLoss, "a LoD of ", lod->rows(), " rows on ",
                   header.dims.ToString());
  }
  return LoDTensor(std::move(tensor), std::move(lod));
}

SelectedRows MakeSelectedRows(const EntryHeader& header, Tensor tensor) {
  SelectedRows rows;
  rows.set_height(header.height);
  *rows.mutable_rows() = header.rows;
  *rows.mutable_value() = std::move(tensor);
  rows.Check();
  return rows;
}

// Reads the length of a header and the header, both covered by its checksum.
std::string ReadFramedHeader(Input* input) {
  const auto length = input->Number<uint64_t>("the length of the header");
  // A limit of its own, because the header is needed as a whole in memory.
  PADDLE_ENFORCE(length <= tensor_file::kMostHeaderBytes, DataLoss,
                 "a header of ", length, " bytes; at most ",
                 tensor_file::kMostHeaderBytes);
  std::string framed(reinterpret_cast<const char*>(&length), sizeof(length));
  framed += input->Bytes(length, "the header");
  CheckSum(input, framed, "the header");
  return framed;
}

// Reads one entry; `where` becomes its name as soon as that is known, for
// messages.
void ReadEntry(uint32_t version, Input* input, NamedTensors* tensors,
               std::string* where) {
  const std::string framed = ReadFramedHeader(input);
  // The checksum covers the length as well, since a damaged length would make
  // everything after it unreadable.
  const EntryHeader header =
      ReadHeader(absl::string_view(framed).substr(sizeof(uint64_t)));
  absl::StrAppend(where, " \"", header.name, "\"");
  CheckLength(header);
  // Two entries of a name would make the result depend on their order.
  PADDLE_ENFORCE(tensors->count(header.name) == 0, DataLoss,
                 "there is another entry of this name");
  Tensor tensor = ReadTensor(header, version, input);
  if (header.kind == Kind::kLoDTensor) {
    tensors->emplace(header.name, MakeLoDTensor(header, std::move(tensor)));
  } else {
    tensors->emplace(header.name, MakeSelectedRows(header, std::move(tensor)));
  }
}

// The part of a file that precedes its entries.
struct Start {
  uint32_t version = 0;
  uint64_t count = 0;
};

Start ReadStart(Input* input) {
  std::string start =
      input->Bytes(tensor_file::kMagic.size(), "the magic number");
  PADDLE_ENFORCE(start == tensor_file::kMagic, DataLoss,
                 "this is no file of tensors");
  start += input->Bytes(sizeof(uint32_t), "the version");
  start += input->Bytes(sizeof(uint64_t), "the number of entries");
  MemoryInput numbers(absl::string_view(start).substr(8));
  const auto version = numbers.Number<uint32_t>("the version");
  PADDLE_ENFORCE(version >= 1 && version <= tensor_file::kVersion, DataLoss,
                 "version ", version,
                 " of the format is not known; this program reads 1 to ",
                 tensor_file::kVersion);
  CheckSum(input, start, "the beginning");
  return {version, numbers.Number<uint64_t>("the number of entries")};
}

NamedTensors ReadEntries(Input* input, std::string* where) {
  NamedTensors tensors;
  const Start start = ReadStart(input);
  for (uint64_t entry = 0; entry < start.count; ++entry) {
    *where = absl::StrCat(", entry ", entry);
    ReadEntry(start.version, input, &tensors, where);
  }
  where->clear();
  PADDLE_ENFORCE(input->rest() == 0, DataLoss, input->rest(),
                 " bytes follow the last entry");
  return tensors;
}

// Any error in the bytes becomes DataLoss and says where it is.
NamedTensors ReadAll(Input* input, const std::string& source) {
  std::string where;
  try {
    return ReadEntries(input, &where);
  } catch (const platform::Error& error) {
    const std::string message =
        absl::StrCat("file ", source, where, ": ", error.message());
    // These two are no fault of the file's bytes.
    PADDLE_ENFORCE(error.code() != platform::ErrorCode::kResourceExhausted,
                   ResourceExhausted, message);
    PADDLE_ENFORCE(error.code() != platform::ErrorCode::kUnavailable,
                   Unavailable, message);
    PADDLE_THROW(DataLoss, message);
  }
}

}  // namespace

NamedTensors ParseTensors(absl::string_view bytes, const std::string& source) {
  MemoryInput input(bytes);
  return ReadAll(&input, source);
}

NamedTensors LoadTensors(const std::string& path, const LoadOptions& options) {
  if (options.map) {
    MappedInput mapped(std::make_shared<const platform::FileMapping>(path));
    return ReadAll(&mapped, path);
  }
  FileInput input(path);
  return ReadAll(&input, path);
}

}  // namespace paddle::framework
