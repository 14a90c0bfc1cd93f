// Sentences of scripts in the language of their page, which it brings along.
import assert from "node:assert/strict";
import test from "node:test";
import "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";

/** The script anew, as a page of this language loads it. */
async function spoken(language, sentences) {
  document.documentElement.lang = language;
  document.body.replaceChildren();
  if (sentences) {
    const block = document.createElement("script");
    block.id = "sentences";
    block.textContent = JSON.stringify(sentences);
    document.body.append(block);
  }
  return import(`${JS}/language.js?${language}${Math.random()}`);
}

test("what a page does not bring along is said in English", async () => {
  const { said, word } = await spoken("en");
  assert.equal(said("Play again"), "Play again");
  assert.equal(said("{name} takes the trick.", { name: "Walt" }), "Walt takes the trick.");
  assert.deepEqual(
    [0, 1, 2].map((count) => said("{count} {count|trick|tricks}", { count })),
    ["0 tricks", "1 trick", "2 tricks"],
  );
  assert.equal(word("hearts"), "hearts");
});

test("what it brings is said, and the plural is that of the language", async () => {
  const { said, language } = await spoken("fr", {
    "Play again": "Rejouer",
    "{count} {count|trick|tricks}": "{count} {count|levée|levées}",
  });
  assert.equal(language(), "fr");
  assert.equal(said("Play again"), "Rejouer");
  assert.equal(said("Replay"), "Replay");
  assert.deepEqual(
    [0, 1, 2].map((count) => said("{count} {count|trick|tricks}", { count })),
    ["0 levée", "1 levée", "2 levées"],
  );
});

test("a line of a page in another language asks for that", async () => {
  await spoken("fr");
  const { inLanguage } = await import(`${JS}/connection.js`);
  assert.deepEqual(
    [inLanguage("/t/x/live"), inLanguage("/events/x/live?short")],
    ["/t/x/live?language=fr", "/events/x/live?short&language=fr"],
  );
  document.documentElement.lang = "en";
  assert.equal(inLanguage("/t/x/live"), "/t/x/live");
});
