// Class templates of kernels that run a functor, as
// operators/optimizer/functor_rule.h describes it. The build registers them for
// each _optimizer of ops.bzl; ftrl, rmsprop and lamb derive kernels of their
// own, which run a Step when and how they need it:
//
//   template <class Device, class T>
//   class LambKernel final : public OptimizerKernelBase<Device, T> {
//     void Compute(const framework::KernelContext& ctx) const override {
//       moments_.Update(ctx);   // the states, and the parameter
//       ...                     // more that only this optimizer does
//       moments_.Advance(ctx);  // the numbers of the next step
//     }
//     const LambStep moments_{this};  // Its Step<LambFunctor>.
//   };
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/functor_attributes.h"
#include "paddle/operators/math/rows/row_positions.h"
#include "paddle/operators/optimizer/functor_rule.h"
#include "paddle/operators/optimizer/optimizer_loop.h"
#include "paddle/operators/optimizer/part_update.h"
#include "paddle/operators/optimizer/selected_rows.h"
#include "paddle/operators/optimizer/update_items.h"

namespace paddle::operators {

// The base of a kernel with an input Grad, dense or SelectedRows.
template <class Device, class T>
class GradKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // Returns the gradient of this run. SelectedRows are merged, in the
  // workspace: each row appears once, in ascending order. With `table`, a
  // parameter of SelectedRows, they are those of the table's value; throws
  // OutOfRange, naming it, for a row that the table does not have.
  kernels::ParamGrad<T> Grad(
      const framework::KernelContext& ctx, bool lazy,
      const framework::SelectedRows* table = nullptr) const {
    kernels::ParamGrad<T> grad;
    grad.lazy = lazy;
    if (!grad_.is_selected_rows()) {
      grad.dense = grad_(ctx).template data<T>();
    } else if (table == nullptr) {
      grad.rows = Merged(ctx, grad_.rows(ctx));
    } else {
      framework::SelectedRows found =
          kernels::RowsByPosition(grad_.rows(ctx), *table);
      grad.rows = Merged(ctx, found);
      // Rows that were merged already are a view of the list, which stays where
      // it is when it is moved.
      grad.numbers = std::make_shared<const std::vector<int64_t>>(
          std::move(*found.mutable_rows()));
    }
    return grad;
  }

 private:
  kernels::MergedRows<T> Merged(const framework::KernelContext& ctx,
                                const framework::SelectedRows& rows) const {
    void* workspace = ctx.Workspace(kernels::MergeLaterBytes<Device, T>(rows));
    return kernels::MergeRowsLater<Device, T>(ctx.device<Device>(), rows,
                                              workspace);
  }

  // A tensor or SelectedRows; the variable says which, in each run.
  const Input grad_{this, "Grad"};
};

namespace internal {

// Reads attribute lazy_mode, or kLazy of a functor that has it.
template <typename Functor, typename = void>
struct IsLazy {
  static bool Of(const framework::OpArguments& arguments) {
    return framework::AttributeOf<bool>(arguments, "lazy_mode");
  }
};
template <typename Functor>
struct IsLazy<Functor, std::void_t<decltype(Functor::kLazy)>> {
  static bool Of(const framework::OpArguments&) { return Functor::kLazy; }
};

}  // namespace internal

// The base of the kernels of optimizers: the parameter, the learning rate, and
// steps of functors.
template <class Device, class T>
class OptimizerKernelBase : public GradKernel<Device, T> {
 public:
  using GradKernel<Device, T>::GradKernel;

 protected:
  using Input = framework::OpKernel::Input;
  using Output = framework::OpKernel::Output;

