// The desk stays live: lines and buttons need no new page, what others change comes in, and what somebody
// fills in stays.
import assert from "node:assert/strict";
import test from "node:test";

import { buttons, made, page, press, textOf } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
let answers = [],
  asked = [],
  hover = true;
const sockets = [],
  gone = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor() {
    sockets.push(this);
  }
  close() {}
};
globalThis.AudioContext = class {};
Object.assign(location, {
  href: "https://hall.example/events/x/desk",
  pathname: "/events/x/desk",
  reload: () => gone.push("reload"),
  assign: (address) => gone.push(address.pathname),
});
globalThis.matchMedia = (query) => ({ matches: query === "(hover: hover)" && hover });
globalThis.fetch = async (address, options) => {
  asked.push([
    address,
    options.method ?? "GET",
    options.body === undefined
      ? ""
      : options.body instanceof URLSearchParams
        ? String(options.body)
        : [...options.body].join(";"),
    options.headers.accept,
  ]);
  const answer = answers.shift();
  if (!answer) throw new Error("no line");
  return { ok: true, url: location.href, ...(await answer) };
};
const turns = async () => {
  for (let at = 0; at < 20; at++) await Promise.resolve();
};

const ACTION = "https://hall.example/events/x/desk/line";
const told = made("div", { id: "told", "data-live": "" });
const field = made("input", { "data-line": "", name: "line" });
const entry = Object.assign(made("form", { class: "entry", "data-quick": "", action: ACTION }, field), {
  enctype: "application/x-www-form-urlencoded",
});
const clock = made(
  "section",
  { id: "clock" },
  made("b", { "data-clock": "" }),
  Object.assign(
    made("form", { "data-quick": "", action: `${ACTION}/clock` }, made("button", { name: "do" }, "Start")),
    { enctype: "" },
  ),
);
const tables = made("section", { id: "tables", "data-live": "", class: "sheet" }, "old");
const search = made("input", { "data-filter": ".row" });
const rows = made(
  "ul",
  {},
  made("li", { class: "row", "data-words": "Ann LEE" }),
  made("li", { class: "row", "data-words": "Bo Ek" }),
);
const main = made(
  "main",
  { id: "content", "data-event": "x", "data-version": "3" },
  told,
  entry,
  clock,
  tables,
  search,
  rows,
);
search.value = "ek";
page(main, made("p", { "data-card": "JD", id: "drawn" }));
await import(`${JS}/desk.js`);

const copy = (version, ...parts) =>
  textOf(made("main", { id: "content", "data-version": String(version) }, ...parts));
const live = (id, ...inside) => made("section", { id, "data-live": "" }, ...inside);
const answer = (version, text, more = {}) => ({
  text: async () =>
    copy(
      version,
      live("tables", text),
      live("told", ...(more.fault ? [made("p", { class: "fault" }, more.fault)] : [])),
    ),
  ...more,
});
const submit = async (form, submitter = null) => {
  let stopped = false;
  document.dispatchEvent({
    type: "submit",
    target: form,
    submitter,
    preventDefault() {
      stopped = true;
    },
  });
  await turns();
  return stopped;
};
const enter = (text) => {
  field.value = text;
  return submit(entry);
};
const hear = async (version) => {
  sockets.at(-1).onmessage({ data: JSON.stringify({ version }) });
  await turns();
};
const faults = () => entry.querySelectorAll(".fault").map((each) => each.textContent);
const fresh = () => {
  answers = [];
  asked = [];
  gone.length = 0;
  document.activeElement = document.body;
};

test("from the first the filters hold and the cards are drawn", () => {
  assert.deepEqual(
    rows.children.map((each) => each.hidden),
    [true, false],
  );
  assert.equal(document.querySelector("#drawn").getAttribute("aria-label"), "jack of diamonds");
});

test("rows are filtered by what is typed, and all are there without it", () => {
  const typed = (text, target = search) => {
    search.value = text;
    document.dispatchEvent({ type: "input", target });
    return rows.children.map((each) => each.hidden);
  };
  assert.deepEqual(typed(" lee "), [false, true]);
  assert.deepEqual(typed("", field), [false, true], "another field filters nothing");
  assert.deepEqual(typed(""), [false, false]);
  assert.deepEqual(typed("zz"), [true, true]);
  search.value = "";
});

test("a line is entered without a new page, and the field waits for the next", async () => {
  fresh();
  answers = [answer(4, "new")];
  assert.equal(await enter("3 10 7"), true);
  assert.deepEqual(asked, [[ACTION, "POST", "line=3+10+7", "text/html"]]);
  assert.equal(tables.textContent, "new");
  assert.equal(main.dataset.version, "4");
  assert.deepEqual(
    [field.value, field.getAttribute("aria-invalid"), document.activeElement],
    ["", "false", field],
  );
});

