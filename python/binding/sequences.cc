#include "paddle/python/binding/sequences.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/items.h"
#include "paddle/python/binding/ndarray.h"
#include "paddle/python/binding/numpy_tensor.h"
#include "paddle/python/binding/tensor_handle.h"
#include "paddle/python/binding/tensor_value.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::LoDTensor;
using framework::Tensor;

bool IsArray(py::handle value) {
  // Arrays of other libraries are recognized by NumPy's protocol.
  return py::isinstance<Array>(value) ||
         (py::hasattr(value, "dtype") && py::hasattr(value, "__array__") &&
          py::hasattr(value, "shape"));
}

int RankOf(py::handle array) { return py::len(array.attr("shape")); }

// An array without elements has no data type that matters.
bool IsNothing(py::handle value) {
  return IsArray(value) && RankOf(value) == 1 && py::len(value) == 0;
}

// True for lists, tuples, and arrays of anything else ("object").
bool IsList(py::handle value) {
  if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    return true;
  }
  return py::isinstance<Array>(value) && RankOf(value) > 0 &&
         py::reinterpret_borrow<Array>(value).dtype().kind() == 'O';
}

std::string Shown(py::handle value) {
  if (IsList(value)) return absl::StrCat("a list of ", py::len(value));
  if (!IsArray(value)) return ReprOf(value);
  return absl::StrCat("an array of shape ", StrOf(value.attr("shape")));
}

std::string Wanted(int levels) {
  std::string text = "a list of ";
  for (int i = 1; i < levels; ++i) text += "lists of ";
  return text + "arrays, one array for each sequence";
}

// Returns "sequence 3" for the outermost level, "sequence 1, 0" for the next.
std::string Place(const std::vector<int>& path) {
  std::string text = "sequence ";
  for (size_t i = 0; i < path.size(); ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ", ", path[i]);
  }
  return text;
}

// Collects the sequences in nested lists, and their lengths.
class SequenceReader {
 public:
  // Makes rows [length, ...] of the value of one sequence.
  using Convert = std::function<Tensor(py::handle)>;

  // `what` takes the lists, for errors.
  SequenceReader(std::string what, int levels, Convert convert)
      : what_(std::move(what)),
        convert_(std::move(convert)),
        lengths_(levels) {}

  // `row` is the shape of a row where it is known, else negative sizes; absent
  // if nothing is known.
  LoDTensor Read(py::handle value, DataType dtype,
                 const absl::optional<Dims>& row) {
    row_ = row;
    CheckList(value);
    VisitItems(value, 0);
    return Join(dtype);
  }

 private:
  void CheckList(py::handle value) const {
    PADDLE_ENFORCE(IsList(value), InvalidArgument, what_, " takes ",
                   Wanted(lengths_.size()), ", not ", Shown(value),
                   path_.empty() ? "" : absl::StrCat(" as ", Place(path_)));
  }

  void VisitItems(py::handle list, size_t level) {
    path_.push_back(0);
    python::VisitItems(list, [&](py::handle item) {
      if (level + 1 == lengths_.size()) {
        AddSequence(item);
      } else {
        CheckList(item);
        lengths_[level].push_back(py::len(item));
        VisitItems(item, level + 1);
      }
      ++path_.back();
    });
    path_.pop_back();
  }

  void AddSequence(py::handle value) {
    Tensor rows;
    try {
      // An empty list says nothing about rows; NumPy would make it float64.
      rows = IsNothing(value) ? Tensor(Dims({0}), DataType::kFloat32)
                              : convert_(value);
    } catch (platform::Error& error) {
      error.AddContext(
          absl::StrCat("in ", Place(path_), " of ", Wanted(lengths_.size())));
      throw;
    }
    PADDLE_ENFORCE(rows.rank() > 0, InvalidArgument, what_, " takes ",
                   Wanted(lengths_.size()), "; ", Place(path_), " is ",
                   Shown(value));
    lengths_.back().push_back(rows.dims()[0]);
    // It must not decide the shape of a row.
    const bool says_nothing = rows.numel() == 0 && rows.rank() == 1;
    if (!says_nothing) rows = WithRow(std::move(rows));
    rows_.push_back(std::move(rows));
  }

