// The interface of kernels that compute element by element, for operators that
// run several of them on a part of the elements while it is in cache. What such
// a kernel reads is said beside its schema
// (framework/registry/elementwise_rule.h).
#pragma once

#include <cstdint>

namespace paddle::operators {

// A kernel on the CPU of which any part of the elements can be computed on its
// own, with the bits of the whole.
class ElementwiseTile {
 public:
  virtual ~ElementwiseTile() = default;
  // Computes out[j] from in[0][j], in[1][j], ... for j in [0, size), at most a
  // few thousand, on the calling thread. The arrays are those of the rule's
  // inputs, of the kernel's data type; `out` may be one of them. Thread safe.
  virtual void ComputeTile(int64_t size, const void* const* in,
                           void* out) const = 0;

  // True for a kernel of one input that can take the sum of two for it: one
  // loop then does the work of two.
  virtual bool ComputesSums() const { return false; }
  // Computes out[j] from in[0][j] + in[1][j], the sum of elementwise_add, as
  // ComputeTile does from that sum.
  virtual void ComputeTileOfSum(int64_t, const void* const*, void*) const {}
};

// The arrays of a tile as what they are.
template <typename T>
class TileArrays {
 public:
  TileArrays(const void* const* in, void* out) : in_(in), out_(out) {}
  const T* in(int i) const { return static_cast<const T*>(in_[i]); }
  T* out() const { return static_cast<T*>(out_); }

 private:
  const void* const* in_;
  void* out_;
};

}  // namespace paddle::operators
