// Recurrent layers: fused units over sequences, and single steps for loops that
// a program writes.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct LstmStates {
  Variable hidden;
  Variable cell;
};

struct DynamicLstmOptions {
  // The states before the first step of each sequence, [sequences, size / 4];
  // default: zeros.
  Variable h0;
  Variable c0;
  ParamAttr weight;
  OptionalParamAttr bias = ParamAttr();
  bool use_peepholes = true;  // the gates see the cell; needs a bias
  bool is_reverse = false;    // sequences run from last to first row
  std::string gate_activation = "sigmoid";
  std::string cell_activation = "tanh";
  std::string candidate_activation = "tanh";
  std::string name;

  using Self = DynamicLstmOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("h_0", &Self::h0), Argument("c_0", &Self::c0),
      Argument("param_attr", &Self::weight), Argument("bias_attr", &Self::bias),
      Argument("use_peepholes", &Self::use_peepholes),
      Argument("is_reverse", &Self::is_reverse),
      Argument("gate_activation", &Self::gate_activation),
      Argument("cell_activation", &Self::cell_activation),
      Argument("candidate_activation", &Self::candidate_activation),
      Argument("name", &Self::name));
};
// Runs long short-term memory over each sequence of input [rows, size], which
// must already be multiplied by its weight (fc with the size of four states). W
// is [size / 4, size], b is [1, size] or, with peepholes, [1, 7 / 4 size]; the
// operator lstm has the formulas. The states are [rows, size / 4].
LstmStates dynamic_lstm(const Variable& input, int64_t size,
                        const DynamicLstmOptions& options = {});

struct DynamicLstmpOptions {
  // The states before the first step of each sequence: the projection,
  // [sequences, proj_size], and the cell, [sequences, size / 4]; default:
  // zeros.
  Variable h0;
  Variable c0;
  ParamAttr weight;
  ParamAttr projection;  // its weight
  OptionalParamAttr bias = ParamAttr();
  bool use_peepholes = true;  // the gates see the cell; needs a bias
  bool is_reverse = false;    // sequences run from last to first row
  std::string gate_activation = "sigmoid";
  std::string cell_activation = "tanh";
  std::string candidate_activation = "tanh";
  std::string proj_activation = "tanh";
  double proj_clip = 0;  // projections are kept in [-clip, clip]; 0: any
  std::string name;

  using Self = DynamicLstmpOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("h_0", &Self::h0), Argument("c_0", &Self::c0),
      Argument("param_attr", &Self::weight),
      Argument("proj_attr", &Self::projection),
      Argument("bias_attr", &Self::bias),
      Argument("use_peepholes", &Self::use_peepholes),
      Argument("is_reverse", &Self::is_reverse),
      Argument("gate_activation", &Self::gate_activation),
      Argument("cell_activation", &Self::cell_activation),
      Argument("candidate_activation", &Self::candidate_activation),
      Argument("proj_activation", &Self::proj_activation),
      Argument("proj_clip", &Self::proj_clip), Argument("name", &Self::name));
};
// Runs long short-term memory whose hidden state is projected to proj_size
// elements before the next step sees it, as dynamic_lstm otherwise. W is
// [proj_size, size], the projection's weight [size / 4, proj_size], and b as
// there; the operator lstmp has the formulas. The states are the projection,
// [rows, proj_size], as `hidden`, and the cell, [rows, size / 4].
LstmStates dynamic_lstmp(const Variable& input, int64_t size, int64_t proj_size,
                         const DynamicLstmpOptions& options = {});

struct DynamicGruOptions {
  Variable h0;  // [sequences, size]; default: zeros
  ParamAttr weight;
  OptionalParamAttr bias = ParamAttr();
  bool is_reverse = false;
  bool origin_mode = false;  // the update gate says how much to keep
  bool reset_after = false;  // the reset gate multiplies the state's product
  std::string gate_activation = "sigmoid";
  std::string candidate_activation = "tanh";
  std::string name;

  using Self = DynamicGruOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("h_0", &Self::h0), Argument("param_attr", &Self::weight),
      Argument("bias_attr", &Self::bias),
      Argument("is_reverse", &Self::is_reverse),
      Argument("gate_activation", &Self::gate_activation),
      Argument("candidate_activation", &Self::candidate_activation),
      Argument("origin_mode", &Self::origin_mode),
      Argument("reset_after", &Self::reset_after),
      Argument("name", &Self::name));
};
// Runs gated recurrent units over each sequence of input [rows, 3 size], which
// must already be multiplied by its weight. W is [size, 3 size], b is [1, 3
// size], or [1, 4 size] with reset_after; the operator gru has the formulas.
// The result is [rows, size].
Variable dynamic_gru(const Variable& input, int64_t size,
                     const DynamicGruOptions& options = {});

struct LstmUnitOptions {
  double forget_bias = 0;  // added to the input of the forget gate
  ParamAttr weight;
  OptionalParamAttr bias = ParamAttr();
  std::string name;

  using Self = LstmUnitOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("forget_bias", &Self::forget_bias),
      Argument("param_attr", &Self::weight), Argument("bias_attr", &Self::bias),
      Argument("name", &Self::name));
};
// Computes one step of long short-term memory for inputs [batch, n] and states
// [batch, D]: one W, [n + D, 4 D], multiplies both; b is [4 D].
LstmStates lstm_unit(const Variable& x, const Variable& hidden,
                     const Variable& cell, const LstmUnitOptions& options = {});

struct GruUnitOptions {
  ParamAttr weight;
  OptionalParamAttr bias = ParamAttr();
  bool origin_mode = false;
  bool reset_after = false;
  std::string activation = "tanh";
  std::string gate_activation = "sigmoid";
  std::string name;

  using Self = GruUnitOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("param_attr", &Self::weight), Argument("bias_attr", &Self::bias),
      Argument("activation", &Self::activation),
      Argument("gate_activation", &Self::gate_activation),
      Argument("origin_mode", &Self::origin_mode),
      Argument("reset_after", &Self::reset_after),
      Argument("name", &Self::name));
};
// Computes one step of a gated recurrent unit for input [batch, size], which
// must already be multiplied by its weight, and a state [batch, size / 3]. W is
// [size / 3, size], b is [1, size], or [1, 4 / 3 size] with reset_after.
Variable gru_unit(const Variable& input, const Variable& hidden, int64_t size,
                  const GruUnitOptions& options = {});

}  // namespace paddle::layer
