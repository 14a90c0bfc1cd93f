// What a page says in its reader's language: in any but English it brings the sentences of its scripts along.

/** The language of the page. */
export const language = () => globalThis.document?.documentElement?.lang || "en";

/** Each sentence by its English. @type {Record<string, string> | null} */
let known = null;
/** @type {Intl.PluralRules | null} */
let rules = null;

/** Whether so many are told of as one. @param {number} number */
const single = (number) => (rules ??= new Intl.PluralRules(language())).select(number) === "one";

/** A sentence with its places filled: ``{name}`` is a value, ``{count|trick|tricks}`` goes by how many.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function filled(text, values) {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, name, one, more) =>
    one === undefined ? String(values[name]) : single(Number(values[name])) ? one : more,
  );
}

/** A sentence of ours as the reader is told it.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
export function said(text, values) {
  known ??= JSON.parse(globalThis.document?.querySelector("#sentences")?.textContent || "{}");
  const found = known?.[text] ?? text;
  return values ? filled(found, values) : found;
}

/** A word that is said later. @param {string} text */
export const word = (text) => text;
