// Computes the images of a batch by Winograd's algorithm, some at a time.
#pragma once

#include <algorithm>
#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/last_images.h"
#include "paddle/operators/convolution/winograd_tiles.h"

namespace paddle::operators::kernels::winograd {

// Returns the tiles of a size of the output of an image.
int64_t TilesOf(const ConvShape& shape, int tile = kTile);

// Returns matrices without memory for the filters of a convolution: [channels,
// filters].
Factors FilterFactors(const ConvShape& shape, int tile = kTile);
// True if those stay in a core's own cache.
bool AreFew(const Factors& filter);

// Elements of the matrices that are computed at a time: they stay in a core's
// own cache, or in the one that cores share.
inline constexpr int64_t kOwnElements = 256 * 1024;
inline constexpr int64_t kSharedElements = 2 * 1024 * 1024;
// Products of fewer rows are slow.
inline constexpr int64_t kFewTiles = 28;

// Some consecutive images.
struct Group {
  int64_t first;
  int64_t images;
};

// The groups of images of a batch: they depend on the shape alone.
struct Groups {
  // Each group is computed by one thread, if it is small, else by all.
  Groups(const ConvShape& shape, const Factors& filter, bool may_be_small);
  // Groups of one image, for products whose bits depend on their rows.
  static Groups OfOne(const ConvShape& shape, const Factors& filter);

  Group At(int64_t index) const {
    const int64_t first = index * images;
    return {first, std::min(images, batch - first)};
  }

  const int64_t batch;
  const bool small;
  int64_t elements;  // that are computed at a time
  int64_t images;    // of a group; the last may be smaller
  int64_t count;
};

// Describes all that follows the sums.
template <typename T>
struct Finish {
  InRegisters<T> in_registers;
  // Called as rest(first, count) for consecutive elements of an output with
  // channels last, right after they are written.
  const absl::FunctionRef<void(int64_t first, int64_t count)>* rest = nullptr;
};

// The computations of a group, with memory of the calling thread
// (ScratchSlot::kPiece), which one object at a time may use. Their loops are
// parallel unless they are in a piece of another. The shape outlives it.
class GroupRun {
 public:
  // `images` is the most of a group, `tile` the size of tiles. So many elements
  // of matrices, or some tiles more, are computed at a time: the memory for
  // them does not grow with the images.
  GroupRun(const ConvShape& shape, int tile, int64_t images, int64_t elements);

  // Computes the convolution by filters whose factors are given. T: float;
  // bfloat16, as WriteInputFactors has it, for channels that are last.
  template <typename T>
  void Forward(const Group& group, const T* input, const Factors& filter,
               const Finish<T>& finish, T* output) const;

  // Adds to beta times the gradients of the factors of the filters.
  void BackwardFilter(const Group& group, const float* input,
                      const float* d_output, float beta,
                      const Factors& sums) const;

 private:
  // Consecutive tiles of a group that are computed together.
  struct Tiles {
    int64_t first;
    int64_t count;
  };
  void ForEachBlock(const Group& group,
                    absl::FunctionRef<void(const Tiles&)> body) const;
  // Calls body for each tile, with the place of its results and the first
  // element of its image.
  void ForEachTile(const Tiles& tiles, const Images& images,
                   absl::FunctionRef<void(TilePlace, int64_t)> body) const;
  template <typename T>
  void ReadInputs(const Tiles& tiles, const T* x) const;
  void Multiply(const Tiles& tiles, const Factors& filter) const;

  const ConvShape& shape_;
  const Images in_, out_;
  const int64_t tiles_;  // of an image
  int64_t block_;        // tiles that are computed together
  Factors inputs_, outputs_;
  LastImages turned_in_, turned_out_;
};

// Computes GroupRun::Forward of all groups, in parallel. T: as there.
template <typename T>
void ForwardAll(const ConvShape& shape, const Groups& groups, const T* input,
                const Factors& filter, const Finish<T>& finish, T* output);

}  // namespace paddle::operators::kernels::winograd
