#include <algorithm>
#include <cstring>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include <dnnl.hpp>

#include "paddle/operators/math/blas/onednn.h"
#include "paddle/operators/math/blas/packed_gemm.h"
#include "paddle/operators/math/blas/packed_order.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/fork_guard.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using dnnl::memory;
using framework::Tensor;

// A slice of columns stays in the second level of cache while many rows pass.
constexpr int64_t kSliceBytes = 1 << 20;
constexpr int64_t kColumnStep = 64;
// The rows that choose the order; all others take it.
constexpr int64_t kOrderRows = 64;
constexpr int64_t kMostRows = 128;
constexpr int64_t kFewRows = 16;
constexpr int64_t kFewTiles = 4;
// A tile is worth a thread from this many multiplications on, about 15 us.
constexpr int64_t kTileWork = 32 << 20;

// A product of one number of rows with one slice.
struct Plan {
  memory a, b, bias, c, scratchpad;
  dnnl::primitive primitive;
};

// The sizes and forms by which plans differ.
template <typename T>
struct PlanSizes {
  int64_t rows, k, n;
  bool bias, wide;
};

template <typename T>
constexpr bool kIsInteger = std::is_same_v<T, int8_t>;

template <typename T>
constexpr memory::data_type kType =
    kIsInteger<T> ? memory::data_type::s8 : memory::data_type::bf16;
template <typename T>
constexpr memory::data_type kSumType =
    kIsInteger<T> ? memory::data_type::s32 : memory::data_type::f32;

// The plan that chooses the order has a bias, but for integers.
template <typename T>
constexpr bool kOrderBias = !kIsInteger<T>;

template <typename T>
Plan* PlanFor(const PlanSizes<T>& sizes);

template <typename T>
memory::desc OrderFor(const PlanSizes<T>& s) {
  if (s.rows == kOrderRows && s.bias == kOrderBias<T> && s.wide) {
    return {{s.n, s.k}, kType<T>, memory::format_tag::any};
  }
  const Plan* plan = PlanFor<T>({kOrderRows, s.k, s.n, kOrderBias<T>, true});
  return plan == nullptr ? memory::desc() : plan->b.get_desc();
}

// Returns null unless oneDNN has code for it of the kind that computes each row
// the same way, however many there are.
template <typename T>
std::unique_ptr<Plan> MakePlan(const PlanSizes<T>& s) {
  using Tag = memory::format_tag;
  const memory::desc order = OrderFor(s);
  if (order.is_zero()) return nullptr;
  // A fork now would copy oneDNN's cache of primitives while this thread holds
  // its lock: the guard makes it wait.
  const platform::ForkGuard guard;
  const auto out = s.wide ? kSumType<T> : kType<T>;
  const memory::desc a({s.rows, s.k}, kType<T>, Tag::nc);
  const memory::desc c({s.rows, s.n}, out, Tag::nc);
  const memory::desc bias =
      s.bias ? memory::desc({s.n}, kType<T>, Tag::x) : memory::desc();
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const dnnl::inner_product_forward::primitive_desc desc(
      {dnnl::prop_kind::forward_inference, a, order, bias, c}, attributes,
      OneDnnEngine(), /*allow_empty=*/true);
  if (!desc || std::strncmp(desc.impl_info_str(), "brgemm", 6) != 0) {
    return nullptr;
  }
  auto plan = std::make_unique<Plan>();
  plan->a = NoMemory(a);
  plan->b = NoMemory(desc.weights_desc());
  if (s.bias) plan->bias = NoMemory(bias);
  plan->c = NoMemory(c);
  plan->scratchpad = NoMemory(desc.scratchpad_desc());
  plan->primitive = dnnl::inner_product_forward(desc);
  return plan;
}

