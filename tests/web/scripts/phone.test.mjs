// The phone at the table and the page for everybody: what is new comes by itself, and nothing typed or
// pressed is lost.
import assert from "node:assert/strict";
import test from "node:test";

import { beat, made, page, press, tellWindow, textOf, timers } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const POST = "https://hall.example/events/x/phone/score";
let now = 0,
  answers = [];
const sockets = [],
  asked = [],
  gone = [],
  held = new Map(),
  scrolled = [];
performance.now = () => now;
Date.now = () => now;
Math.random = () => 0.5;
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor(address) {
    this.address = address;
    sockets.push(this);
  }
  close() {}
};
Object.assign(location, {
  href: "https://hall.example/events/x/phone",
  assign: (address) => gone.push(address),
});
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => held.set(key, value),
  },
  history: { replaceState: (_state, _title, address) => gone.push(address) },
  scrollTo: (...to) => scrolled.push(to),
  fetch: async (address, options) => {
    asked.push([address, options.method ?? "GET", String(options.body ?? ""), options.headers.accept]);
    const answer = answers.shift();
    if (!answer) throw new Error("no line");
    return { ok: true, status: 200, url: POST, ...answer };
  },
});
const turns = async () => {
  for (let at = 0; at < 12; at++) await Promise.resolve();
};
const written = (...parts) => ({ text: async () => textOf(...parts) });
const listened = () => {
  const found = [];
  const add = document.addEventListener;
  document.addEventListener = (name, act) => {
    found.push([name, act]);
    add(name, act);
  };
  return () => {
    document.addEventListener = add;
    return found;
  };
};

const field = (id, value = "") =>
  Object.assign(made("input", { id, name: id, "data-names": id === "ours" ? "you, Ann" : "Bob, Cy" }), {
    value,
  });
// To eleven by the clock: both cannot have it. A score of 1–2 is there only where the round was cut short.
const most = 14;
const rows = (too) =>
  Array.from({ length: most + 1 }, (_, ours) =>
    Array.from({ length: most + 1 }, (_, theirs) =>
      ours > 10 && theirs > 10 ? 1 : too && ours + theirs === 3 ? 2 : 0,
    ),
  );
const rules = {
  most,
  cannot: rows(true),
  shortened: rows(false),
  why: ["Only one side can reach 11.", "Too few."],
  dealers: [
    { who: 3, name: "Ann", chair: "North", mine: true },
    { who: 5, name: "Bob", chair: "East", mine: false },
  ],
};
const phone = (key, more = {}) =>
  made(
    "main",
    { "data-event": "x", "data-index": "1", "data-key": key },
    made(
      "header",
      { "data-live": "cap" },
      made(
        "p",
        { class: "clock", "data-live": "clock", "data-running": more.running ?? "no" },
        more.clock ?? "",
      ),
    ),
    made(
      "div",
      { class: "line", "data-live": "said" },
      made("h1", { "data-view": "seat" }, "Table 1"),
      made("h1", { "data-view": "enter" }, "What was the score?"),
      more.remark ? made("p", { role: "alert" }, "Is that right?") : "",
    ),
    made(
      "div",
      { "data-live": "phone" },
      made("section", { "data-view": "seat" }, made("button", { "data-go": "" }, "Enter the score")),
      made(
        "section",
        { "data-view": "enter" },
        made(
          "form",
          {
            method: "post",
            action: POST,
            "data-pad": "",
            "data-key": `x ${key}`,
            "data-ours": more.ours ?? "",
            "data-theirs": more.theirs ?? "",
          },
          made("script", { type: "application/json" }, JSON.stringify(more.rules ?? rules)),
          made(
            "div",
            { class: "plain" },
            field("ours", more.ours),
            field("theirs", more.theirs),
            Object.assign(made("select", { name: "last_dealer" }), { value: "" }),
            made("input", { name: "short", type: "checkbox" }),
            more.remark ? made("button", { name: "sure" }, "Yes, this is right") : "",
          ),
        ),
      ),
    ),
  );
const main = phone("round 2 p ");
const view = (name) => document.querySelector(`section[data-view="${name}"]`);
const input = (id) => document.querySelector(`#${id}`);
page(main);
const stop = listened();
await import(`${JS}/phone.js`);
const submitted = stop().find(([name]) => name === "submit")[1];
const line = sockets.at(-1);
const hear = async (more) => {
  line.onmessage({
    data: JSON.stringify({
      stage: "round",
      round: 2,
      states: ["i", "p"],
      clock: "stands",
      said: "",
      ...more,
    }),
  });
  await turns();
};
const submit = (form, submitter = null) => {
  let stopped = false;
  submitted({
    target: form,
    submitter,
    preventDefault() {
      stopped = true;
    },
  });
  return stopped;
};

