// The filters of the table of operators.
(function () {
  const rows = [...document.querySelectorAll("#op-table tbody tr")];
  const text = document.getElementById("op-text");
  const count = document.getElementById("op-count");
  const names = ["types", "gradient", "family", "place", "version"];
  const selects = names.map((name) => document.getElementById("op-" + name));
  const valuesOf = (row, name) => row.dataset[name].split(" ");

  names.forEach((name, i) => {
    const values = new Set(rows.flatMap((row) => valuesOf(row, name)));
    [...values].sort().forEach((value) => {
      const option = document.createElement("option");
      option.value = value;
      option.textContent = name === "gradient" ? "gradient: " + value
          : name === "version" ? "version " + value : value;
      selects[i].append(option);
    });
  });

  // An operator of any type has that which is asked for.
  const has = (row, name, wanted) => !wanted ||
      valuesOf(row, name).some((value) => value === wanted || value === "any");

  function show() {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row) => {
      const content = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => content.includes(word)) ||
          !names.every((name, i) => has(row, name, selects[i].value));
      shown += row.hidden ? 0 : 1;
    });
    count.textContent = shown + " of " + rows.length;
  }

  [text, ...selects].forEach((field) => field.addEventListener("input", show));
  const asked = new URLSearchParams(location.search);
  [["text", text], ...names.map((name, i) => [name, selects[i]])].forEach(
      ([name, field]) => { field.value = asked.get(name) || ""; });
  show();
})();
