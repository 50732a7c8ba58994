// Programs, their blocks and operators: all that a description shows.
#include "paddle/framework/ir/program.h"

#include <pybind11/stl.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/device_name.h"
#include "paddle/framework/ir/print_graphviz.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/program_diff.h"
#include "paddle/framework/ir/prune.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/device_guard.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/variable.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/context_guard.h"
#include "paddle/python/binding/names.h"
#include "paddle/python/binding/variable.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
namespace proto = framework::proto;
using framework::OpInfoMap;
using framework::Program;
using layer::Variable;
using ProgramPtr = std::shared_ptr<Program>;

std::string Diff(const ProgramPtr& before, const ProgramPtr& after,
                 const std::string& format) {
  if (format == "graphviz") return framework::DiffGraphviz(*before, *after);
  PADDLE_ENFORCE(format == "text", InvalidArgument, "format of diff is '",
                 format, "', not \"text\" or \"graphviz\"");
  return framework::DiffPrograms(*before, *after);
}

// OutOfRange for a block that the program does not have.
struct BlockView {
  BlockView(ProgramPtr owner, int number)
      : program(std::move(owner)), index(number) {
    program->block(index);
    uid = program->block_uid(index);
  }

  ProgramPtr program;
  int index;
  uint64_t uid;

  framework::SymbolTable& table() const {
    PADDLE_ENFORCE(uid != 0 && program->block_uid(index) == uid,
                   FailedPrecondition, "block ", index, " was taken back");
    return program->block(index);
  }
};

py::dict SlotsOf(const google::protobuf::RepeatedPtrField<proto::Slot>& slots) {
  py::dict dict;
  for (const proto::Slot& slot : slots) {
    py::list names;
    for (const std::string& name : slot.arguments()) names.append(name);
    dict[slot.name().c_str()] = names;
  }
  return dict;
}

py::dict AttrsOf(const proto::OpDesc& op) {
  py::dict dict;
  for (const proto::Attr& attr : op.attrs()) {
    dict[attr.name().c_str()] = FromAttribute(framework::FromProto(attr));
  }
  return dict;
}

const char* RoleOf(const proto::OpDesc& op) {
  return framework::RoleName(op.role());
}

framework::SlotMap ToSlots(const py::dict& slots) {
  framework::SlotMap map;
  for (const auto& [slot, value] : slots) {
    map.emplace_back(slot.cast<std::string>(), NameStrings(value));
  }
  return map;
}

proto::OpDesc AppendTo(const BlockView& block, const std::string& type,
                       const py::dict& inputs, const py::dict& outputs,
                       const py::dict& attrs) {
  proto::OpDesc op = framework::MakeOp(type, ToSlots(inputs), ToSlots(outputs),
                                       ToAttributes(attrs));
  block.table();  // it is there
  return layer::Append(block.program.get(), block.index, std::move(op));
}

Variable CreateVar(const BlockView& block, const std::string& name,
                   py::handle shape, py::handle dtype, bool persistable,
                   bool selected_rows) {
  const framework::DataType type = ToDataType(dtype);
  const std::vector<int64_t> sizes = FromShape(shape);
  const framework::Dims dims(absl::MakeConstSpan(sizes));
  if (dims.IsStatic()) dims.Numel();  // checks the product
  PADDLE_ENFORCE(!selected_rows || dims.rank() > 0, InvalidArgument,
                 "SelectedRows, as variable ", name,
                 " is, have rows: a shape of one size at least");
  PADDLE_ENFORCE(block.table().FindVar(name, false) == nullptr, AlreadyExists,
                 "the block has a variable ", name);
  proto::VarDesc* var = block.table().Var(name);
  var->set_dtype(static_cast<proto::DataType>(type));
  var->set_persistable(persistable);
  if (selected_rows) var->set_kind(proto::SELECTED_ROWS);
  for (int64_t size : dims) {
    var->add_dims(size < 0 ? framework::kBatchSize : size);
  }
  return Variable(block.program, block.index, var->name());
}

std::vector<Variable> VarsOf(const BlockView& block) {
  std::vector<Variable> vars;
  for (const proto::VarDesc& var : block.table().desc().vars()) {
    vars.emplace_back(block.program, block.index, var.name());
  }
  return vars;
}

