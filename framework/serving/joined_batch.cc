#include "paddle/framework/serving/joined_batch.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::serving {
namespace {

using framework::Dims;
using framework::LoD;
using framework::LoDPtr;
using framework::LoDTensor;

int64_t RowsIn(const Tensors& request, RowGroup group) {
  const LoDTensor& input = request[group.feed];
  return group.sequences ? input.lod()->sequences(0) : input.dims()[0];
}

LoDPtr JoinedLoD(absl::Span<const Tensors* const> requests, size_t input) {
  if ((*requests[0])[input].lod() == nullptr) return nullptr;
  std::vector<int64_t> offsets = {0};
  for (const Tensors* request : requests) {
    const int64_t begin = offsets.back();
    const auto own = (*request)[input].lod()->offsets(0);
    for (size_t i = 1; i < own.size(); ++i) offsets.push_back(begin + own[i]);
  }
  return LoD::FromOffsets({std::move(offsets)});
}

LoDTensor JoinedInput(absl::Span<const Tensors* const> requests, size_t input) {
  const LoDTensor& first = (*requests[0])[input];
  Dims dims = first.dims();
  dims[0] = 0;
  for (const Tensors* request : requests)
    dims[0] += (*request)[input].dims()[0];
  LoDTensor joined(dims, first.dtype());
  joined.set_lod(JoinedLoD(requests, input));
  char* to = static_cast<char*>(joined.raw_mutable_data());
  for (const Tensors* request : requests) {
    const LoDTensor& part = (*request)[input];
    if (part.bytes() > 0) std::memcpy(to, part.raw_data(), part.bytes());
    to += part.bytes();
  }
  return joined;
}

// Returns the sequences that consist of rows [begin, end), which are those of
// one request: others may be empty, and have their places there, too.
LoDPtr CutLoD(const LoDPtr& lod, int64_t first, int64_t sequences) {
  if (lod == nullptr) return nullptr;
  const auto all = lod->offsets(0);
  std::vector<int64_t> offsets(all.begin() + first,
                               all.begin() + first + sequences + 1);
  const int64_t begin = offsets[0];
  for (int64_t& offset : offsets) offset -= begin;
  return LoD::FromOffsets({std::move(offsets)});
}

// The part of an output that belongs to one request, after those before it.
struct Cut {
  int64_t row = 0;
  int64_t sequence = 0;
};

LoDTensor CutOutput(const LoDTensor& output, const Tensors& request,
                    RowGroup group, Cut* cut) {
  const int64_t rows = RowsIn(request, group);
  PADDLE_ENFORCE(output.rank() > 0 && cut->row + rows <= output.dims()[0],
                 Internal, "a batch has an output of shape ",
                 output.dims().ToString(), " without row ", cut->row + rows);
  LoDTensor part(output.Slice(cut->row, cut->row + rows));
  const LoDPtr& own = request[group.feed].lod();
  if (output.lod() != nullptr && own != nullptr && !group.sequences) {
    part.set_lod(CutLoD(output.lod(), cut->sequence, own->sequences(0)));
    cut->sequence += own->sequences(0);
  }
  cut->row += rows;
  return part;
}

}  // namespace

int64_t RowsOf(const Tensors& request) {
  int64_t rows = 1;
  for (const LoDTensor& input : request) {
    if (input.rank() > 0) rows = std::max(rows, input.dims()[0]);
    if (input.lod() != nullptr) {
      rows = std::max(rows, input.lod()->sequences(0));
    }
  }
  return rows;
}

bool MayJoin(const Tensors& a, const Tensors& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    Dims dims = b[i].dims();
    if (dims.rank() == 0 || a[i].rank() != dims.rank()) return false;
    dims[0] = a[i].dims()[0];
    if (dims != a[i].dims()) return false;
    if ((a[i].lod() == nullptr) != (b[i].lod() == nullptr)) return false;
  }
  return true;
}

Tensors JoinRequests(absl::Span<const Tensors* const> requests) {
  Tensors joined;
  for (size_t i = 0; i < requests[0]->size(); ++i) {
    joined.push_back(JoinedInput(requests, i));
  }
  return joined;
}

std::vector<Tensors> CutOutputs(const Tensors& outputs,
                                const RowIndependence& rows,
                                absl::Span<const Tensors* const> requests) {
  std::vector<Tensors> parts(requests.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    Cut cut;
    for (size_t r = 0; r < requests.size(); ++r) {
      parts[r].push_back(
          CutOutput(outputs[i], *requests[r], rows.fetches[i], &cut));
    }
    PADDLE_ENFORCE_EQ(cut.row, outputs[i].dims()[0],
                      "rows of an output that requests have");
  }
  return parts;
}

}  // namespace paddle::serving