  // Checks rows against the shape of a row, which they complete. One number is
  // a row of one where nothing else is asked for.
  Tensor WithRow(Tensor rows) {
    const bool numbers = !row_ || (row_->rank() == 1 && (*row_)[0] <= 1);
    if (rows.rank() == 1 && numbers) {
      rows = rows.Reshaped({rows.dims()[0], 1});
    }
    const Dims given = rows.dims().Slice(1, rows.rank());
    if (!row_) row_ = given;
    bool fits = given.rank() == row_->rank();
    for (int i = 0; fits && i < given.rank(); ++i) {
      // A size that is unknown takes the first value given, and the others must
      // agree.
      if ((*row_)[i] < 0) (*row_)[i] = given[i];
      fits = (*row_)[i] == given[i];
    }
    PADDLE_ENFORCE(fits, InvalidArgument, what_, ": ", Place(path_),
                   " is of shape ", rows.dims().ToString(),
                   "; its rows are of shape ", given.ToString(),
                   ", but must be of shape ", row_->ToString());
    return rows;
  }

  // Without any sequence that is not empty, assumes rows of one number.
  Dims JoinedDims() const {
    int64_t count = 0;
    for (const int64_t length : lengths_.back()) count += length;
    Dims dims({count});
    for (int64_t size : row_.value_or(Dims({1}))) {
      dims.Append(size < 0 ? 1 : size);
    }
    return dims;
  }

  LoDTensor Join(DataType dtype) const {
    // One allocation for all rows, filled sequence by sequence.
    LoDTensor joined(JoinedDims(), dtype);
    char* to = static_cast<char*>(joined.raw_mutable_data());
    for (const Tensor& part : rows_) {
      const Tensor rows = framework::OnCPU(part);
      std::memcpy(to, rows.raw_data(), rows.bytes());
      to += rows.bytes();
    }
    joined.set_lod(LoD::FromLengths(lengths_));
    return joined;
  }

  const std::string what_;
  const Convert convert_;
  absl::optional<Dims> row_;
  LoD::Levels lengths_;
  std::vector<int> path_;
  std::vector<Tensor> rows_;
};

// The limit of programs.
constexpr int kMostLevels = 32;

// Returns how deep lists are nested above the sequences, which are arrays or
// lists of numbers, inside `outer` other lists. Throws InvalidArgument for
// lists nested deeper than any sequences, such as one that contains itself.
int DepthOf(py::handle value, int outer = 0) {
  if (!IsList(value) || py::len(value) == 0) return 0;
  // The first item tells; the others are checked when they are read.
  const py::object first = value[py::int_(0)];
  if (!IsList(first) && !(IsArray(first) && RankOf(first) > 0)) return 0;
  PADDLE_ENFORCE(outer < kMostLevels, InvalidArgument,
                 "from_sequences takes lists of at most ", kMostLevels,
                 " levels; these are nested deeper, or hold themselves");
  int depth = 0;
  VisitItems(value, [&](py::handle item) {
    depth = std::max(depth, DepthOf(item, outer + 1));
  });
  return depth + 1;
}

// Finds the data type of sequences given without one: that of the arrays, or of
// the numbers in lists.
class CommonType {
 public:
  void Visit(py::handle value, int depth) {
    if (depth > 0 && IsList(value)) {
      VisitItems(value, [&](py::handle item) { Visit(item, depth - 1); });
    } else if (IsArray(value)) {
      if (!array_) array_ = ArrayType(value.attr("dtype")).ToDataType();
    } else if (IsList(value) && py::len(value) > 0) {
      VisitNumbers(value);
    }
  }
  DataType Get() const {
    return array_.value_or(number_.value_or(DataType::kFloat32));
  }

 private:
  // Whole numbers, such as ids, are int64, others float32. Anything that is not
  // a number is left to the conversion, which knows its position.
  void VisitNumbers(py::handle value) {
    char kind = ' ';
    try {
      kind = ReadArray(value, "").dtype().kind();
    } catch (const py::error_already_set&) {
      return;
    }
    if (kind == 'f') number_ = DataType::kFloat32;
    if (number_ == DataType::kFloat32) return;
    if (kind == 'i' || kind == 'u') number_ = DataType::kInt64;
    if (kind == 'b' && !number_) number_ = DataType::kBool;
  }

  absl::optional<DataType> array_;
  absl::optional<DataType> number_;
};

