// Another book brings its own rules: the form is asked for again with them.
const book = /** @type {HTMLSelectElement} */ (document.querySelector("#table-book"));
book.addEventListener("change", () => {
  location.href = `/friends?book=${encodeURIComponent(book.value)}`;
});