  // An updated variable: an input, and the output that is its new value.
  // Usually both are one. Of SelectedRows the rows that they have are updated.
  class State {
   public:
    State(const OptimizerKernelBase* kernel, const std::string& input,
          const std::string& output)
        : input_(kernel, input), output_(kernel, output) {}
    // The output is called "<input>Out".
    State(const OptimizerKernelBase* kernel, const std::string& input)
        : State(kernel, input, input + "Out") {}
    // False if the program leaves out an optional state.
    bool present() const { return input_.present(); }
    kernels::Updated operator()(const framework::KernelContext& ctx) const {
      const framework::SelectedRows* in = rows(ctx);
      if (in == nullptr) return {&input_(ctx), &output_(ctx)};
      framework::SelectedRows& out = output_.rows(ctx);
      if (&out != in) MakeLike(*in, ctx.allocator(), &out);
      return {&in->value(), out.mutable_value()};
    }
    // Returns null for a tensor.
    const framework::SelectedRows* rows(
        const framework::KernelContext& ctx) const {
      return input_.is_selected_rows() ? &input_.rows(ctx) : nullptr;
    }
    // For states that are one number; the memory is the device's.
    const T* number(const framework::KernelContext& ctx) const {
      return input_(ctx).template data<T>();
    }
    // Returns null if the output is left out, as when parameters share their
    // numbers and something else advances them.
    T* next_number(const framework::KernelContext& ctx) const {
      framework::Tensor* out = output_.get(ctx);
      return out == nullptr ? nullptr : out->mutable_data<T>();
    }

   private:
    static void MakeLike(const framework::SelectedRows& rows,
                         memory::Allocator* allocator,
                         framework::SelectedRows* out) {
      *out->mutable_rows() = rows.rows();
      out->mutable_value()->Allocate(rows.value().dims(), rows.value().dtype(),
                                     allocator);
    }

    const Input input_;
    const Output output_;
  };

  // Runs one step of a functor: reads its attributes when the kernel is made,
  // and its states and numbers in each run.
  template <typename Functor>
  class Step {
   public:
    static constexpr size_t kStates = kernels::kNumStates<Functor>;
    static constexpr size_t kNumbers = kernels::kNumNumbers<Functor>;
    using Rule = kernels::FunctorRule<T, Functor>;

    explicit Step(const OptimizerKernelBase* kernel)
        : Step(kernel, StatesOf(kernel, std::make_index_sequence<kStates>())) {}
    // Takes the states from the caller, if outputs are not called after their
    // inputs.
    Step(const OptimizerKernelBase* kernel, std::array<State, kStates> states)
        : kernel_(kernel),
          states_(std::move(states)),
          numbers_(NumbersOf(kernel, std::make_index_sequence<kNumbers>())) {}

    const Functor& functor() const { return functor_; }
    const State& state(size_t i) const { return states_[i]; }
    // Returns the rule with pointers to this run's rate and numbers.
    Rule RuleOf(const framework::KernelContext& ctx) const {
      Rule rule{functor_, kernel_->rate_(ctx).template data<T>(), {}};
      for (size_t i = 0; i < kNumbers; ++i) {
        rule.numbers.at[i] = numbers_[i].number(ctx);
      }
      return rule;
    }
    // Computes the parameter and the states, in one pass.
    void Update(const framework::KernelContext& ctx) const {
      UpdateAll(ctx, std::make_index_sequence<kStates>());
    }
    // Computes elements [begin, end) of them, on the calling thread of the CPU,
    // for a dense gradient.
    void UpdatePart(const framework::KernelContext& ctx, int64_t begin,
                    int64_t end) const {
      UpdatePart(ctx, begin, end, std::make_index_sequence<kStates>());
    }
    // Computes the numbers of the next step. To be called after Update, which
    // reads those of this step.
    void Advance(const framework::KernelContext& ctx) const {
      if constexpr (kNumbers > 0) {
        kernels::AdvanceNumbers(ctx.device<Device>(), RuleOf(ctx), Next(ctx));
      }
    }
    // Returns the parameter of a run, with a dense gradient, as an item of a
    // list (update_items.h).
    kernels::UpdateItem<T, Functor> ItemOf(
        const framework::KernelContext& ctx) const {
      return ItemOf(ctx, std::make_index_sequence<kStates>());
    }

