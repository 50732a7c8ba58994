// What composed layers share: naming, parameters, bias, activation.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/parameter.h"

namespace paddle::layer {

// One layer while it is being written:
//
//   LayerHelper layer("fc", {x}, options.name);
//   Variable w = layer.Weight({784, 10}, options.weight);
//   Variable y = layer.Op("mul", {{"X", x}, {"Y", w}});
//   return layer.Activate(layer.AddBias(y, options.bias, 1), options.act);
class LayerHelper {
 public:
  // `inputs` say the program and, by the first, the data type of parameters.
  // InvalidArgument without inputs.
  LayerHelper(const std::string& type, const std::vector<Variable>& inputs,
              const std::string& name = "");

  const std::string& name() const { return name_; }

  // Parameters made from here on are float32 if they would be float16 or
  // bfloat16: for operators that take them so.
  void UseFloatParameters();

  // A trainable parameter "<name>.w_<k>" with Xavier's values by default.
  Variable Weight(const std::vector<int64_t>& shape, const ParamAttr& attr,
                  const Initializer& otherwise = initializer::Xavier());
  // A parameter "<name>.b_<k>" of zeros by default.
  Variable Bias(const std::vector<int64_t>& shape, const ParamAttr& attr);
  // A value that is kept and saved with the parameters but not trained, such
  // as a running mean: "<name>.<suffix>_<k>".
  Variable State(const std::string& suffix, const std::vector<int64_t>& shape,
                 double value, const std::string& given_name);

  // The width of a matrix [rows, width]; InvalidArgument, naming the layer, for
  // another rank or a width that is a symbol.
  int64_t RowWidth(const Variable& rows) const;

  // As AppendOp and Op, with outputs called after the layer.
  Outputs AppendOp(const std::string& type, const SlotList& inputs,
                   const AttributeMap& attrs = {}) const;
  Variable Op(const std::string& type, const SlotList& inputs,
              const AttributeMap& attrs = {}) const;

  // x plus a bias along one axis (negative: from the end); x itself when the
  // attribute is absent.
  Variable AddBias(const Variable& x, const OptionalParamAttr& attr, int axis);
  // The operator `act` on x; x itself for "".
  Variable Activate(const Variable& x, const std::string& act) const;

 private:
  std::string name_;
  DataType dtype_;
};

// The sizes of `dims` as a parameter's shape; InvalidArgument, saying what it
// is the shape of, if one of them is a symbol.
std::vector<int64_t> FixedSizes(const Dims& dims, const std::string& what);

}  // namespace paddle::layer