test("a line that is not in stays told until it is seen or a later one is in, and stands in the field again", async () => {
  fresh();
  answers = [answer(4, "x", { ok: false, fault: "There is no table 9." })];
  await enter("9 10 7");
  assert.deepEqual(faults(), ["“9 10 7” did not go in. There is no table 9. I have seen it"]);
  assert.equal(told.querySelector(".fault"), null, "it is said once");
  assert.deepEqual(
    [field.value, field.selected, field.getAttribute("aria-invalid")],
    ["9 10 7", true, "true"],
  );
  answers = [answer(4, "x", { ok: false, fault: "No." })];
  await enter("9 10 8");
  assert.deepEqual(faults(), ["“9 10 8” did not go in. No. I have seen it"], "they do not pile up");
  answers = [answer(4, "x", { ok: false, fault: "No." }), answer(5, "y")];
  await enter(" 12 1 1");
  assert.equal(faults().length, 1);
  await enter("3 10 1");
  assert.deepEqual(faults(), [], "gone with the next good one");
  answers = [answer(6, "x", { ok: false, fault: "No." })];
  await enter("9 10 8");
  press(entry, "I have seen it");
  assert.deepEqual(faults(), []);
});

test("where the hall does not answer the line is told as not in", async () => {
  fresh();
  await enter("4 10 2");
  assert.deepEqual(faults(), [
    "“4 10 2” did not go in. The hall does not answer; enter it again. I have seen it",
  ]);
  press(entry, "I have seen it");
});

test("lines are taken one after the other, and what is being typed is left alone", async () => {
  fresh();
  const gives = [];
  answers = [0, 1].map(() => new Promise((give) => gives.push(give)));
  await enter("1 10 2");
  await enter("2 10 3");
  assert.deepEqual(
    asked.map((each) => each[2]),
    ["line=1+10+2"],
  );
  field.value = "3 1";
  gives[0](answer(6, "a", { ok: false, fault: "No." }));
  await turns();
  assert.deepEqual(
    asked.map((each) => each[2]),
    ["line=1+10+2", "line=2+10+3"],
  );
  gives[1](answer(7, "b", { ok: false, fault: "No." }));
  await turns();
  assert.equal(field.value, "3 1");
  assert.equal(faults().length, 2);
  for (const _ of faults()) press(entry, "I have seen it");
  field.value = "";
  answers = [answer(8, "c", { ok: false, fault: "No." }), answer(9, "d")];
  const first = enter("1 1 1");
  const second = enter("2 10 1");
  await Promise.all([first, second]);
  assert.equal(field.value, "", "one that others follow does not come back");
  for (const _ of faults()) press(entry, "I have seen it");
});

test("a button is sent once with its name; after the clock the next thing is a score", async () => {
  fresh();
  const form = clock.querySelector("form"),
    button = Object.assign(form.firstChild, { value: "start" });
  button.focus();
  let give;
  answers = [
    new Promise((done) => {
      give = done;
    }),
    answer(10, "z"),
  ];
  assert.equal(await submit(form, button), true);
  await submit(form, button);
  assert.deepEqual(asked, [[`${ACTION}/clock`, "POST", "do=start", "text/html"]]);
  give(answer(9, "z"));
  await turns();
  assert.equal(document.activeElement, field);
  assert.equal(form.dataset.sending, undefined);
  await submit(form, button);
  assert.equal(asked.length, 2, "it can be pressed again");
});

test("the keyboard goes back to the line only where one has a mouse and writes nowhere else", async () => {
  const back = async (active, over = true, form = clock.querySelector("form")) => {
    fresh();
    hover = over;
    answers = [answer(11, "z")];
    active.focus();
    await submit(form);
    hover = true;
    return document.activeElement === field;
  };
  assert.equal(await back(document.body), true);
  assert.equal(await back(document.body, false), false);
  assert.equal(await back(search), false);
  const other = Object.assign(made("form", { "data-quick": "", action: ACTION }), { enctype: "" });
  main.append(other);
  assert.equal(await back(document.body, true, other), false, "a form that is still there");
  other.remove();
  assert.equal(await back(document.body, true, other), true, "one that is gone");
});

