"""A test that a target depends on nothing that its folder must not know."""

_SCRIPT = str(Label("//tools/bazel:forbidden_deps_test.sh"))

# Every select() depends on these.
_SETTINGS = "^//tools/bazel/settings:"

def _pattern(forbidden):
    """The regular expression of a forbidden label."""
    if forbidden.startswith("^"):
        return forbidden
    if forbidden.endswith("/..."):
        return "^" + forbidden[:-len("/...")] + "[/:]"
    return "^" + forbidden + ("$" if ":" in forbidden else "[/:]")

def paddle_forbidden_deps_test(
        name,
        forbidden,
        reason,
        target = None,
        targets = [],
        violation_expected = False,
        **kwargs):
    """Fails, naming offenders and the reason, if a forbidden target is needed.

    Args:
      name: of the test.
      forbidden: "//folder/..." (that folder and all below it), "//folder"
        (that package), "//folder:target", "@repository", or "^" and a
        regular expression on labels.
      reason: the sentence that the failure prints.
      target: a label, or
      targets: labels, whose dependencies are searched.
      violation_expected: True for a negative control: passes only if an
        offender is found.
      **kwargs: of the sh_test.
    """
    targets = [
        "//" + native.package_name() + t if t.startswith(":") else t
        for t in targets + ([target] if target else [])
    ]
    dependencies = "deps(%s)" % " + ".join(targets)
    native.genquery(
        name = name + "_query",
        testonly = True,
        expression = "filter('%s', %s) except filter('%s', %s)" % (
            "|".join([_pattern(f) for f in forbidden]),
            dependencies,
            _SETTINGS,
            dependencies,
        ),
        opts = ["--noimplicit_deps"],
        scope = targets,
        tags = ["manual"],
    )
    native.sh_test(
        name = name,
        size = "small",
        srcs = [_SCRIPT],
        args = [
            "$(location :%s_query)" % name,
            "expected" if violation_expected else "none",
            "'%s'" % reason.replace("'", "’"),
        ],
        data = [":" + name + "_query"],
        tags = ["lint"],
        **kwargs
    )
