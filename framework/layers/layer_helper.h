// Helps composed layers with names, parameters, biases and activations.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/parameter.h"

namespace paddle::layer {

// A layer that is being written:
//
//   LayerHelper layer("fc", {x}, options.name);
//   Variable w = layer.Weight({784, 10}, options.weight);
//   Variable y = layer.Op("mul", {{"X", x}, {"Y", w}});
//   return layer.Activate(layer.AddBias(y, options.bias, 1), options.act);
class LayerHelper {
 public:
  // `inputs` determine the program and, the first one, the data type of
  // parameters. Throws InvalidArgument without inputs.
  LayerHelper(const std::string& type, const std::vector<Variable>& inputs,
              const std::string& name = "");

  const std::string& name() const { return name_; }

  // Makes later parameters float32 where they would be float16 or bfloat16, for
  // operators that require it.
  void UseFloatParameters();

  // Creates a trainable parameter "<name>.w_<k>", by default with Xavier's
  // values.
  Variable Weight(const std::vector<int64_t>& shape, const ParamAttr& attr,
                  const Initializer& otherwise = initializer::Xavier());
  // Creates a parameter "<name>.b_<k>", by default of zeros.
  Variable Bias(const std::vector<int64_t>& shape, const ParamAttr& attr);
  // Creates a value "<name>.<suffix>_<k>" that is kept and saved with the
  // parameters but not trained, such as a running mean.
  Variable State(const std::string& suffix, const std::vector<int64_t>& shape,
                 double value, const std::string& given_name);

  // Returns the width of a matrix [rows, width]; throws InvalidArgument, naming
  // the layer, for another rank or a width that is a symbol.
  int64_t RowWidth(const Variable& rows) const;

  // Like the functions of op.h; the outputs are named after the layer.
  Outputs AppendOp(const std::string& type, const SlotList& inputs,
                   const AttributeMap& attrs = {}) const;
  Variable Op(const std::string& type, const SlotList& inputs,
              const AttributeMap& attrs = {}) const;

  // Adds a bias along one axis (negative: from the end) of x; returns x itself
  // if the attribute is absent.
  Variable AddBias(const Variable& x, const OptionalParamAttr& attr, int axis);
  // Applies the operator `act` to x; returns x itself for "".
  Variable Activate(const Variable& x, const std::string& act) const;

 private:
  std::string name_;
  DataType dtype_;
};

// Returns the sizes of `dims` as the shape of a parameter; throws
// InvalidArgument, naming `what`, if one of them is a symbol.
std::vector<int64_t> FixedSizes(const Dims& dims, const std::string& what);

}  // namespace paddle::layer
