#include "paddle/framework/passes/turned_op.h"

#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/passes/op_turn.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::framework {

namespace {

using Numbers = std::vector<int64_t>;

const Numbers& AxesToLast() {
  static const auto* axes = new Numbers{0, 2, 3, 1};
  return *axes;
}
// Axis i of an image is axis AxesToFirst()[i] with the channels last.
const Numbers& AxesToFirst() {
  static const auto* axes = new Numbers{0, 3, 1, 2};
  return *axes;
}

proto::OpDesc Transpose(const std::string& from, const std::string& to,
                        const Numbers& axes) {
  return MakeOp("transpose", {{"X", {from}}}, {{"Out", {to}}},
                {{"axis", axes}});
}

bool IsTranspose(const proto::OpDesc& op, const Numbers& axes) {
  return op.type() == "transpose" && GetAttr<Numbers>(op, "axis") == axes;
}

int64_t LastAxis(int64_t axis) {
  return AxesToFirst()[axis < 0 ? axis + 4 : axis];
}

// Each element of Out is a function of that of X.
bool TurnUnary(OpTurn* turn) { return TurnSlot(turn, "X"); }

bool TurnTestMode(OpTurn* turn) {
  return GetAttr<bool>(turn->op, "is_test") && TurnSlot(turn, "X");
}

bool TurnNorm(OpTurn* turn) {
  const bool turns = GetAttr<std::string>(turn->op, "data_layout") == "NCHW" &&
                     TurnTestMode(turn);
  if (turns) SetAttribute(&turn->op, "data_layout", std::string("NHWC"));
  return turns;
}

bool TurnPool(OpTurn* turn) {
  const bool turns = HasAttr(turn->op, "data_format") &&
                     GetAttr<std::string>(turn->op, "data_format") == "NCHW" &&
                     TurnSlot(turn, "X");
  if (turns) SetAttribute(&turn->op, "data_format", std::string("NHWC"));
  return turns;
}

bool TurnAxis(OpTurn* turn) {
  SetAttribute(&turn->op, "axis", LastAxis(GetAttr<int64_t>(turn->op, "axis")));
  return TurnSlot(turn, "X");
}

// A scale for each index of an axis, or one for all.
bool TurnQuantized(OpTurn* turn) {
  if (!TurnSlot(turn, "X")) return false;
  const proto::VarDesc& scale = turn->table.GetVar(Input(turn->op, "Scale"));
  const bool one = scale.dims_size() == 0 || scale.dims(0) == 1;
  if (!one) {
    SetAttribute(&turn->op, "axis",
                 LastAxis(GetAttr<int64_t>(turn->op, "axis")));
  }
  return true;
}

// The right operand of arithmetic: an image, one number, or one for each
// channel.
bool TurnBinary(OpTurn* turn) {
  if (!TurnSlot(turn, "X")) return false;
  const std::string y = Input(turn->op, "Y");
  const int64_t axis = GetAttr<int64_t>(turn->op, "axis");
  if (IsImage(turn->table, y)) return axis <= 0 && TurnSlot(turn, "Y");
  const proto::VarDesc& var = turn->table.GetVar(y);
  if (var.kind() != proto::DENSE_TENSOR || var.dims_size() != 1) return false;
  if (var.dims(0) == 1) return axis == -1;
  if (axis == 1) SetAttribute(&turn->op, "axis", int64_t{3});
  return axis == 1;
}

// A mean, sum or extreme over all pixels, if the axes say so.
bool TurnReduction(OpTurn* turn) {
  const Numbers dim = GetAttr<Numbers>(turn->op, "dim");
  if (GetAttr<bool>(turn->op, "reduce_all")) return false;
  Numbers axes;
  for (int64_t axis : dim) axes.push_back(LastAxis(axis));
  std::sort(axes.begin(), axes.end());
  // The order in which numbers are left: channels would come last.
  const bool pixels = axes == Numbers{1, 2};
  if (!pixels && !GetAttr<bool>(turn->op, "keep_dim")) return false;
  SetAttribute(&turn->op, "dim", axes);
  return TurnSlot(turn, "X");
}

bool IsPixel(const OpTurn& turn, const std::string& name) {
  if (!IsImage(turn.table, name)) return false;
  const proto::VarDesc& var = turn.table.GetVar(name);
  return var.dims(2) == 1 && var.dims(3) == 1;
}

// Images of one pixel have the same elements in either order.
bool TurnReshape(OpTurn* turn) {
  const Numbers shape = GetAttr<Numbers>(turn->op, "shape");
  // 0 stands for an axis of X, of which only the first stays.
  const auto zeros = std::count(shape.begin(), shape.end(), 0);
  return zeros == (shape.empty() || shape[0] != 0 ? 0 : 1) &&
         shape.size() < 4 && IsPixel(*turn, Input(turn->op, "X")) &&
         TurnSlot(turn, "X");
}

bool TurnSqueeze(OpTurn* turn) {
  Numbers axes = GetAttr<Numbers>(turn->op, "axes");
  for (int64_t& axis : axes) axis = LastAxis(axis);
  std::sort(axes.begin(), axes.end());
  if (axes != Numbers{1, 2} || !IsPixel(*turn, Input(turn->op, "X"))) {
    return false;
  }
  SetAttribute(&turn->op, "axes", axes);
  return TurnSlot(turn, "X");
}

bool TurnProduct(OpTurn* turn) {
  // A result that looks like an image would be taken for one with its channels
  // last.
  return GetAttr<int64_t>(turn->op, "x_num_col_dims") == 1 &&
         !IsImage(turn->table, Output(turn->op, "Out")) &&
         IsPixel(*turn, Input(turn->op, "X")) && TurnSlot(turn, "X");
}

using TurnFunction = bool (*)(OpTurn* turn);

constexpr const char* kUnary[] = {
    "abs",         "ceil",         "clip",
    "cos",         "elu",          "erf",
    "exp",         "floor",        "gelu",
    "hard_shrink", "hard_sigmoid", "hard_swish",
    "leaky_relu",  "log",          "logsigmoid",
    "mish",        "pow",          "reciprocal",
    "relu",        "relu6",        "round",
    "rsqrt",       "scale",        "sigmoid",
    "sign",        "silu",         "sin",
    "softplus",    "softshrink",   "softsign",
    "sqrt",        "square",       "stanh",
    "swish",       "tanh",         "tanh_shrink",
    "brelu",       "soft_relu",    "thresholded_relu"};
constexpr const char* kBinary[] = {"elementwise_add", "elementwise_sub",
                                   "elementwise_mul", "elementwise_div",
                                   "elementwise_max", "elementwise_min"};
constexpr const char* kReductions[] = {"reduce_mean", "reduce_sum",
                                       "reduce_max", "reduce_min"};

using TurnMap = absl::flat_hash_map<absl::string_view, TurnFunction>;

const TurnMap& Turns() {
  static const TurnMap* turns = [] {
    auto* map = new TurnMap{{"dropout", TurnTestMode},
                            {"batch_norm", TurnNorm},
                            {"pool2d", TurnPool},
                            {"concat", TurnAxis},
                            {"split", TurnAxis},
                            {"reshape", TurnReshape},
                            {"squeeze", TurnSqueeze},
                            {"mul", TurnProduct},
                            {"fused_fc", TurnProduct},
                            {"quantize_linear", TurnQuantized},
                            {"dequantize_linear", TurnQuantized},
                            {"quantized_mul", TurnProduct}};
    for (const char* type : kUnary) (*map)[type] = TurnUnary;
    for (const char* type : kBinary) (*map)[type] = TurnBinary;
    for (const char* type : kReductions) (*map)[type] = TurnReduction;
    return map;
  }();
  return *turns;
}

}  // namespace

