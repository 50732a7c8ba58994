#include "paddle/framework/distributed/table/saved_rows.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/serialization.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using framework::NamedTensors;

std::string FileIn(const std::string& folder) { return folder + "/rows"; }

std::string NameOf(const TableColumn& column) {
  return absl::StrCat("column ", column.name);
}

template <typename T>
LoDTensor AsTensor(const T* values, size_t size) {
  LoDTensor tensor(Dims{static_cast<int64_t>(size)},
                   sizeof(T) == 1 ? DataType::kUInt8 : DataType::kInt64);
  std::copy_n(values, size, static_cast<T*>(tensor.raw_mutable_data()));
  return tensor;
}

// Returns a tensor of a file, whose type and rank are as expected.
const LoDTensor& Find(const NamedTensors& tensors, const std::string& name,
                      DataType type, int rank, const std::string& folder) {
  const auto found = tensors.find(name);
  const LoDTensor* const tensor =
      found == tensors.end() ? nullptr : std::get_if<LoDTensor>(&found->second);
  PADDLE_ENFORCE(tensor != nullptr && tensor->dtype() == type &&
                     tensor->dims().rank() == rank,
                 InvalidArgument, "the rows in '", folder, "' have no '", name,
                 "' as this table has");
  return *tensor;
}

}  // namespace

void SaveRows(std::vector<int64_t> ids, Table* table,
              const std::string& folder) {
  NamedTensors tensors;
  for (size_t c = 0; c < table->columns().size(); ++c) {
    const TableColumn& column = table->columns()[c];
    LoDTensor values(Dims{static_cast<int64_t>(ids.size()), column.width},
                     DataType::kFloat32);
    table->Read(ids, static_cast<int>(c), values.mutable_data<float>());
    tensors[NameOf(column)] = values;
  }
  tensors["ids"] = AsTensor(ids.data(), ids.size());
  tensors["record"] = AsTensor(table->record().data(), table->record().size());
  std::error_code error;
  const bool made = std::filesystem::create_directory(folder, error);
  PADDLE_ENFORCE(!error, Unavailable, "a table cannot be saved to '", folder,
                 "': ", error.message());
  PADDLE_ENFORCE(made, AlreadyExists, "a table cannot be saved to '", folder,
                 "', which exists");
  SaveTensors(FileIn(folder), tensors);
}

void LoadRows(const std::string& folder, Table* table) {
  const NamedTensors tensors = framework::LoadTensors(FileIn(folder));
  const LoDTensor& ids = Find(tensors, "ids", DataType::kInt64, 1, folder);
  const LoDTensor& record =
      Find(tensors, "record", DataType::kUInt8, 1, folder);
  std::vector<const LoDTensor*> values;
  for (const TableColumn& column : table->columns()) {
    values.push_back(
        &Find(tensors, NameOf(column), DataType::kFloat32, 2, folder));
    PADDLE_ENFORCE(values.back()->dims() == (Dims{ids.numel(), column.width}),
                   InvalidArgument, "the rows in '", folder,
                   "' have a column '", column.name, "' of another width than ",
                   column.width);
  }
  table->Update({ids.data<int64_t>(), static_cast<size_t>(ids.numel())},
                [&](absl::Span<float* const> columns) {
                  for (size_t c = 0; c < columns.size(); ++c) {
                    std::copy_n(values[c]->data<float>(), values[c]->numel(),
                                columns[c]);
                  }
                });
  table->Commit({reinterpret_cast<const char*>(record.data<uint8_t>()),
                 static_cast<size_t>(record.numel())});
}

}  // namespace paddle::distributed