// Returns this thread's plan, or null if there is none.
template <typename T>
Plan* PlanFor(const PlanSizes<T>& s) {
  constexpr size_t kMaxPlans = 1024;
  using Key = std::tuple<int64_t, int64_t, int64_t, bool, bool>;
  thread_local absl::flat_hash_map<Key, std::unique_ptr<Plan>> plans;
  const Key key{s.rows, s.k, s.n, s.bias, s.wide};
  const auto found = plans.find(key);
  if (found != plans.end()) return found->second.get();
  auto made = MakePlan(s);
  if (plans.size() >= kMaxPlans) plans.clear();
  return (plans[key] = std::move(made)).get();
}

// The slices of a matrix; the last one may be narrower.
template <typename T>
class Slices {
 public:
  Slices(int64_t k, int64_t n)
      : n_(n),
        width_(Width(k, n)),
        order_(OrderOf(k, width_)),
        last_order_(n % width_ == 0 ? order_ : OrderOf(k, n % width_)),
        size_(SizeOf(order_)) {}

  int64_t count() const { return (n_ - 1) / width_ + 1; }
  int64_t begin(int64_t slice) const { return slice * width_; }
  int64_t width(int64_t slice) const {
    return std::min(width_, n_ - begin(slice));
  }
  // Returns the bytes of the slices before one.
  int64_t offset(int64_t slice) const { return slice * size_; }
  int64_t bytes() const { return offset(count() - 1) + SizeOf(last_order_); }
  const memory::desc& order(int64_t slice) const {
    return slice == count() - 1 ? last_order_ : order_;
  }
  bool HasOrder() const { return !order_.is_zero() && !last_order_.is_zero(); }

 private:
  static int64_t Width(int64_t k, int64_t n) {
    const int64_t most = kSliceBytes / static_cast<int64_t>(sizeof(T));
    if (k * n <= most) return n;
    return std::min(n,
                    std::max(most / k / kColumnStep, int64_t{1}) * kColumnStep);
  }
  // Zero if there is none.
  static memory::desc OrderOf(int64_t k, int64_t width) {
    const Plan* plan = PlanFor<T>({kOrderRows, k, width, kOrderBias<T>, true});
    return plan == nullptr ? memory::desc() : plan->b.get_desc();
  }
  static int64_t SizeOf(const memory::desc& order) {
    return static_cast<int64_t>(order.get_size());
  }

  int64_t n_;
  int64_t width_;
  memory::desc order_;
  memory::desc last_order_;
  int64_t size_;
};

// Returns this thread's slices of a matrix.
template <typename T>
const Slices<T>& SlicesOf(int64_t k, int64_t n) {
  constexpr size_t kMostMatrices = 1024;
  thread_local absl::flat_hash_map<std::pair<int64_t, int64_t>,
                                   std::unique_ptr<Slices<T>>>
      matrices;
  auto found = matrices.find({k, n});
  if (found == matrices.end()) {
    if (matrices.size() >= kMostMatrices) matrices.clear();
    found =
        matrices
            .emplace(std::make_pair(k, n), std::make_unique<Slices<T>>(k, n))
            .first;
  }
  return *found->second;
}

// Returns the rows of the plan that computes so many: few plans serve all.
template <typename T>
int64_t PlannedRows(int64_t rows) {
  constexpr int64_t kStep = 16;
  if (rows >= kStep) return (rows + kStep - 1) / kStep * kStep;
  int64_t planned = 1;
  while (planned < rows) planned *= 2;
  return planned;
}

// Returns the rows of a tile.
template <typename T>
int64_t TileRows(int64_t m, int64_t k, int64_t width, int64_t slices) {
  int64_t rows = kMostRows;
  while (rows > kFewRows && rows * k * width > kTileWork &&
         ((m - 1) / rows + 1) * slices < kFewTiles) {
    rows /= 2;
  }
  return rows;
}

// Returns `rows` rows of `columns` of which `filled` are those of `from`, and
// the others zeros.
template <typename T>
void FillRows(int64_t filled, int64_t rows, int64_t columns, const T* from,
              T* to) {
  std::memcpy(to, from, filled * columns * sizeof(T));
  std::memset(to + filled * columns, 0, (rows - filled) * columns * sizeof(T));
}

