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

const field = (id, value = "") => Object.assign(made("input", { id, name: id }), { value });
const stepper = (id, words, value) => [
  made("label", { for: id }, words),
  made("div", { "data-stepper": "" }, field(id, value)),
];
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
      { "data-live": "phone" },
      made("section", { "data-view": "seat" }, made("button", { "data-go": "" }, "Enter the score")),
      made(
        "section",
        { "data-view": "enter" },
        more.remark ? made("p", { class: "remark" }) : "",
        made(
          "form",
          { method: "post", action: POST },
          ...stepper("ours", "We", more.ours),
          ...stepper("theirs", "They", more.theirs),
          made("button", { name: "do", "data-send": "Send {score}" }, "Send"),
        ),
      ),
    ),
  );
const main = phone("round 2 p ");
const view = (name) => document.querySelector(`[data-view="${name}"]`);
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
  assert.equal(document.activeElement, input("ours"));
  assert.deepEqual(input("ours").focused, { preventScroll: true });
  assert.deepEqual([...held], [["entering x round 2", "yes"]]);
});

test("points go up and down by one, never below nothing, and stand on the button", () => {
  const step = (id, sign) => press(input(id).parentNode, sign);
  assert.deepEqual(
    input("ours").parentNode.children.map((each) => each.textContent || each.id),
    ["−", "ours", "+"],
  );
  assert.deepEqual(
    input("ours")
      .parentNode.querySelectorAll("button")
      .map((each) => each.getAttribute("aria-label")),
    ["One less: We", "One more: We"],
  );
  step("ours", "+");
  step("ours", "+");
  step("ours", "−");
  assert.equal(input("ours").value, "1");
  assert.equal(view("enter").querySelector("[data-send]").textContent, "Send", "one side is not enough");
  step("theirs", "−");
  assert.equal(input("theirs").value, "0");
  assert.equal(view("enter").querySelector("[data-send]").textContent, "Send 1–0");
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
  assert.equal(input("ours").value, "1", "only the clock came");
  await hear({ clock: "runs" });
  assert.equal(asked.length, 1);
  for (const more of [{ stage: "between" }, { round: 3 }, { states: ["i", "i"] }, { said: "7" }]) {
    answers = [{ ...written(phone("round 2 p ")) }];
    await hear({ ...more, clock: "runs" });
  }
  assert.equal(asked.length, 5);
  assert.equal(document.querySelectorAll("[data-stepper]").length, 2);
  assert.equal(
    input("ours").parentNode.querySelectorAll("button").length,
    2,
    "its steps are there again, once",
  );
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
  assert.equal(input("ours").parentNode.querySelectorAll("button").length, 2);
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
  assert.deepEqual(asked, [[POST, "POST", "ours=10&theirs=7&do=enter", "text/html"]]);
  assert.equal(main.dataset.key, "round 3 i ");
  assert.deepEqual(
    [view("seat").hidden, view("enter").hidden],
    [true, false],
    "with a remark one goes on entering",
  );
  assert.equal(view("enter").querySelector("[data-send]").textContent, "Send 10–7");
  assert.equal(input("ours").parentNode.querySelectorAll("button").length, 2);
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

test("a key that was chosen before opens the score", async () => {
  const chosen = phone("round 5 p ");
  chosen.querySelector("#ours").checked = true;
  page(chosen);
  await import(`${JS}/phone.js?chosen`);
  assert.equal(view("enter").hidden, false);
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
  made("nav", { class: "tabs" }, ...tabs),
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