std::vector<Variable> ParametersOf(const ProgramPtr& program) {
  std::vector<Variable> parameters;
  for (Variable& var : VarsOf({program, 0})) {
    if (var.is_parameter()) parameters.push_back(std::move(var));
  }
  return parameters;
}

std::vector<BlockView> BlocksOf(const ProgramPtr& program) {
  std::vector<BlockView> blocks;
  for (int i = 0; i < program->num_blocks(); ++i) {
    if (program->block_uid(i) != 0) blocks.emplace_back(program, i);
  }
  return blocks;
}

py::object FlopsOrNone(
    const proto::OpDesc& op,
    const std::map<std::string, std::vector<int64_t>>& shapes) {
  framework::KnownDims dims;
  for (const auto& [name, shape] : shapes) {
    dims.emplace(name, framework::Dims(shape));
  }
  const auto flops = framework::FlopsOf(op, dims);
  return flops.has_value() ? py::cast(*flops) : py::none();
}

void BindOperator(py::module_& module) {
  py::class_<proto::OpDesc>(
      module, "Operator",
      "An operator of a program, as it was when asked.\n\n"
      "Example:\n"
      "  >>> x = pd.layer.relu(pd.layer.data(\"x\", [None, 2]))\n"
      "  >>> op, = pd.default_main_program().global_block().ops\n"
      "  >>> op.type, op.inputs, op.role\n"
      "  ('relu', {'X': ['x']}, 'forward')")
      .def_property_readonly("type", &proto::OpDesc::type)
      .def_property_readonly("id", &proto::OpDesc::id)
      .def_property_readonly(
          "inputs",
          [](const proto::OpDesc& op) { return SlotsOf(op.inputs()); },
          "Slot -> names of variables.")
      .def_property_readonly(
          "outputs",
          [](const proto::OpDesc& op) { return SlotsOf(op.outputs()); })
      .def_property_readonly("attrs", &AttrsOf)
      .def("flops", &FlopsOrNone, py::arg("shapes"),
           "The floating-point operations of one run, given the shapes of its "
           "variables by name. None for an operator that has blocks (those in "
           "them count), one that does not say, or shapes that are not there.")
      .def_property_readonly("role", &RoleOf,
                             "forward, backward, optimize, schedule or "
                             "communicate.")
      .def_property_readonly(
          "call_site",
          [](const proto::OpDesc& op) {
            std::vector<py::tuple> sites;
            for (const proto::CallSite& site : op.call_site()) {
              sites.push_back(
                  py::make_tuple(site.file(), site.line(), site.text()));
            }
            return sites;
          },
          "The user's frames, innermost first: (file, line, text).")
      .def_property_readonly(
          "device", [](const proto::OpDesc& op) { return op.device(); },
          "Which process of a job runs it, such as \"stage:1\"; \"\" if that "
          "is "
          "left open.")
      .def("__repr__", [](const proto::OpDesc& op) {
        return absl::StrCat("<Operator ", op.type(), " #", op.id(), ">");
      });
}

void BindBlock(py::module_& module) {
  py::class_<BlockView>(
      module, "Block",
      "A block of a program.\n\n"
      "Example:\n"
      "  >>> x = pd.layer.relu(pd.layer.data(\"x\", [None, 2]))\n"
      "  >>> block = pd.default_main_program().global_block()\n"
      "  >>> [variable.shape for variable in block.vars]\n"
      "  [(-1, 2), (-1, 2)]")
      .def_readonly("index", &BlockView::index)
      .def_readonly("program", &BlockView::program)
      .def_property_readonly("vars", &VarsOf)
      .def_property_readonly("ops",
                             [](const BlockView& block) {
                               const auto& ops = block.table().desc().ops();
                               return std::vector<proto::OpDesc>(ops.begin(),
                                                                 ops.end());
                             })
      .def(
          "var",
          [](const BlockView& block, const std::string& name) {
            block.table();  // it is there
            return layer::FindVariable(block.program, block.index, name);
          },
          py::arg("name"),
          "The variable here or in an enclosing block; KeyError, with the "
          "nearest names, if there is none.")
      .def(
          "create_var", &CreateVar, py::arg("name"), py::arg("shape"),
          py::arg("dtype") = "float32", py::arg("persistable") = false,
          py::arg("selected_rows") = false,
          "A new variable. selected_rows: it holds SelectedRows, of which "
          "shape[0] is the height, as the W of lookup_table and the Param of "
          "sgd may; ScopeVariable.set gives one that is persistable its value, "
          "and parameter_list of minimize names it. ValueError for a name in "
          "use.")
      .def("append_op", &AppendTo, py::arg("type"),
           py::arg("inputs") = py::dict(), py::arg("outputs") = py::dict(),
           py::arg("attrs") = py::dict(),
           "Checks and appends an operator: slots to variables or names, "
           "attributes to values. Output variables are made where they do not "
           "exist; their shapes are inferred.");
}

