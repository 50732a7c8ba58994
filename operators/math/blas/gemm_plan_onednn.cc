#include <array>
#include <cstring>
#include <memory>
#include <type_traits>

#include "absl/container/flat_hash_map.h"
#include <dnnl.hpp>

#include "paddle/operators/math/blas/gemm_plan.h"
#include "paddle/operators/math/blas/onednn.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/fork_guard.h"

namespace paddle::operators::kernels {
namespace {

using dnnl::memory;

// An operand as a primitive takes it, which may be a copy that is not
// transposed: oneDNN has no code for some transposed operands of 16 bits.
struct Operand {
  memory taken;
  memory given;  // if it is copied
  dnnl::reorder copy;
  size_t bytes = 0;  // room for the copy; 0: none

  // Sets the address of the elements; a copy is made in `room`.
  void Bind(const void* elements, char* room) {
    void* const data = const_cast<void*>(elements);
    taken.set_data_handle(bytes == 0 ? data : room);
    if (bytes == 0) return;
    given.set_data_handle(data);
    const dnnl_exec_arg_t arguments[] = {{DNNL_ARG_FROM, given.get()},
                                         {DNNL_ARG_TO, taken.get()}};
    ExecutePrimitive(copy, 2, arguments);
  }
};

// A product of one shape, ready to run on one thread.
struct Plan {
  Operand a, b;
  memory c, scratchpad;
  dnnl::primitive primitive;
};

template <typename T>
memory::desc Matrix(int64_t rows, int64_t columns, bool transposed,
                    int64_t stride) {
  const auto type = std::is_same_v<T, float> ? memory::data_type::f32
                                             : memory::data_type::bf16;
  return {memory::dims{rows, columns}, type,
          transposed ? memory::dims{1, stride} : memory::dims{stride, 1}};
}

dnnl::primitive_attr Attributes(bool adds) {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  if (adds) {
    dnnl::post_ops sum;
    sum.append_sum(1);
    attributes.set_post_ops(sum);
  }
  return attributes;
}

// Its other code for products multiplies rows in an order that depends on how
// many there are.
bool KeepsRows(const char* implementation) {
  return std::strncmp(implementation, "brg", 3) == 0;
}

Operand MakeOperand(const memory::desc& given, const memory::desc& taken) {
  Operand operand;
  operand.taken = NoMemory(taken);
  if (given == taken) return operand;
  operand.given = NoMemory(given);
  operand.copy = dnnl::reorder(operand.given, operand.taken);
  operand.bytes = (taken.get_size() + 63) / 64 * 64;  // aligns the next one
  return operand;
}

// Returns null if oneDNN has no code of this kind. Operands that are to be
// turned are transposed, and the plan copies them.
template <typename T, typename C>
std::unique_ptr<Plan> TryPlan(const GemmArgs<T, C>& g, bool turn_a,
                              bool turn_b) {
  const auto given_a = Matrix<T>(g.m, g.k, g.trans_a, g.lda);
  const auto given_b = Matrix<T>(g.k, g.n, g.trans_b, g.ldb);
  const auto a = turn_a ? Matrix<T>(g.m, g.k, false, g.k) : given_a;
  const auto b = turn_b ? Matrix<T>(g.k, g.n, false, g.n) : given_b;
  const auto c = Matrix<C>(g.m, g.n, false, g.ldc);
  const dnnl::matmul::primitive_desc desc({a, b, c}, Attributes(g.beta != C(0)),
                                          OneDnnEngine(), /*allow_empty=*/true);
  if (!desc || !KeepsRows(desc.impl_info_str())) return nullptr;
  auto plan = std::make_unique<Plan>();
  plan->a = MakeOperand(given_a, a);
  plan->b = MakeOperand(given_b, b);
  plan->c = NoMemory(c);
  plan->scratchpad = NoMemory(desc.scratchpad_desc());
  plan->primitive = dnnl::matmul(desc);
  return plan;
}

template <typename T, typename C>
std::unique_ptr<Plan> MakePlan(const GemmArgs<T, C>& g) {
  auto plan = TryPlan(g, false, false);
  if (plan == nullptr && g.trans_a) plan = TryPlan(g, true, false);
  if (plan == nullptr && g.trans_b) plan = TryPlan(g, false, true);
  if (plan == nullptr && g.trans_a && g.trans_b) plan = TryPlan(g, true, true);
  return plan;
}

using Key = std::array<int64_t, 7>;

template <typename T, typename C>
Key KeyOf(const GemmArgs<T, C>& g) {
  const int form = (g.trans_a ? 1 : 0) + (g.trans_b ? 2 : 0) +
                   (g.beta != C(0) ? 4 : 0) +
                   (std::is_same_v<C, float> ? 8 : 0);
  return {form, g.m, g.n, g.k, g.lda, g.ldb, g.ldc};
}

// Returns this thread's plan, or null if there is none.
template <typename T, typename C>
Plan* PlanFor(const GemmArgs<T, C>& g) {
  constexpr size_t kMaxPlans = 1024;
  thread_local absl::flat_hash_map<Key, std::unique_ptr<Plan>> plans;
  const Key key = KeyOf(g);
  auto found = plans.find(key);
  if (found == plans.end()) {
    if (plans.size() >= kMaxPlans) plans.clear();
    // A fork now would copy oneDNN's cache of primitives while this thread
    // holds its lock: the guard makes it wait.
    const platform::ForkGuard guard;
    found = plans.emplace(key, MakePlan(g)).first;
  }
  return found->second.get();
}

void Execute(Plan* plan) {
  BindScratchpad(&plan->scratchpad);
  const dnnl_exec_arg_t arguments[] = {
      {DNNL_ARG_SRC, plan->a.taken.get()},
      {DNNL_ARG_WEIGHTS, plan->b.taken.get()},
      {DNNL_ARG_DST, plan->c.get()},
      {DNNL_ARG_SCRATCHPAD, plan->scratchpad.get()}};
  ExecutePrimitive(plan->primitive, 4, arguments);
}

// Rows may lie at any distance if there is one only, which oneDNN refuses.
template <typename T, typename C>
bool HasPlans(const GemmArgs<T, C>& g) {
  return g.alpha == C(1) && (g.beta == C(0) || g.beta == C(1)) &&
         g.lda >= (g.trans_a ? g.m : g.k) && g.ldb >= (g.trans_b ? g.k : g.n);
}

}  // namespace

template <typename T, typename C>
bool RunPlan(const GemmArgs<T, C>& g) {
  if (!HasPlans(g)) return false;
  try {
    Plan* const plan = PlanFor(g);
    if (plan == nullptr) return false;
    const size_t bytes = plan->a.bytes + plan->b.bytes;
    char* const room =
        bytes == 0 ? nullptr : ThreadScratch<char>(ScratchSlot::kPiece, bytes);
    plan->a.Bind(g.a, room);
    plan->b.Bind(g.b, room + plan->a.bytes);
    plan->c.set_data_handle(g.c);
    Execute(plan);
  } catch (const dnnl::error& e) {
    PADDLE_THROW(Internal, "oneDNN: ", e.what(), " for a product of ", g.m,
                 " x ", g.k, " by ", g.k, " x ", g.n);
  }
  return true;
}

template bool RunPlan(const GemmArgs<platform::bfloat16>& args);
template bool RunPlan(const GemmArgs<platform::bfloat16, float>& args);

}  // namespace paddle::operators::kernels
