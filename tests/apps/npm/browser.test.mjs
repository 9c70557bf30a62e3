// The npm package in Chromium: in the page itself and in a worker of it, with the bits that Node.js gets.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = process.env.POLHODE_PACKAGE;
const { chromium } = createRequire(join(process.env.POLHODE_WEB_MODULES, "package.json"))("playwright-core");
const { load } = await import(new URL("node.js", pathToFileURL(`${folder}/`)));

const kinds = { ".js": "text/javascript", ".wasm": "application/wasm" };
const worker = `import { load } from "./browser.js";
  const run = (await load()).builtin("t-handle").simulate().finish();
  postMessage({ hash: run.hash, samples: run.times.length });`;

let browser, server, address;
before(async () => {
  server = createServer(async (request, answer) => {
    const name = request.url.slice(1);
    if (name === "") return answer.writeHead(200, { "Content-Type": "text/html" }).end("<title>test</title>");
    const text = name === "worker.js" ? worker : await readFile(join(folder, name)).catch(() => null);
    if (text === null) return answer.writeHead(404).end();
    answer.writeHead(200, { "Content-Type": kinds[extname(name)] ?? "text/plain" }).end(text);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({
    executablePath: process.env.POLHODE_CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
});
after(async () => {
  await browser?.close();
  server?.close();
});

test("a page and a worker of it get the bits of Node.js", async () => {
  const here = (await load()).builtin("t-handle").simulate().finish();
  const page = await browser.newPage();
  await page.goto(address);
  const there = await page.evaluate(async () => {
    const { load } = await import("/browser.js");
    const engine = await load();
    const run = engine.builtin("t-handle").simulate().finish();
    const again = await load(await (await fetch("/polhode.wasm")).arrayBuffer());
    const findings = again.scene("[run]\nend = -1\n").findings;
    return { hash: run.hash, samples: run.times.length, last: [...run.poses.slice(-7)], findings };
  });
  assert.equal(there.hash, here.hash);
  assert.deepEqual(there.last, [...here.poses.slice(-7)]);
  assert.equal(there.findings[0].line, 2);
  const posted = await page.evaluate(
    () =>
      new Promise((done, fail) => {
        const one = new Worker("/worker.js", { type: "module" });
        one.onmessage = ({ data }) => done(data);
        one.onerror = ({ message }) => fail(new Error(message));
      })
  );
  assert.deepEqual(posted, { hash: here.hash, samples: here.times.length });
});

test("some scenes of every kind have the hash of Node.js in Chromium", async () => {
  const engine = await load();
  const names = ["euler-disk", "four-bar", "double-pendulum", "robertson", "free-top", "henon-heiles", "state-forms"];
  const here = names.map((name) => engine.builtin(name).simulate().finish().hash);
  const page = await browser.newPage();
  await page.goto(address);
  const there = await page.evaluate(async (all) => {
    const engine = await (await import("/browser.js")).load();
    return all.map((name) => engine.builtin(name).simulate().finish().hash);
  }, names);
  assert.deepEqual(there, here);
});