bool TurnSlot(OpTurn* turn, absl::string_view slot) {
  NameList names = Inputs(turn->op, slot);
  for (std::string& name : names) {
    if (!IsImage(turn->table, name)) return false;
    name = turn->last_of(name);
    if (name.empty()) return false;
  }
  SetInput(&turn->op, slot, names);
  return true;
}

proto::OpDesc ToLast(const std::string& from, const std::string& to) {
  return Transpose(from, to, AxesToLast());
}
proto::OpDesc ToFirst(const std::string& from, const std::string& to) {
  return Transpose(from, to, AxesToFirst());
}
bool IsToLast(const proto::OpDesc& op) { return IsTranspose(op, AxesToLast()); }
bool IsToFirst(const proto::OpDesc& op) {
  return IsTranspose(op, AxesToFirst());
}

bool HasImages(const proto::OpDesc& op, absl::string_view slot) {
  return slot != "Filter@GRAD" || op.type() != "conv2d_nhwc_grad";
}

bool IsImage(const SymbolTable& table, const std::string& name) {
  const proto::VarDesc* var = name.empty() ? nullptr : table.FindVar(name);
  return var != nullptr && var->kind() == proto::DENSE_TENSOR &&
         var->dims_size() == 4 && var->lod_level() == 0;
}

absl::optional<proto::OpDesc> TurnedOp(const proto::OpDesc& op,
                                       const SymbolTable& table,
                                       const LastOf& last_of) {
  const auto found = Turns().find(op.type());
  if (found == Turns().end() || op.role() != proto::FORWARD ||
      ReadsAttributes(op)) {
    return absl::nullopt;
  }
  OpTurn turn{op, table, last_of};
  if (!found->second(&turn)) return absl::nullopt;
  return turn.op;
}

}  // namespace paddle::framework