test("the phone hears of its event in short", () => {
  assert.equal(line.address, "wss://hall.example/events/x/live?short");
});

test("first one sees where to sit, and the score when one asks for it, also after the page came again", () => {
  assert.deepEqual(
    [view("seat").hidden, view("enter").hidden, view("seat").querySelector("[data-go]").hidden],
    [false, true, false],
  );
  press(view("seat"), "Enter the score");
  assert.deepEqual([view("seat").hidden, view("enter").hidden], [true, false]);
  assert.equal(document.activeElement.dataset.pad, "window 0");
  assert.deepEqual([...held], [["entering x round 2", "yes"]]);
});

const pad = (name) => document.querySelector(`[data-pad="${name}"]`);
const tap = (name) => pad(name).click();
const wanted = () => document.querySelector(".send").textContent;
const said = () => document.querySelector("[data-pad-says]")?.textContent ?? "";
const title = () => document.querySelector('h1[data-view="enter"]').textContent;
const filledIn = () =>
  ["ours", "theirs", "last_dealer"].map((name) => document.querySelector(`[name="${name}"]`).value);

test("a press fills the window that is ringed and goes on to the other", () => {
  assert.equal(wanted(), "First our points");
  assert.equal(document.querySelectorAll(".keys button").length, 15);
  tap("key 11");
  assert.deepEqual(filledIn(), ["11", "", ""]);
  assert.equal(wanted(), "Now their points");
  assert.equal(pad("window 1").className, "win on");
  assert.equal(pad("window 0").getAttribute("aria-label"), "We: 11");
  assert.equal(pad("key 12").getAttribute("aria-disabled"), "true");
  assert.equal(pad("key 12").getAttribute("aria-label"), "They 12, cannot be");
  tap("key 12");
  assert.deepEqual([said(), filledIn()[1]], ["Only one side can reach 11.", ""]);
  tap("key 7");
  assert.deepEqual([said(), wanted(), ...filledIn()], ["", "Send 11–7", "11", "7", ""]);
  tap("key 8");
  assert.equal(wanted(), "Send 11–8", "a press mends the last of them");
});

test("pressing a window mends it, and what does not go with it any more is asked again", () => {
  tap("window 0");
  assert.equal(pad("window 0").className, "win on");
  tap("key 4");
  assert.equal(wanted(), "Send 4–8");
});

test("who dealt last is asked where both are level, by chairs that are dead at first", () => {
  tap("window 1");
  now += 5000;
  tap("key 4");
  assert.deepEqual([title(), wanted()], ["Tied. Who dealt last?", "Tap the dealer"]);
  tap("dealer 5");
  assert.equal(filledIn()[2], "", "a thumb was there already");
  now += 600;
  tap("dealer 5");
  assert.deepEqual([wanted(), filledIn()[2]], ["Send 4–4; Bob dealt last", "5"]);
  tap("dealer 3");
  assert.equal(wanted(), "Send 4–4; I dealt last");
  tap("window 1");
  assert.deepEqual([title(), filledIn()[2]], ["What was the score?", ""]);
});

test("a score that only a round cut short can have says so, and can be said to be", () => {
  tap("key 4");
  tap("window 0");
  tap("key 1");
  tap("window 1");
  tap("key 2");
  assert.deepEqual([said(), wanted()], ["Too few.", "The round was cut short"]);
  tap("short");
  assert.deepEqual([said(), wanted()], ["The round was cut short.", "Send 1–2"]);
  assert.equal(document.querySelector('[name="short"]').checked, true);
  tap("window 1");
  assert.equal(document.querySelector('[name="short"]').checked, false);
  tap("key 9");
  assert.equal(wanted(), "Send 1–9");
});

