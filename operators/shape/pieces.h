// Tensors in pieces as operators call them: joined or split along an axis that
// they have, or stacked along one that they lack. Each function is a call of
// Concat or Split, which copy bytes of any data type.
#pragma once

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/concat.h"
#include "paddle/operators/shape/stacked_dims.h"

namespace paddle::operators::kernels {

using InputPieces = absl::Span<const framework::Tensor* const>;
// A null piece is skipped: its elements are not copied.
using OutputPieces = absl::Span<framework::Tensor* const>;
// The size of each piece along the axis; 8 of them fit without memory from the
// heap.
using PieceSizes = absl::InlinedVector<int64_t, 8>;

// Splits x along an axis into pieces that have the size of `sized` there, none
// of which is null. Those sizes add up to that of x. `sized` has a tensor for
// each piece: the pieces themselves, or the inputs that had their shapes.
template <class Device, typename Sized>
void SplitAs(const Device& device, const framework::Tensor& x, Sized sized,
             int axis, OutputPieces pieces) {
  PieceSizes sizes;
  for (const framework::Tensor* piece : sized) {
    sizes.push_back(piece->dims()[axis]);
  }
  Split(device, x, axis, sizes, pieces);
}

// Splits x into the pieces. All are needed, since their sizes say where x is
// cut.
template <class Device>
void SplitInto(const Device& device, const framework::Tensor& x, int axis,
               OutputPieces pieces) {
  SplitAs(device, x, pieces, axis, pieces);
}

// Splits dout as the inputs were joined. A null piece, of an input that needs
// no gradient, is skipped.
template <class Device>
void ConcatGrad(const Device& device, InputPieces inputs,
                const framework::Tensor& dout, int axis, OutputPieces pieces) {
  SplitAs(device, dout, inputs, axis, pieces);
}

// Concatenates views of the inputs that have the new axis, of size 1; they
// share memory with the inputs, so that elements are copied only once. `axis`
// may be negative, and then counts from the end of out, which has one axis more
// than the inputs. There is at least one.
template <class Device>
void Stack(const Device& device, InputPieces inputs, int64_t axis,
           framework::Tensor* out) {
  const framework::Dims dims = inputs[0]->dims();
  const int place = StackAxis(axis, dims);
  absl::InlinedVector<framework::Tensor, 8> views;
  for (const framework::Tensor* input : inputs) {
    views.push_back(input->Reshaped(StackedDims(dims, place, /*count=*/1)));
  }
  absl::InlinedVector<const framework::Tensor*, 8> pointers;
  for (const framework::Tensor& view : views) pointers.push_back(&view);
  Concat(device, pointers, place, out);
}

// Splits x into pieces that lack the axis `place` of x. Split writes tensors
// that have it, so each is written through a view with an axis of size 1.
template <class Device>
void UnstackInto(const Device& device, const framework::Tensor& x, int place,
                 OutputPieces pieces) {
  absl::InlinedVector<framework::Tensor, 8> views(pieces.size());
  absl::InlinedVector<framework::Tensor*, 8> pointers(pieces.size(), nullptr);
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i] == nullptr) continue;
    views[i] =
        pieces[i]->Reshaped(StackedDims(pieces[i]->dims(), place, /*count=*/1));
    pointers[i] = &views[i];
  }
  Split(device, x, place, PieceSizes(pieces.size(), 1),
        absl::MakeSpan(pointers));
}

// Computes the gradient of Stack. `axis` is the attribute, as for Stack; null
// pieces are skipped.
template <class Device>
void StackGrad(const Device& device, const framework::Tensor& dout,
               int64_t axis, OutputPieces pieces) {
  UnstackInto(device, dout, framework::NormalizeAxis(axis, dout.rank()),
              pieces);
}

}  // namespace paddle::operators::kernels