   private:
    // Slots are members of the kernel, so they are made for each name of the
    // functor's arrays, at compile time.
    template <size_t... i>
    static std::array<State, kStates> StatesOf(
        [[maybe_unused]] const OptimizerKernelBase* kernel,
        std::index_sequence<i...>) {
      return {State(kernel, Functor::kStates[i])...};
    }
    template <size_t... i>
    static std::array<State, kNumbers> NumbersOf(
        [[maybe_unused]] const OptimizerKernelBase* kernel,
        std::index_sequence<i...>) {
      return {State(kernel, Functor::kNumbers[i])...};
    }
    template <size_t... i>
    void UpdateAll(const framework::KernelContext& ctx,
                   std::index_sequence<i...>) const {
      // One call for all states: a pack expansion, so that the loop's number of
      // arrays is a constant of the compiler.
      kernels::UpdateParam(StepOf(ctx), RuleOf(ctx), states_[i](ctx)...);
    }
    template <size_t... i>
    void UpdatePart(const framework::KernelContext& ctx, int64_t begin,
                    int64_t end, std::index_sequence<i...>) const {
      kernels::UpdateParamPart(StepOf(ctx), RuleOf(ctx), begin, end,
                               states_[i](ctx)...);
    }
    template <size_t... i>
    kernels::UpdateItem<T, Functor> ItemOf(const framework::KernelContext& ctx,
                                           std::index_sequence<i...>) const {
      using Data = kernels::internal::UpdatedData<T>;
      const kernels::Updated param = kernel_->param_(ctx);
      return {param.in->numel(),
              kernel_->Grad(ctx, lazy_).dense,
              {Data(param), Data(states_[i](ctx))...},
              RuleOf(ctx).numbers,
              Next(ctx)};
    }
    // Returns the places of the numbers of the next step.
    kernels::StepNumbers<T, Functor> Next(
        [[maybe_unused]] const framework::KernelContext& ctx) const {
      kernels::StepNumbers<T, Functor> next = {};
      for (size_t i = 0; i < kNumbers; ++i) {
        next.at[i] = numbers_[i].next_number(ctx);
      }
      return next;
    }
    kernels::ParamStep<Device, T> StepOf(
        const framework::KernelContext& ctx) const {
      return {ctx.device<Device>(),
              kernel_->Grad(ctx, lazy_, kernel_->param_.rows(ctx)),
              kernel_->rate_(ctx).template data<T>(), kernel_->param_(ctx)};
    }

    const OptimizerKernelBase* const kernel_;
    // Attributes are read once, when the kernel is made.
    const Functor functor_ = MakeFunctor<Functor>(kernel_->arguments());
    const bool lazy_ = internal::IsLazy<Functor>::Of(kernel_->arguments());
    const std::array<State, kStates> states_;
    const std::array<State, kNumbers> numbers_;
  };

  const State param_{this, "Param"};
  const Input rate_{this, "LearningRate"};
};

// OptimizerKernel<Functor> has the kernel `Of`, which computes one step of the
// functor. Two templates, since the registration takes a template of Device and
// T alone.
template <typename Functor>
struct OptimizerKernel {
  template <class Device, class T>
  class Of final : public OptimizerKernelBase<Device, T>, public PartUpdate {
   public:
    using OptimizerKernelBase<Device, T>::OptimizerKernelBase;
    void Compute(const framework::KernelContext& ctx) const override {
      step_.Update(ctx);
      step_.Advance(ctx);
    }
    int64_t CountElements(const framework::KernelContext& ctx) const override {
      return this->param_(ctx).in->numel();
    }
    void UpdatePart(const framework::KernelContext& ctx, int64_t begin,
                    int64_t end) const override {
      if constexpr (!platform::kIsCUDA<Device>) {
        step_.UpdatePart(ctx, begin, end);
      }
    }
    void Advance(const framework::KernelContext& ctx) const override {
      step_.Advance(ctx);
    }
    void UpdateMembers(absl::Span<const Member> members) const override {
      if constexpr (platform::kIsCUDA<Device>) {
        const framework::KernelContext& first = members.front().context;
        std::vector<kernels::UpdateItem<T, Functor>> items;
        for (const Member& each : members) {
          const auto& kernel = static_cast<const Of&>(*each.update);
          items.push_back(kernel.step_.ItemOf(each.context));
        }
        kernels::UpdateItemsOnCUDA<Functor, T>(
            first.device<Device>(), step_.functor(),
            this->rate_(first).template data<T>(), items);
      }
    }

   private:
    const typename OptimizerKernelBase<Device, T>::template Step<Functor> step_{
        this};
  };
};

}  // namespace paddle::operators