test("a form with files is sent as it is, one that is to be cleared is cleared when it was taken", async () => {
  fresh();
  let cleared = 0;
  const form = Object.assign(
    made(
      "form",
      { "data-quick": "clear", action: ACTION },
      Object.assign(made("input", { name: "note" }), { value: "hello" }),
    ),
    { enctype: "multipart/form-data", reset: () => cleared++ },
  );
  main.append(form);
  answers = [answer(12, "z", { ok: false })];
  await submit(form);
  assert.equal(cleared, 0);
  assert.deepEqual(asked[0].slice(1, 3), ["POST", "note,hello"]);
  answers = [answer(12, "z")];
  await submit(form);
  assert.equal(cleared, 1);
  form.dataset.quick = "";
  answers = [answer(12, "z")];
  await submit(form);
  assert.equal(cleared, 1);
  form.remove();
});

test("where the hall does not answer a button that is said, once", async () => {
  fresh();
  const form = clock.querySelector("form");
  await submit(form);
  await submit(form);
  assert.deepEqual(
    told.querySelectorAll(".fault").map((each) => each.textContent),
    ["The hall does not answer. Nothing was written; try again."],
  );
  assert.equal(told.querySelector(".fault").getAttribute("role"), "alert");
});

test("an answer that is another page is gone to", async () => {
  fresh();
  answers = [{ ...answer(13, "other"), url: "https://hall.example/events/x/desk/round/2" }];
  await enter("5 10 1");
  assert.deepEqual(gone, ["/events/x/desk/round/2"]);
  assert.notEqual(tables.textContent, "other");
  assert.deepEqual(faults(), []);
});

test("a part that is new comes with the whole page, unless somebody is typing", async () => {
  fresh();
  const extra = { text: async () => copy(14, live("tables", "more"), live("told"), live("prizes")) };
  search.value = "typing";
  search.focus();
  answers = [extra];
  await submit(clock.querySelector("form"));
  assert.deepEqual(gone, []);
  assert.equal(tables.textContent, "more");
  search.value = "";
  search.focus();
  answers = [extra];
  await submit(clock.querySelector("form"));
  assert.deepEqual(gone, ["reload"]);
});

test("the page is fetched until it is as new as what was heard", async () => {
  fresh();
  main.dataset.version = "20";
  await hear(20);
  assert.deepEqual(asked, []);
  answers = [answer(21, "one"), answer(22, "two")];
  await hear(22);
  assert.deepEqual(asked, [
    ["https://hall.example/events/x/desk", "GET", "", "text/html"],
    ["https://hall.example/events/x/desk", "GET", "", "text/html"],
  ]);
  assert.equal(tables.textContent, "two");
  answers = [answer(22, "three"), answer(23, "four")];
  await hear(23);
  assert.equal(asked.length, 3, "a page that is no newer is not asked for again and again");
  answers = [
    answer(23, "five", { ok: false }),
    answer(23, "six", { url: "https://hall.example/events/x/pin" }),
    answer(23, "seven"),
  ];
  await hear(23);
  await hear(23);
  assert.equal(tables.textContent, "three");
  await hear(23);
  assert.equal(tables.textContent, "seven", "and then it goes on");
});

