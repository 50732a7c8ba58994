// Shows the formulas of a page.
"use strict";
for (const element of document.querySelectorAll("span.math, div.math")) {
  const text = element.textContent.trim();
  katex.render(text.slice(2, -2), element, {
    displayMode: text.startsWith("\\["),
    throwOnError: false,
  });
}