ProgramPtr Parse(const py::bytes& bytes) {
  const auto view = bytes.cast<std::string_view>();
  return Program::Parse(OpInfoMap::Instance(), {view.data(), view.size()});
}

void BindProgramMethods(py::class_<Program, ProgramPtr>* type) {
  type->def(py::init([] { return layer::NewProgram(); }))
      .def(
          "block", [](const ProgramPtr& p, int i) { return BlockView(p, i); },
          py::arg("index"), "IndexError for a bad index.")
      .def("global_block", [](const ProgramPtr& p) { return BlockView(p, 0); })
      .def_property_readonly("blocks", &BlocksOf)
      .def_property_readonly("num_blocks", &Program::num_blocks)
      .def_property_readonly("version", &Program::version,
                             "Grows with each change.")
      .def_property(
          "random_seed",
          [](const Program& p) { return p.desc().random_seed(); },
          &Program::set_random_seed,
          "Random numbers of runs follow from it; 0: from pd.seed.")
      .def("all_parameters", &ParametersOf)
      .def("list_vars", [](const ProgramPtr& p) {
        return VarsOf({p, 0});
      });
}

void BindTransformations(py::class_<Program, ProgramPtr>* type) {
  type->def(
          "clone",
          [](const ProgramPtr& p, bool for_test) {
            return for_test ? p->InferenceClone() : p->Clone();
          },
          py::arg("for_test") = false,
          "A copy. for_test: dropout, batch_norm and the like in test mode; "
          "backward and optimizer gone.")
      .def(
          "prune",
          [](const ProgramPtr& p, py::handle feeds, py::handle targets) {
            return framework::Prune(*p, 0, NameStrings(feeds),
                                    NameStrings(targets));
          },
          py::arg("feeds"), py::arg("targets"),
          "The smallest program that computes the targets from the feeds "
          "(variables or names). KeyError for an unknown name.")
      .def(
          "verify", [](const ProgramPtr& p) { framework::Verify(*p); },
          "ValueError, or the like, naming block and operator, if anything "
          "is wrong.")
      .def(
          "serialize",
          [](const ProgramPtr& p, bool with_call_sites) {
            return py::bytes(p->Serialize(with_call_sites));
          },
          py::arg("with_call_sites") = false, "The bytes of a program file.")
      .def_static("parse", &Parse, py::arg("data"),
                  "What serialize wrote, verified. OSError for anything else.")
      .def(
          "to_graphviz",
          [](const ProgramPtr& p) { return framework::PrintGraphviz(*p); },
          "For the program `dot`.")
      .def("diff", &Diff, py::arg("other"), py::arg("format") = "text",
           "What differs in another program: lines with - before them are of "
           "this one alone, with + of the other. format: \"text\", or "
           "\"graphviz\" for the program `dot`, with both programs and the "
           "operators that differ in colour. \"\" if they print the same.\n\n"
           "Example:\n"
           "  >>> x = pd.layer.data(\"x\", [None, 2])\n"
           "  >>> y = pd.layer.relu(pd.layer.scale(x, 2.0))\n"
           "  >>> program = pd.default_main_program()\n"
           "  >>> print(program.diff(program.prune([x], [x])), end=\"\")\n"
           "    block 0 {\n"
           "      var x: [N, 2] float32, feed\n"
           "  -   var scale_0.tmp_0: [N, 2] float32\n")
      .def("__str__",
           [](const ProgramPtr& p) { return framework::PrintText(*p); })
      .def("__repr__", [](const ProgramPtr& p) {
        return absl::StrCat("<Program of ", p->global_block().desc().ops_size(),
                            " operators>");
      });
}

using Guard = ContextGuard<layer::ProgramGuard>;

std::unique_ptr<Guard> MakeGuard(ProgramPtr main, ProgramPtr startup) {
  return std::make_unique<Guard>("program_guard", [main, startup] {
    return std::make_unique<layer::ProgramGuard>(main, startup);
  });
}

