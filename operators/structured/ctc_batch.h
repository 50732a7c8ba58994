// The sequences of a CTC loss and the memory that they take, for CPUs and GPUs.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/operators/structured/ctc_sequence.h"
#include "paddle/operators/structured/sequence_labels.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// A small value that kernels capture. Pointers are to memory of the device.
template <typename T>
struct CtcBatch {
  const T* logits;
  int64_t classes;
  const int64_t* labels;
  int64_t blank;
  const int64_t* frames;  // offsets
  const int64_t* counts;  // offsets of labels
  double* log_sums;       // one for each frame of all sequences

  PADDLE_HOST_DEVICE CtcSequence<T> At(int64_t i) const {
    return {logits + frames[i] * classes,
            log_sums + frames[i],
            frames[i + 1] - frames[i],
            classes,
            labels + counts[i],
            counts[i + 1] - counts[i],
            blank};
  }
  // Returns the number of states of the sequences before i.
  PADDLE_HOST_DEVICE int64_t StatesBefore(int64_t i) const {
    return 2 * counts[i] + i;
  }
};

// Returns the number of states of all sequences.
inline int64_t CtcStates(Offsets labels) {
  return 2 * labels.back() + static_cast<int64_t>(labels.size()) - 1;
}

// Returns the places where the forward numbers of each sequence begin, and the
// end: one for each frame and state.
inline std::vector<int64_t> CtcTables(Offsets frames, Offsets labels) {
  std::vector<int64_t> places = {0};
  for (size_t i = 1; i < frames.size(); ++i) {
    const int64_t states = 2 * (labels[i] - labels[i - 1]) + 1;
    places.push_back(places.back() + (frames[i] - frames[i - 1]) * states);
  }
  return places;
}

// Throws OutOfRange for a label that is no class, and InvalidArgument for one
// that is the blank, naming sequence and row. Waits for a GPU.
inline void CheckCtcLabels(const framework::Tensor& labels, Offsets offsets,
                           int64_t classes, int64_t blank) {
  const framework::Tensor on_host = framework::OnCPU(labels);
  CheckLabels("label", on_host, offsets, classes);
  const int64_t* values = on_host.data<int64_t>();
  for (size_t i = 1; i < offsets.size(); ++i) {
    for (int64_t r = offsets[i - 1]; r < offsets[i]; ++r) {
      PADDLE_ENFORCE(values[r] != blank, InvalidArgument, "label ", values[r],
                     " of sequence ", i - 1, ", row ", r - offsets[i - 1],
                     ", is the blank");
    }
  }
}

}  // namespace paddle::operators::kernels