test("what somebody fills in stays, and so does what is open and where the keyboard is", async () => {
  fresh();
  const box = (kind, name, more) =>
    Object.assign(made("input", { type: kind, name, ...(more.at ? { value: more.at } : {}) }), more);
  const part = (version) =>
    live(
      "tables",
      made("p", {}, `version ${version}`),
      made("details", {}, "d1"),
      made("details", {}, "d2"),
      ...(version && version % 2 === 0 ? [made("button", {}, "Before")] : []),
      made("div", { id: "row-1" }, made("button", {}, "Edit"), made("button", {}, "Drop")),
      box("text", "typed", { value: "", defaultValue: "" }),
      box("text", "kept", { value: "theirs", defaultValue: "theirs" }),
      box("hidden", "secret", { value: `s${version}`, defaultValue: "" }),
      box("checkbox", "tick", {}),
      box("radio", "side", { at: "1", value: "1", defaultValue: "1" }),
      box("radio", "side", { at: "2", value: "2", defaultValue: "2" }),
      Object.assign(made("select", { name: "list" }), {
        options: [{ defaultSelected: true }, { defaultSelected: false }],
        selectedIndex: 0,
        value: "a",
      }),
      Object.assign(made("select", { name: "other" }), {
        options: [{ defaultSelected: false }, { defaultSelected: true }],
        selectedIndex: 1,
        value: "b",
      }),
      Object.assign(made("select", { name: "none" }), {
        options: [{ defaultSelected: false }],
        selectedIndex: 0,
        value: "c",
      }),
    );
  let version = 30;
  const come = async (change = () => null) => {
    version++;
    change();
    const next = part(version);
    next.className = `sheet v${version}`;
    for (const each of next.querySelectorAll("[name=kept], [name=list], [name=other], [name=none]"))
      each.value = "newer";
    answers = [{ text: async () => copy(version, next, live("told")) }];
    await hear(version);
  };
  const named = (name, at = 0) => tables.querySelectorAll(`[name=${name}]`)[at];
  const full = () => tables.replaceChildren(...part(0).childNodes);
  full();
  await come();
  assert.equal(tables.querySelector("p").textContent, `version ${version}`);
  assert.equal(tables.className, `sheet v${version}`);
  assert.deepEqual(
    ["kept", "list", "other", "none"].map((name) => named(name).value),
    ["newer", "newer", "newer", "newer"],
    "what nobody touched is the hall's",
  );
  full();
  await come(() => {
    named("typed").value = "half a name";
    named("secret").value = "changed";
    named("tick").checked = true;
    named("side", 1).checked = true;
    Object.assign(named("list"), { selectedIndex: 1, value: "b" });
    tables.querySelectorAll("details")[1].open = true;
    tables
      .querySelectorAll("button")
      .find((each) => each.textContent === "Drop")
      .focus();
  });
  assert.deepEqual(
    [named("typed").value, named("secret").value, named("tick").checked],
    ["half a name", `s${version}`, true],
  );
  assert.deepEqual(
    [named("side", 0).checked, named("side", 1).checked, named("side", 1).value, named("list").value],
    [false, true, "2", "b"],
  );
  assert.deepEqual(
    tables.querySelectorAll("details").map((each) => each.open),
    [false, true],
  );
  assert.ok(tables.contains(document.activeElement));
  assert.deepEqual(
    [document.activeElement.textContent, document.activeElement.parentNode.id],
    ["Drop", "row-1"],
    "also where something has come before the row",
  );
  tables.querySelectorAll("details")[0].focus();
  const before = version;
  full();
  await come(() => named("typed").focus());
  assert.equal(
    tables.querySelector("p").textContent,
    "version 0",
    "where somebody writes nothing is changed",
  );
  document.activeElement = document.body;
  await come();
  assert.equal(tables.querySelector("p").textContent, `version ${before + 2}`);
  const same = tables.firstChild;
  const again = part(version);
  again.className = "sheet other";
  answers = [{ text: async () => copy(99, again, live("told")) }];
  for (const each of again.querySelectorAll("[name=kept], [name=list], [name=other], [name=none]"))
    each.value = "newer";
  await hear(99);
  assert.equal(tables.firstChild, same, "what is the same is not put there anew");
  answers = [{ text: async () => copy(100, live("told")) }];
  await hear(100);
  assert.equal(tables.textContent, "", "a part that is gone is empty");
});

test("the keyboard stays in a part at its own place, where no row is marked", async () => {
  fresh();
  const part = (text) =>
    live("tables", made("a", {}, text), made("summary", {}, text), made("button", {}, text));
  answers = [{ text: async () => copy(101, part("one"), live("told")) }];
  await hear(101);
  tables.children[1].focus();
  answers = [{ text: async () => copy(102, part("two"), live("told")) }];
  await hear(102);
  assert.equal(document.activeElement, tables.children[1]);
  assert.equal(document.activeElement.textContent, "two");
  assert.deepEqual(buttons(tables), ["two"]);
});

test("what came is filtered, and its cards and clock are drawn", async () => {
  fresh();
  search.value = "ek";
  answers = [
    {
      text: async () =>
        copy(
          103,
          live(
            "tables",
            made("p", { class: "row", "data-words": "Ann Lee" }),
            made("p", { class: "row", "data-words": "Bo Ek" }),
            made("p", { "data-card": "QS" }),
            made("button", { "data-bell": "", "data-on": "The bell rings", "data-off": "" }),
          ),
          live("told"),
        ),
    },
  ];
  await hear(103);
  assert.deepEqual(
    tables.querySelectorAll(".row").map((each) => each.hidden),
    [true, false],
  );
  assert.equal(tables.querySelector("[data-card]").getAttribute("aria-label"), "queen of spades");
  assert.equal(tables.querySelector("[data-bell]").title, "The bell rings");
});

test("once another page is asked for nothing is put into this one", async () => {
  fresh();
  assert.equal(await submit(made("form")), false);
  answers = [answer(200, "too late")];
  await hear(200);
  assert.notEqual(tables.textContent, "too late");
});

test("a page of the desk without an event hears nothing", async () => {
  const before = sockets.length;
  page(made("main", { id: "content" }));
  await import(`${JS}/desk.js?no-event`);
  page();
  await import(`${JS}/desk.js?nothing`);
  assert.equal(sockets.length, before);
});