template <typename T>
using Finishing = absl::FunctionRef<void(const PackedTile<T>&)>;

// Computes the tiles of one product.
template <typename T>
class TileRunner {
 public:
  TileRunner(const PackedGemmArgs<T>& args, const Slices<T>& slices,
             const char* elements, Finishing<T> finish)
      : g_(args),
        slices_(slices),
        elements_(elements),
        finish_(finish),
        rows_(TileRows<T>(args.m, args.k, slices_.width(0), slices_.count())),
        blocks_((args.m - 1) / rows_ + 1) {}

  // Tiles of one slice follow each other.
  int64_t count() const { return blocks_ * slices_.count(); }
  void Run(int64_t index) const {
    const int64_t slice = index / blocks_;
    const int64_t begin = index % blocks_ * rows_;
    RunRows(slice, begin, std::min(rows_, g_.m - begin));
  }

 private:
  // Those of a block of which there is no plan take a shorter one first.
  void RunRows(int64_t slice, int64_t row, int64_t rows) const {
    if (rows > kOrderRows && rows < kMostRows) {
      RunRows(slice, row, kOrderRows);
      return RunRows(slice, row + kOrderRows, rows - kOrderRows);
    }
    const int64_t width = slices_.width(slice);
    int64_t planned = rows == kMostRows ? rows : PlannedRows<T>(rows);
    Plan* plan = nullptr;
    for (; planned <= kMostRows; planned = PlannedRows<T>(planned + 1)) {
      plan = PlanFor<T>({planned, g_.k, width, g_.bias != nullptr, wide()});
      if (plan != nullptr) break;
    }
    PADDLE_ENFORCE(plan != nullptr, Internal, "oneDNN computes products of ",
                   kOrderRows, " rows, but not of ", rows);
    Compute(plan, planned, slice,
            {row, rows, slices_.begin(slice), width, nullptr, width});
  }

  bool wide() const { return kIsInteger<T> || g_.wide; }

  void Compute(Plan* plan, int64_t planned, int64_t slice,
               PackedTile<T> tile) const {
    // Room for input rows that are filled up, and for what is not c itself.
    const bool in_place =
        planned == tile.rows && tile.columns == g_.n && !wide();
    const int64_t more = planned == tile.rows ? 0 : planned * g_.k;
    const int64_t size = in_place ? 0 : planned * tile.columns;
    auto* space = ThreadScratch<char>(
        ScratchSlot::kPiece, size * sizeof(PackedSum<T>) + more * sizeof(T));
    T* filled = reinterpret_cast<T*>(space + size * sizeof(PackedSum<T>));
    const T* a = g_.a + tile.row * g_.k;
    if (more > 0) {
      FillRows(tile.rows, planned, g_.k, a, filled);
      a = filled;
    }
    T* c = kIsInteger<T> ? nullptr : g_.c + tile.row * g_.n + tile.column;
    void* out = in_place ? static_cast<void*>(c) : space;
    Execute(plan, slice, a, out);
    Finish(tile, in_place, out, c);
  }

  void Finish(PackedTile<T> tile, bool in_place, const void* out, T* c) const {
    tile.stride = in_place ? g_.n : tile.columns;
    if (wide()) {
      tile.sums = static_cast<const PackedSum<T>*>(out);
    } else if (!in_place) {
      const T* from = static_cast<const T*>(out);
      for (int64_t i = 0; i < tile.rows; ++i) {
        std::copy_n(from + i * tile.columns, tile.columns, c + i * g_.n);
      }
    }
    finish_(tile);
  }