test("more points than twenty keys stand on pages that are turned", async () => {
  const { onPage, pageOf } = await import(`${JS}/score_pad.js`);
  const ends = (most, page) => [onPage(most, page)[0], onPage(most, page).at(-1)];
  assert.deepEqual(ends(10, 0), [0, 10]);
  assert.deepEqual(ends(19, 0), [0, 19]);
  assert.deepEqual(
    [ends(32, 0), ends(32, 1)],
    [
      [0, 18],
      [19, 32],
    ],
  );
  assert.deepEqual(
    [ends(37, 1), ends(38, 1), ends(38, 2)],
    [
      [19, 37],
      [19, 36],
      [37, 38],
    ],
  );
  for (const most of [10, 19, 20, 32, 37, 38, 99]) {
    const all = [];
    for (let page = 0; page <= pageOf(most, most); page++) {
      const keys = onPage(most, page);
      const turns = Number(page > 0) + Number(keys.at(-1) < most);
      assert.ok(keys.length + turns <= 20, `${most} on page ${page}`);
      all.push(...keys);
    }
    assert.deepEqual(all, [...Array(most + 1).keys()]);
  }
});

test("it looks again when the stage, the round, its table or what is said is another, and leaves what was typed when only the clock is", async () => {
  asked.length = 0;
  await hear({});
  await hear({ states: ["p", "p"] });
  assert.deepEqual(asked, []);
  answers = [{ ...written(phone("round 2 p ", { running: "yes", clock: "9:00" })) }];
  await hear({ clock: "runs" });
  assert.deepEqual(asked, [["https://hall.example/events/x/phone", "GET", "", "text/html"]]);
  assert.equal(document.querySelector(".clock").textContent, "9:00");
  assert.equal(input("ours").value, "1", "only the clock and what is said came");
  await hear({ clock: "runs" });
  assert.equal(asked.length, 1);
  for (const more of [{ stage: "between" }, { round: 3 }, { states: ["i", "i"] }, { said: "7" }]) {
    answers = [{ ...written(phone("round 2 p ")) }];
    await hear({ ...more, clock: "runs" });
  }
  assert.equal(asked.length, 5);
  assert.equal(document.querySelectorAll(".wins").length, 1, "the pad is there again, once");
  assert.equal(view("enter").hidden, false, "and the score that one had asked for");
  answers = [{ ...written(phone("round 3 p ")) }];
  await hear({ round: 3 });
  assert.equal(main.dataset.key, "round 3 p ");
  assert.equal(view("enter").hidden, true, "in another round one sits down first");
  main.dataset.index = "-1";
  main.dataset.key = "round 3  ";
  await hear({ round: 3 });
  assert.equal(asked.length, 6, "who has no table hears nothing of tables");
  main.dataset.index = "0";
  main.dataset.key = "round 3 i ";
  await hear({ round: 3 });
  assert.equal(asked.length, 6, "the first table is one too");
  main.dataset.index = "1";
  main.dataset.key = "round 3 p ";
});

test("a page that does not come, or is refused, leaves all as it is", async () => {
  answers = [];
  await hear({ round: 4 });
  answers = [{ ok: false, ...written(phone("round 4 p ")) }];
  await hear({ round: 4 });
  assert.equal(main.dataset.key, "round 3 p ");
  assert.equal(view("enter").hidden, true);
});

test("what is pressed is sent once, and the answer stands there instead", async () => {
  asked.length = 0;
  const form = document.querySelector("form");
  input("ours").value = "10";
  input("theirs").value = "7";
  answers = [{ ...written(phone("round 3 i ", { remark: true, ours: "10", theirs: "7" })) }];
  assert.equal(submit(form, Object.assign(made("button", { name: "do" }), { value: "enter" })), true);
  assert.equal(submit(form), true);
  await turns();
  assert.deepEqual(asked, [[POST, "POST", "ours=10&theirs=7&last_dealer=&short=&do=enter", "text/html"]]);
  assert.equal(main.dataset.key, "round 3 i ");
  assert.deepEqual(
    [view("seat").hidden, view("enter").hidden],
    [true, false],
    "with a remark one goes on entering",
  );
  assert.equal(wanted(), "Yes, this is right");
  tap("key 6");
  assert.equal(wanted(), "Send 10–6", "another score is another question");
  assert.deepEqual(
    document.querySelectorAll('.line [role="alert"]').map((each) => each.textContent),
    [],
  );
  assert.deepEqual(gone, []);
});

test("a form that only asks goes its own way", () => {
  asked.length = 0;
  assert.equal(submit(made("form", { method: "get" })), false);
  assert.equal(submit(made("div", { method: "post" })), false);
  assert.deepEqual(asked, []);
});