void CheckNumPyHas(DataType dtype, const char* what) {
  PADDLE_ENFORCE(NumPyTypeFor(dtype) == dtype, InvalidArgument, what,
                 ": NumPy has no ", framework::DataTypeName(dtype));
}

LoDTensor FromSequences(py::handle value, py::handle dtype) {
  constexpr char kWhat[] = "from_sequences";
  const int levels = std::max(DepthOf(value), 1);
  CommonType common;
  common.Visit(value, levels);
  const DataType type = dtype.is_none() ? common.Get() : ToDataType(dtype);
  CheckNumPyHas(type, kWhat);
  const auto convert = [&](py::handle rows) -> Tensor {
    if (dtype.is_none() || !IsArray(rows)) return ToTensor(rows, type, "");
    return ToTensorOfNumbers(rows, type, "");
  };
  return SequenceReader(kWhat, levels, convert)
      .Read(value, type, absl::nullopt);
}

// Returns the sequences [begin, end) of a level as views of the rows.
py::list Nested(const Array& rows, const LoD& lod, int level, int64_t begin,
                int64_t end) {
  const auto offsets = lod.offsets(level);
  py::list list(end - begin);
  for (int64_t i = begin; i < end; ++i) {
    if (level + 1 < lod.levels()) {
      list[i - begin] =
          Nested(rows, lod, level + 1, offsets[i], offsets[i + 1]);
      continue;
    }
    std::vector<int64_t> shape(rows.shape().begin(), rows.shape().end());
    shape[0] = offsets[i + 1] - offsets[i];
    const auto* data = static_cast<const char*>(rows.data());
    list[i - begin] =
        Array(rows.dtype(), shape, data + offsets[i] * rows.stride(), rows);
  }
  return list;
}

void CheckSequences(const LoDTensor& tensor) {
  PADDLE_ENFORCE(tensor.lod() != nullptr, InvalidArgument,
                 "the tensor has no sequences, only rows: numpy() gives them");
  PADDLE_ENFORCE(
      tensor.rank() > 0 && tensor.lod()->rows() == tensor.dims()[0],
      InvalidArgument, "sequences of lengths ", tensor.lod()->ToString(),
      " do not cover the rows of a tensor of shape ", tensor.dims().ToString());
}

// Returns the shape [sequences, longest, ...] of the padded tensor.
std::vector<int64_t> PaddedShape(const LoDTensor& tensor) {
  const std::vector<int64_t> lengths = tensor.lod()->lengths()[0];
  std::vector<int64_t> shape = tensor.dims().ToVector();
  shape[0] =
      lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
  shape.insert(shape.begin(), lengths.size());
  return shape;
}

py::tuple ToPadded(const TensorHandle& self, py::handle pad_value) {
  const LoDTensor tensor = self.Get();
  CheckSequences(tensor);
  PADDLE_ENFORCE(tensor.lod()->levels() == 1, InvalidArgument,
                 "to_padded takes sequences, not sequences of sequences, of ",
                 tensor.lod()->levels(), " levels");
  const Array rows = ToNumPy(tensor);
  const auto shape = PaddedShape(tensor);
  const py::object numpy = py::module_::import("numpy");
  // The padding must fit the data type, or NumPy would convert it silently.
  const Array pad = ToNumPy(ToTensor(pad_value, rows.dtype().ToDataType(), ""));
  Array padded = numpy.attr("full")(py::cast(shape), pad, rows.dtype());
  Array mask(ArrayType::Of(DataType::kBool), {shape[0], shape[1]});
  const auto offsets = tensor.lod()->offsets(0);
  // Without rows the stride has no meaning.
  const size_t row = tensor.dims()[0] == 0 ? 0 : rows.stride();
  for (int64_t i = 0; i < shape[0]; ++i) {
    const int64_t length = offsets[i + 1] - offsets[i];
    std::memcpy(static_cast<char*>(padded.mutable_data()) + i * shape[1] * row,
                static_cast<const char*>(rows.data()) + offsets[i] * row,
                length * row);
    bool* flags = static_cast<bool*>(mask.mutable_data()) + i * shape[1];
    std::fill(flags, flags + length, true);
    std::fill(flags + length, flags + shape[1], false);
  }
  return py::make_tuple(padded, mask);
}