using OnDevice = ContextGuard<layer::DeviceGuard>;

// The name is checked at once, where the user wrote it.
std::unique_ptr<OnDevice> MakeOnDevice(const std::string& name) {
  if (!name.empty()) framework::ParseDeviceName(name);
  return std::make_unique<OnDevice>(
      "device", [name] { return std::make_unique<layer::DeviceGuard>(name); });
}

void BindDevice(py::module_& module) {
  py::class_<OnDevice>(
      module, "device",
      "with device(\"stage:1\"): operators that are written run in process 1 "
      "of "
      "those that share the program (Job.parallelize), and \"stage:1/cuda:0\" "
      "on a GPU there; their gradients do, too, and what is done to their "
      "parameters. Alone, a program runs where its executor is.\n\n"
      "Raises:\n"
      "  ValueError: it is neither stage:<number> nor one with a place in "
      "it.\n\n"
      "Example:\n"
      "  >>> x = pd.layer.data(\"x\", [None, 2])\n"
      "  >>> with pd.device(\"stage:1\"):\n"
      "  ...     y = pd.layer.relu(x)\n"
      "  >>> [op.device for op in "
      "pd.default_main_program().global_block().ops]\n"
      "  ['stage:1']")
      .def(py::init(&MakeOnDevice), py::arg("name"))
      .def("__enter__", &OnDevice::Enter)
      .def("__exit__", &OnDevice::Exit, py::arg("kind"), py::arg("value"),
           py::arg("trace"));
}

void BindDefaults(py::module_& module) {
  py::class_<Guard>(
      module, "program_guard",
      "with program_guard(main, startup): layers write to these "
      "programs, in this thread. RuntimeError if it ends before one that began "
      "inside it, or in another thread; it ends all the same.\n\n"
      "Example:\n"
      "  >>> main, startup = pd.Program(), pd.Program()\n"
      "  >>> with pd.program_guard(main, startup):\n"
      "  ...     x = pd.layer.relu(pd.layer.data(\"x\", [None, 2]))\n"
      "  >>> [op.type for op in main.global_block().ops]\n"
      "  ['relu']")
      .def(py::init(&MakeGuard), py::arg("main"),
           py::arg("startup") = py::none())
      .def("__enter__", &Guard::Enter)
      .def("__exit__", &Guard::Exit, py::arg("kind"), py::arg("value"),
           py::arg("trace"));
  module.def(
      "default_main_program", &layer::DefaultMainProgram,
      "What layers write to: the program that computes. Each thread has "
      "default programs of its own.\n\n"
      "Example:\n"
      "  >>> x = pd.layer.relu(pd.layer.data(\"x\", [None, 2]))\n"
      "  >>> [op.type for op in pd.default_main_program().global_block().ops]\n"
      "  ['relu']");
  module.def("default_startup_program", &layer::DefaultStartupProgram,
             "The program that gives parameters their first values.\n\n"
             "Example:\n"
             "  >>> y = pd.layer.fc(pd.layer.data(\"x\", [None, 2]), 1)\n"
             "  >>> [op.type for op in "
             "pd.default_startup_program().global_block().ops]\n"
             "  ['uniform_random', 'fill_constant']");
}

}  // namespace

void BindProgram(py::module_& module) {
  py::class_<Program, ProgramPtr> program(
      module, "Program",
      "A description of what to compute. Not to be changed by several threads "
      "at once; any number may run it.\n\n"
      "Example:\n"
      "  >>> x = pd.layer.dropout(pd.layer.data(\"x\", [None, 2]), 0.1)\n"
      "  >>> program = pd.default_main_program()\n"
      "  >>> test = program.clone(for_test=True)\n"
      "  >>> pd.Program.parse(test.serialize()).num_blocks\n"
      "  1");
  py::class_<Variable>(module, "Variable",
                       "A variable of a program; it has no value of its own. "
                       "Arithmetic follows NumPy's rules.\n\n"
                       "Example:\n"
                       "  >>> x = pd.layer.data(\"x\", [None, 2])\n"
                       "  >>> y = (x + 1.0)[:, 0] > 3.0\n"
                       "  >>> y.shape, y.dtype\n"
                       "  ((-1,), 'bool')");
  BindOperator(module);
  BindBlock(module);
  BindProgramMethods(&program);
  BindTransformations(&program);
  BindDefaults(module);
  BindDevice(module);
}

}  // namespace paddle::python