test("another page is gone to, the same at another hall is not", async () => {
  answers = [{ url: "https://hall.example/events/x", ...written(main) }];
  submit(document.querySelector("form"));
  await turns();
  assert.deepEqual(gone, ["https://hall.example/events/x"]);
  delete document.querySelector("form").dataset.sending;
  answers = [{ url: "https://other.example/events/x/phone/score", ...written(phone("round 3 d ")) }];
  submit(document.querySelector("form"));
  await turns();
  assert.equal(gone.length, 1);
  assert.equal(main.dataset.key, "round 3 d ");
});

test("what the hall did not take is kept, said, and sent again until it does", async () => {
  asked.length = timers.length = 0;
  const waiting = () => document.querySelectorAll("[data-waiting]").map((each) => each.textContent);
  const words =
    "The hall does not answer. What you pressed is kept and sent as soon as it does; leave this page open.";
  answers = [];
  submit(document.querySelector("form"));
  await turns();
  assert.deepEqual(waiting(), [words]);
  assert.equal(main.firstChild.dataset.waiting, "yes");
  assert.deepEqual(
    timers.map((each) => each.wait),
    [3000],
  );
  answers = [{ status: 500 }];
  timers.pop().act();
  await turns();
  assert.deepEqual(waiting(), [words], "once");
  answers = [{ status: 499, ...written(phone("round 3 i ")) }];
  timers.pop().act();
  await turns();
  assert.deepEqual(waiting(), []);
  assert.equal(asked.length, 3);
  assert.equal(timers.length, 0);
  submit(document.querySelector("form"));
  await turns();
  assert.equal(waiting().length, 1);
  answers = [{ url: "https://hall.example/events/x", ...written(main) }];
  timers.pop().act();
  await turns();
  assert.deepEqual(waiting(), [], "also while another page is gone to");
});

test("where there is nothing to enter there are no steps", async () => {
  page(
    made(
      "main",
      { "data-event": "x", "data-index": "-1", "data-key": "" },
      made("section", { "data-view": "seat" }, made("button", { "data-go": "" }, "Enter")),
    ),
  );
  view("seat").querySelector("button").hidden = true;
  await import(`${JS}/phone.js?nothing-to-enter`);
  assert.equal(view("seat").querySelector("button").hidden, true);
  page(
    made(
      "main",
      { "data-event": "x", "data-index": "-1", "data-key": "" },
      made("section", { "data-view": "enter" }),
    ),
  );
  await import(`${JS}/phone.js?nowhere-to-sit`);
});

test("a score that came back opens the pad", async () => {
  page(phone("round 5 p ", { ours: "3" }));
  await import(`${JS}/phone.js?chosen`);
  assert.deepEqual([view("enter").hidden, wanted()], [false, "Now their points"]);
});

test("the clock of a page runs on by itself, up or down, and its reminder comes", async () => {
  const { tick } = await import(`${JS}/public_watch.js`);
  const clock = (more) =>
    made(
      "p",
      {
        class: "clock",
        "data-running": "yes",
        "data-left": "60",
        "data-ran": "30",
        "data-advice": "40",
        ...more,
      },
      made("span", { "data-part": "time" }, "?"),
      made("span", { "data-part": "reminder" }),
    );
  const shown = () =>
    document.querySelector(".clock").children.map((each) => each.hidden || each.textContent);
  const after = (element, seconds) => {
    page(made("main", {}, element));
    beat();
    now += seconds * 1000;
    beat();
    return shown();
  };
  tick();
  assert.deepEqual(after(clock({}), 9.5), ["0:51", true]);
  assert.deepEqual(after(clock({}), 10), ["0:50", ""]);
  assert.deepEqual(after(clock({ "data-left": "" }), 10), ["0:40", ""]);
  assert.deepEqual(after(clock({ "data-running": "no" }), 10), ["?", ""]);
  page(made("main", {}, made("p", { class: "clock", "data-running": "yes" })));
  beat();
  page();
  beat();
});

const tabs = ["tables", "standings"].map((tab) =>
  Object.assign(made("a", { "data-show": tab }, tab), { hash: `#${tab}` }),
);
const list = (text) => made("ul", { "data-live": "list" }, made("li", {}, made("input"), text));
const open = made(
  "main",
  { "data-event": "x", "data-version": "3", "data-start": "tables" },
  made("nav", { class: "parts" }, ...tabs),
  list("old"),
  made("button", { "data-why": "" }, "Why?"),
);