TensorHandle FromPadded(const py::object& data,
                        const std::vector<int64_t>& lengths) {
  const Tensor padded = FromNumPy(ReadArray(data, ""));
  PADDLE_ENFORCE(
      padded.rank() >= 2 && padded.dims()[0] == int64_t(lengths.size()),
      InvalidArgument,
      "from_padded takes an array [sequences, longest, ...], "
      "not one of shape ",
      padded.dims().ToString(), " with ", lengths.size(), " lengths");
  const int64_t longest = padded.dims()[1];
  int64_t count = 0;
  for (size_t i = 0; i < lengths.size(); ++i) {
    PADDLE_ENFORCE(lengths[i] >= 0 && lengths[i] <= longest, InvalidArgument,
                   "from_padded: the length of sequence ", i, " is ",
                   lengths[i], "; the array has ", longest, " rows of each");
    count += lengths[i];
  }
  Dims dims({count});
  for (int i = 2; i < padded.rank(); ++i) dims.Append(padded.dims()[i]);
  // A row of one number is a row of one element, as everywhere.
  if (dims.rank() == 1) dims.Append(1);
  LoDTensor tensor(dims, padded.dtype());
  const size_t row =
      SizeOf(padded.dtype()) * dims.Slice(1, dims.rank()).Numel();
  const char* from = static_cast<const char*>(padded.raw_data());
  char* to = static_cast<char*>(tensor.raw_mutable_data());
  for (const int64_t length : lengths) {
    std::memcpy(to, from, length * row);
    from += longest * row;
    to += length * row;
  }
  tensor.set_lod(LoD::FromLengths({lengths}));
  return TensorHandle(std::move(tensor));
}

}  // namespace

LoDTensor ToFeed(py::handle value, const FeedType& type,
                 const std::string& name) {
  if (type.levels == 0 || py::isinstance<TensorHandle>(value)) {
    return ToTensor(value, type.dtype, name);
  }
  const auto convert = [&](py::handle rows) -> Tensor {
    return ToTensor(rows, type.dtype, name);
  };
  absl::optional<Dims> row;
  if (type.dims.rank() > 0) row = type.dims.Slice(1, type.dims.rank());
  return SequenceReader(
             absl::StrCat("variable ", name, " (lod_level ", type.levels, ")"),
             type.levels, convert)
      .Read(value, type.dtype, row);
}

py::list ToSequences(const LoDTensor& tensor, bool writeable) {
  CheckSequences(tensor);
  const LoD& lod = *tensor.lod();
  return Nested(ToNumPy(tensor, writeable), lod, 0, 0, lod.sequences(0));
}

void BindSequences(py::module_& module) {
  auto type = py::class_<TensorHandle>(module.attr("LoDTensor"));
  type.def_static(
      "from_sequences",
      [](const py::object& sequences, const py::object& dtype) {
        return TensorHandle(FromSequences(sequences, dtype));
      },
      py::arg("sequences"), py::arg("dtype") = py::none(),
      "From a list with an array [length, ...] for each sequence; lists of "
      "such "
      "lists have one more level. A list of numbers, or an array [length], is "
      "a "
      "sequence of rows of one number. An empty sequence is [].\n\n"
      "dtype: without one, that of the arrays; of lists int64 for whole "
      "numbers, else float32. The rows are copied once.\n"
      "Raises ValueError, naming the sequence, if shapes of rows differ, "
      "TypeError if data types do.");
  type.def(
      "to_sequences",
      [](const TensorHandle& self) {
        return ToSequences(self.Get(), !self.in_scope());
      },
      "A list with an array [length, ...] for each sequence, over the tensor's "
      "own memory (see numpy); lists of lists for two levels, and so on. "
      "ValueError without sequences.");
  type.def("to_padded", &ToPadded, py::arg("pad_value") = 0,
           "(array [sequences, longest, ...], mask [sequences, longest]): the "
           "mask, of bool, is True where the array holds a row, and the array "
           "holds pad_value elsewhere. ValueError for more than one level.");
  type.def_static(
      "from_padded", &FromPadded, py::arg("array"), py::arg("lengths"),
      "From an array [sequences, longest, ...] and the number of rows that "
      "count of each. ValueError for a length beyond the array.");
}

}  // namespace paddle::python
