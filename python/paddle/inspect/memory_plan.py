"""Shows where the variables of a program would lie while it runs."""

from typing import (
    Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple,
    Union)

from .. import core
from ..plot import Box, Figure
from . import table
from .flops import Shape

_UNITS = (("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10))


class PlannedVariable(NamedTuple):
    """A variable in an arena, from its first operator to its last one."""
    name: str
    bytes: int
    offset: int  # in the arena
    first: int  # the operator that writes it, by its number in the block
    last: int  # the last one that reads its value
    in_place_of: str  # whose memory it takes over; "" for nobody's


class PlannedBlock(NamedTuple):
    """The arena of the program, or of a block that an operator owns."""
    number: int
    owner: str  # type of the operator that owns the block; "": the program
    operators: List[str]  # their types
    planned: int  # how many come before sizes depend on values
    peak: int  # bytes of the arena
    lower_bound: int  # largest sum of bytes that are in use at once
    fullest: int  # the operator where it is reached; -1: none
    variables: List[PlannedVariable]

    def figure(self) -> Figure:
        """A pd.plot.Figure: operators to the right, the arena upwards."""
        shown = Figure(self.owner or "arena", "operator", "bytes")
        shown.boxes([Box(v.first, v.last + 1, v.offset, v.offset + v.bytes,
                         f"{v.name}: {_short(v.bytes)}")
                     for v in self.variables])
        ends = [0.0, float(max(1, len(self.operators)))]
        for label, value in (("lower bound", self.lower_bound),
                             ("peak", self.peak)):
            shown.curve([value, value], ends, f"{label} {_short(value)}")
        return shown


class MemoryPlan(NamedTuple):
    """The result of pd.memory_plan; str() of it is a table, bytes are numbers.

    peak and lower_bound are sums over blocks: that of a block of control flow
    has its arena beside the program's.
    """
    blocks: List[PlannedBlock]  # the program's first
    parameters: int
    state: int  # what else outlives the run: moments, statistics
    feeds: int  # the caller's arrays
    fetches: int
    unplanned: List[str]  # operators whose blocks only a run can plan

    @property
    def peak(self) -> int:
        """The bytes of all arenas."""
        return sum(block.peak for block in self.blocks)

    @property
    def lower_bound(self) -> int:
        """The bytes that the best plan could not go below."""
        return sum(block.lower_bound for block in self.blocks)

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def svg(self, block: int = 0) -> str:
        """The arena of one of the blocks as an SVG document: a box for each
        variable, as long as it is in use."""
        return self.blocks[block].figure().svg()

    def _repr_svg_(self) -> str:
        return self.svg()  # Notebooks show it.


def memory_plan(program: Optional[core.Program] = None,
                shapes: Optional[Mapping[Any, Shape]] = None,
                lengths: Optional[Mapping[Any, Sequence[Sequence[int]]]] = None,
                fetch_list: Any = None, optimize: int = 1) -> MemoryPlan:
    """The plan of an executor for a program and the shapes of its feeds.

    Intermediate results lie in one arena. One that is no longer read makes room
    for others, and some operators write over an input that nobody reads later.
    Nothing is run for this, and no parameter needs a value.

    Args:
      program: the default main program without one.
      shapes: of feeds, by variable or name; not needed for data of which the
        program knows every size, and of which `lengths` tells the rows.
      lengths: of the sequences of a feed, a list for each level, as those of
        a LoDTensor.
      fetch_list: what the run fetches: those results have memory of their own.
      optimize: as of pd.Executor.

    Operators behind the first one whose output sizes depend on values allocate
    while they run: `planned` of a block tells how many come before. Blocks of
    loops and branches are planned where the shapes of a step follow from those
    of the feeds; `unplanned` lists the operators of the others. ValueError for
    shapes that contradict the program or each other, KeyError for an unknown
    name.

    Example:
      >>> x = pd.layer.data("x", [None, 256])
      >>> y = pd.layer.tanh(pd.layer.exp(x)) * 2.0
      >>> plan = pd.memory_plan(shapes={"x": (4, 256)}, fetch_list=[y],
      ...                       optimize=False)
      >>> plan.peak, plan.lower_bound, plan.fetches
      (4096, 4096, 4096)
      >>> print(plan)
      variable      bytes  offset  from    to       in place of
      ---------------------------------------------------------
      exp_0.tmp_0    4.0K       0  0 exp   1 tanh
      tanh_0.tmp_0   4.0K       0  1 tanh  2 scale  exp_0.tmp_0
      arena 4.0K, lower bound 4.0K (at 0 exp)
      parameters 0, other state 0, feeds 4.0K, fetches 4.0K
    """
    program = program or core.default_main_program()
    if not isinstance(program, core.Program):
        raise TypeError(f"memory_plan: program is a Program, not {program!r}")
    feeds = _feeds(program, shapes or {}, lengths or {})
    blocks, *rest = core._memory_plan(program, feeds, fetch_list, optimize)
    return MemoryPlan._make([[_block(*block) for block in blocks], *rest])


def _block(*parts: Any) -> PlannedBlock:
    *rest, variables = parts
    return PlannedBlock._make([*rest, [PlannedVariable(*v) for v in variables]])


def _feeds(program: core.Program, shapes: Mapping[Any, Shape],
           lengths: Mapping[Any, Sequence[Sequence[int]]]
           ) -> List[Tuple[str, List[int], List[List[int]]]]:
    given: Dict[str, Shape] = {_name(k): tuple(v) for k, v in shapes.items()}
    levels = {_name(k): v for k, v in lengths.items()}
    for name, of in levels.items():
        rest = program.global_block().var(name).shape[1:]
        given.setdefault(name, (sum(of[-1]), *rest))
    return [(name, list(shape), [list(level) for level in levels.get(name, [])])
            for name, shape in given.items()]


def _name(variable: Union[str, core.Variable]) -> str:
    return variable if isinstance(variable, str) else variable.name


def _short(value: int) -> str:
    """With one digit behind the point and a unit: 12.3M."""
    for unit, size in _UNITS:
        if value >= size:
            return f"{value / size:.1f}{unit}"
    return str(value)


def _lines(plan: MemoryPlan) -> Iterator[str]:
    for block in plan.blocks:
        if block.owner:
            yield f"\nblock {block.number} of {block.owner}"
        yield from _table(block)
        yield _outcome(block)
    yield ", ".join(f"{name} {_short(value)}" for name, value in (
        ("parameters", plan.parameters), ("other state", plan.state),
        ("feeds", plan.feeds), ("fetches", plan.fetches)))
    if plan.unplanned:
        yield "planned by a run: blocks of " + ", ".join(plan.unplanned)


def _table(block: PlannedBlock) -> Iterator[str]:
    def shown(i: int) -> str:
        return f"{i} {block.operators[i]}"

    head = ("variable", "bytes", "offset", "from", "to", "in place of")
    rows = [head] + [
        (v.name, _short(v.bytes), str(v.offset), shown(v.first), shown(v.last),
         v.in_place_of) for v in block.variables]
    yield from table.lines(rows, right=(1, 2))


def _outcome(block: PlannedBlock) -> str:
    at = (f" (at {block.fullest} {block.operators[block.fullest]})"
          if block.fullest >= 0 else "")
    rest = len(block.operators) - block.planned
    return (f"arena {_short(block.peak)}, lower bound "
            f"{_short(block.lower_bound)}{at}" +
            (f"; {rest} of {len(block.operators)} operators allocate while "
             "they run" if rest else ""))