async function opened(hash, name) {
  page(open);
  location.hash = hash;
  const stop = listened();
  await import(`${JS}/public.js?${name}`);
  return new Map(stop());
}
const current = () => tabs.map((each) => each.getAttribute("aria-current"));

test("one tab is open, the one of the address where it is known, and the address follows", async () => {
  await opened("", "start");
  assert.deepEqual([open.dataset.show, ...current()], ["tables", "true", null]);
  assert.deepEqual(scrolled, []);
  const on = await opened("#standings", "named");
  assert.deepEqual([open.dataset.show, ...current()], ["standings", null, "true"]);
  assert.deepEqual(scrolled, [[0, 0]], "the tab itself is no place to scroll to");
  await opened("#else", "unknown");
  assert.deepEqual([open.dataset.show, scrolled.length], ["tables", 1]);
  gone.length = 0;
  let stopped = 0;
  on.get("click")({
    target: tabs[1],
    preventDefault() {
      stopped++;
    },
  });
  assert.deepEqual([open.dataset.show, stopped, ...gone], ["standings", 1, "#standings"]);
  on.get("click")({
    target: open.querySelector("li"),
    preventDefault() {
      stopped++;
    },
  });
  on.get("click")({
    target: document,
    preventDefault() {
      stopped++;
    },
  });
  assert.deepEqual([open.dataset.show, stopped], ["standings", 1]);
  location.hash = "#tables";
  tellWindow("hashchange");
  assert.deepEqual([open.dataset.show, ...current()], ["tables", "true", null]);
});

test("the reasons behind places are shown and put away", async () => {
  const on = await opened("", "why"),
    why = open.querySelector("[data-why]");
  const pressed = () => {
    on.get("click")({ target: why, preventDefault() {} });
    return [open.dataset.why, why.getAttribute("aria-pressed")];
  };
  assert.deepEqual(pressed(), ["yes", "true"]);
  assert.deepEqual(pressed(), ["no", "false"]);
  assert.deepEqual(pressed(), ["yes", "true"]);
});

test("the page comes again when it is old, not for all at once and not too often", async () => {
  const on = await opened("", "watch"),
    socket = sockets.at(-1),
    waits = () => timers.filter((each) => each.wait < 6000).map((each) => each.wait);
  const hear = (version) => socket.onmessage({ data: JSON.stringify({ version }) });
  assert.equal(socket.address, "wss://hall.example/events/x/live?short");
  now += 60_000;
  timers.length = asked.length = 0;
  hear(3);
  assert.deepEqual(waits(), []);
  hear(4);
  hear(5);
  assert.deepEqual(waits(), [600], "once, after a while by chance");
  const fire = async () => {
    const at = timers.findIndex((each) => each.wait < 6000);
    timers.splice(at, 1)[0].act();
    await turns();
  };
  const fresh = (version, ...parts) => ({
    ...written(made("main", { "data-version": String(version) }, ...parts)),
  });
  answers = [fresh(4, list("new"))];
  await fire();
  assert.equal(asked.length, 1);
  assert.equal(open.querySelector("li").textContent, "new");
  assert.deepEqual(waits(), [2600], "what came meanwhile is fetched later");
  answers = [fresh(5, list("newer"))];
  open.querySelector("li input").focus();
  await fire();
  assert.equal(open.querySelector("li").textContent, "new", "where somebody writes nothing is changed");
  assert.equal(open.dataset.version, "5");
  assert.deepEqual(waits(), []);
  document.activeElement = document.body;
  now += 1000;
  hear(6);
  assert.deepEqual(waits(), [1600], "two seconds after the last time");
  document.hidden = true;
  await fire();
  assert.equal(asked.length, 2, "a page that nobody sees does not look");
  on.get("visibilitychange")();
  assert.deepEqual(waits(), []);
  document.hidden = false;
  on.get("visibilitychange")();
  assert.equal(waits().length, 1);
  answers = [];
  await fire();
  assert.equal(waits().length, 1, "where the hall does not answer it is tried again");
  const same = open.querySelector("ul");
  answers = [fresh(6, list("new"))];
  await fire();
  assert.equal(open.querySelector("ul"), same, "what is the same stays");
  assert.deepEqual(waits(), []);
  on.get("visibilitychange")();
  assert.deepEqual(waits(), []);
  hear(7);
  answers = [fresh(7)];
  await fire();
  assert.equal(open.querySelector("ul"), same, "a part that the newer page does not have stays");
});