  void Execute(Plan* plan, int64_t slice, const T* a, void* out) const {
    plan->a.set_data_handle(const_cast<T*>(a));
    plan->b.set_data_handle(
        const_cast<char*>(elements_ + slices_.offset(slice)));
    if (g_.bias != nullptr) {
      plan->bias.set_data_handle(
          const_cast<T*>(g_.bias + slices_.begin(slice)));
    }
    plan->c.set_data_handle(out);
    BindScratchpad(&plan->scratchpad);
    const dnnl_exec_arg_t arguments[] = {
        {DNNL_ARG_SRC, plan->a.get()},
        {DNNL_ARG_WEIGHTS, plan->b.get()},
        {DNNL_ARG_DST, plan->c.get()},
        {DNNL_ARG_SCRATCHPAD, plan->scratchpad.get()},
        {DNNL_ARG_BIAS, g_.bias == nullptr ? nullptr : plan->bias.get()}};
    ExecutePrimitive(plan->primitive, g_.bias == nullptr ? 4 : 5, arguments);
  }

  const PackedGemmArgs<T>& g_;
  const Slices<T>& slices_;
  const char* const elements_;
  const Finishing<T> finish_;
  const int64_t rows_;
  const int64_t blocks_;
};

// Calls body, translating oneDNN's exceptions. The library uses the calling
// thread alone.
template <typename Body>
void Guarded(int64_t k, int64_t n, const Body& body) {
  try {
    const platform::SerialLibraries serial;
    body();
  } catch (const dnnl::error& e) {
    PADDLE_THROW(Internal, "oneDNN: ", e.what(),
                 " for a product with a packed matrix of ", k, " x ", n);
  }
}

// Puts one slice into its order.
template <typename T>
void PackSlice(const memory::desc& order, bool transposed, int64_t k, int64_t n,
               const T* b, char* to) {
  const memory::desc plain(
      order.dims(), kType<T>,
      transposed ? memory::dims{k, 1} : memory::dims{1, n});
  memory from(plain, OneDnnEngine(), const_cast<T*>(b));
  memory into(order, OneDnnEngine(), to);
  const dnnl_exec_arg_t arguments[] = {{DNNL_ARG_FROM, from.get()},
                                       {DNNL_ARG_TO, into.get()}};
  ExecutePrimitive(dnnl::reorder(from, into), 2, arguments);
}

}  // namespace

template <typename T>
void PackMatrix(bool transposed, int64_t k, int64_t n, const T* b,
                Tensor* packed) {
  ClearPacked(packed);
  Guarded(k, n, [&] {
    const Slices<T>& slices = SlicesOf<T>(k, n);
    if (!slices.HasOrder()) return;
    char* to = NotePacked(slices.order(0), slices.bytes(), packed);
    if (to == nullptr) return;
    for (int64_t i = 0; i < slices.count(); ++i) {
      const int64_t column = slices.begin(i);
      PackSlice(slices.order(i), transposed, k, n,
                b + (transposed ? column * k : column), to + slices.offset(i));
    }
  });
}

template <typename T>
bool PackedGemm(const PackedGemmArgs<T>& g, Finishing<T> finish) {
  bool done = false;
  Guarded(g.k, g.n, [&] {
    const Slices<T>& slices = SlicesOf<T>(g.k, g.n);
    if (!slices.HasOrder()) return;
    const char* elements =
        FindPacked(*g.packed, slices.order(0), slices.bytes());
    if (elements == nullptr) return;
    const TileRunner<T> runner(g, slices, elements, finish);
    platform::ParallelFor(runner.count(), 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) runner.Run(i);
    });
    done = true;
  });
  return done;
}

#define INSTANTIATE(T)                                          \
  template void PackMatrix<T>(bool, int64_t, int64_t, const T*, \
                              framework::Tensor*);              \
  template bool PackedGemm<T>(const PackedGemmArgs<T>&,         \
                              absl::FunctionRef<void(const PackedTile<T>&)>);
INSTANTIATE(platform::bfloat16)
INSTANTIATE(int8_t)
#undef INSTANTIATE

}  // namespace paddle::operators::kernels
