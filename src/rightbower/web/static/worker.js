// Keeps the shell of the hall on a device: what pages are drawn with, the page that says politely
// that there is no line, and the lesson and puzzles. Whatever is somebody's own is never kept.
// VERSION stands before this.
const BASE = new URL("./", self.location.href).pathname.replace(/\/$/, "");
const KEPT = `rightbower ${BASE} ${VERSION}`,
  ALONE = `${BASE}/offline`,
  BUNDLE = `${BASE}/offline/kept`;
const EDGE = /\n<!--kept (\S+) -->\n/;

/** @param {string} html a page as the hall would send it, which knows its path */
const page = (html) =>
  new Response(BASE ? html.replace(/<html/, `<html data-base="${BASE}"`) : html, {
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY },
  });
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';" +
  " font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

async function keep() {
  const answer = await fetch(BUNDLE, { credentials: "omit" });
  if (!answer.ok) throw new Error(`the hall answers ${answer.status}`);
  const [head, ...rest] = (await answer.text()).replace(/<html data-base="[^"]*"/, "<html").split(EDGE);
  const kept = await caches.open(KEPT);
  for (let at = 0; at < rest.length; at += 2) await kept.put(`${BASE}${rest[at]}`, page(rest[at + 1]));
  for (const address of JSON.parse(head)) {
    const file = await fetch(`${BASE}${address}`, { credentials: "omit" });
    if (file.ok) await kept.put(`${BASE}${address}`, file);
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys())
      if (name.startsWith(`rightbower ${BASE} `) && name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

/** The pages of one kind that are kept. @param {Cache} kept @param {string} start */
async function some(kept, start) {
  const all = (await kept.keys()).map(({ url }) => new URL(url));
  return all.filter(({ pathname, search }) => pathname.startsWith(`${BASE}${start}`) && !search);
}

/** A page without a line. @param {URL} url */
async function alone(url) {
  const kept = await caches.open(KEPT),
    path = url.pathname.slice(BASE.length);
  if (path === "/learn") return Response.redirect(`${BASE}/learn/standard/1`, 302);
  if (path === "/puzzles/today" || path === "/puzzles/another" || path === "/puzzles") {
    const puzzles = await some(kept, "/puzzles/");
    if (puzzles.length)
      return Response.redirect(puzzles[Math.floor(Math.random() * puzzles.length)].href, 302);
  }
  return (await kept.match(url.href)) ?? (await kept.match(ALONE)) ?? Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event,
    url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => alone(url)));
  else if (url.pathname.startsWith(`${BASE}/static/`))
    event.respondWith(fetch(request).catch(async () => (await caches.match(url.href)) ?? Response.error()));
});
