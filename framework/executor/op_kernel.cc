#include "paddle/framework/executor/op_kernel.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

struct Single {
  int argument = -1;
  bool is_selected_rows = false;
  DataType dtype = DataType::kFloat32;
};

// Returns the only argument of a slot; none if the slot is omitted or empty.
Single FindSingle(const OpArguments& arguments, absl::string_view slot,
                  SlotRange range) {
  PADDLE_ENFORCE(range.count <= 1, InvalidArgument, "slot ", slot,
                 " of operator ", arguments.desc().type(),
                 " takes one variable, not ", range.count);
  if (range.count == 0) return {};
  const OpArguments::Var& var = arguments.var(range.begin);
  if (var.name.empty()) return {};
  return {range.begin, var.kind == proto::SELECTED_ROWS, var.dtype};
}

bool IsPresent(const OpArguments& arguments, int argument) {
  return !arguments.var(argument).name.empty();
}

}  // namespace

namespace internal {

int RegisterKernel(const char* type, platform::PlaceKind place, DataType dtype,
                   NewOperator make) {
  KernelTable::Instance().Insert(
      type, KernelKey{place, dtype}, [make](const OpArguments& arguments) {
        return std::unique_ptr<OperatorBase>(make(arguments));
      });
  return 0;
}

int RegisterOperator(const char* type, NewOperator make) {
  KernelTable::Instance().InsertOperator(
      type, [make](const OpArguments& arguments) {
        return std::unique_ptr<OperatorBase>(make(arguments));
      });
  return 0;
}

}  // namespace internal

template <typename T>
const T& AttributeOf(const OpArguments& arguments, absl::string_view name) {
  return std::get<T>(arguments.attribute(name));
}

template const bool& AttributeOf(const OpArguments&, absl::string_view);
template const int64_t& AttributeOf(const OpArguments&, absl::string_view);
template const double& AttributeOf(const OpArguments&, absl::string_view);
template const std::string& AttributeOf(const OpArguments&, absl::string_view);
template const std::vector<bool>& AttributeOf(const OpArguments&,
                                              absl::string_view);
template const std::vector<int64_t>& AttributeOf(const OpArguments&,
                                                 absl::string_view);
template const std::vector<double>& AttributeOf(const OpArguments&,
                                                absl::string_view);
template const std::vector<std::string>& AttributeOf(const OpArguments&,
                                                     absl::string_view);

OpKernel::Input::Input(const OpKernel* kernel, absl::string_view slot) {
  const OpArguments& arguments = kernel->arguments();
  Single single = FindSingle(arguments, slot, arguments.InputRange(slot));
  argument_ = single.argument;
  is_selected_rows_ = single.is_selected_rows;
  dtype_ = single.dtype;
}

OpKernel::Output::Output(const OpKernel* kernel, absl::string_view slot) {
  const OpArguments& arguments = kernel->arguments();
  Single single = FindSingle(arguments, slot, arguments.OutputRange(slot));
  argument_ = single.argument;
  is_selected_rows_ = single.is_selected_rows;
  dtype_ = single.dtype;
}

OpKernel::InputList::InputList(const OpKernel* kernel, absl::string_view slot)
    : arguments_(kernel->arguments()), range_(arguments_.InputRange(slot)) {}

bool OpKernel::InputList::present(int i) const {
  return i < range_.count && IsPresent(arguments_, range_.begin + i);
}

bool OpKernel::InputList::is_selected_rows(int i) const {
  return arguments_.var(range_.begin + i).kind == proto::SELECTED_ROWS;
}

OpKernel::OutputList::OutputList(const OpKernel* kernel, absl::string_view slot)
    : arguments_(kernel->arguments()), range_(arguments_.OutputRange(slot)) {}

bool OpKernel::OutputList::present(int i) const {
  return i < range_.count && IsPresent(arguments_, range_.begin + i);
}

}  // namespace paddle::framework
