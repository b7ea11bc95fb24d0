import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Database } from "bun:sqlite"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { routes } from "../helpers/routes.ts"
import { sharedClock } from "../../src/lib/fair-line.ts"
import { LARGE_ABOVE, SEARCHED_ABOVE } from "../../src/api/shared/large.ts"
import type { RouteTask } from "../../src/http/http-deps.ts"
import { isPortable, routeName } from "../../src/http/run.ts"
import { type Given, RouteThread, type Order, type Answer } from "../../src/route-thread.ts"
import { createKunde } from "../../src/api/kunden/rules.ts"
import { AUTHOR, BRIEFKOPF, type Company, createTestApp, PASSWORD } from "../helpers/app.ts"
import { example } from "../helpers/example.ts"
import { run, start } from "../helpers/executable.ts"
import { recordsOf } from "../helpers/records.ts"
import { importForm } from "../helpers/import-form.ts"
import { pastTriggers } from "../helpers/triggers.ts"
import { failing } from "../helpers/failing.ts"

const app = createTestApp()
afterAll(app.close)
const { system, longReads, clock } = app.deps

/** Reads in the thread. */
const asked: RouteTask[] = []
const read = longReads.run.bind(longReads)
longReads.run = (what, signal) => {
  asked.push(what)
  return read(what, signal)
}

let company: Company
let records: Record<string, string>
beforeAll(async () => {
  company = await app.company("gross")
  records = await recordsOf(app, company)
})

/** Some at a time: a transaction gets slower with all that it has written. */
async function createKunden(id: string, count: number, name = "Brauhaus"): Promise<void> {
  for (let done = 0; done < count; done += 250)
    await system.write(() => {
      for (let i = done; i < Math.min(count, done + 250); i++)
        createKunde(system.tenant(id), AUTHOR, { name: `${name} ${i}` })
    })
}

/** Values for the names behind the colons, by the folder in which they stand. */
function paramsOf(path: string): Record<string, string> {
  const segments = path.split("/")
  const named = segments.map((segment, i) => [segment, segments[i - 1]] as const)
  return Object.fromEntries(
    named
      .filter(([segment]) => segment.startsWith(":"))
      .map(([segment, folder]) => [segment.slice(1), records[`${folder}/${segment}`] ?? ""]),
  )
}

test("every read says the same in the thread as where all else is done", async () => {
  const portable = routes.filter((route) => route.mode === "read" && isPortable(route))
  expect(portable.length).toBeGreaterThan(40)
  const outcome = async (work: () => unknown) => {
    try {
      return { value: await work() }
    } catch (error) {
      return { refused: (error as Error).message }
    }
  }
  const different: unknown[] = []
  for (const route of portable) {
    const { id, rolle } = { id: company.admin.id, rolle: "admin" as const }
    const context = {
      actor: { id, name: "admin", rolle, tenant_id: company.id },
      params: paramsOf(route.path),
      query: route.options.query ? example(route.options.query) : {},
    }
    const now = clock().toISOString()
    const here = await outcome(() =>
      route.handler({ ...context, tenant: system.tenant(company.id) } as never),
    )
    const asks = { ...context, route: routeName(route), tenant: company.id, now }
    const there = await outcome(() => read(asks))
    if (!Bun.deepEquals(there, here)) different.push([routeName(route), here, there])
  }
  expect(different).toEqual([])
}, 120_000)

describe("a list whose rows are counted", () => {
  const list = () => app.call("GET", "/api/protokoll?limit=1&total=true", { token: company.admin.token })
  const inThread = () => asked.filter(({ route }) => route === "GET /api/protokoll")

  test("is counted on the spot where they are few, elsewhere where they are many", async () => {
    const few = (await list()).body.total as number
    expect(few).toBeGreaterThan(0)
    asked.length = 0
    await createKunden(company.id, LARGE_ABOVE - few + 1)
    const many = await list()
    expect([many.status, many.body.total, many.body.items.length]).toEqual([200, LARGE_ABOVE + 1, 1])
    expect(inThread()).toEqual([
      expect.objectContaining({ tenant: company.id, query: { limit: 1, total: true } }),
    ])
    // The latest writes are there, too.
    await app.call("POST", "/api/kunden", { token: company.admin.token, body: { name: "Noch eines" } })
    expect((await list()).body.total).toBe(LARGE_ABOVE + 2)
  }, 120_000)

  test("goes to the thread for a search, too, and what is refused there is refused as here", async () => {
    await createKunden(company.id, LARGE_ABOVE + 1, "Wirtshaus")
    const found = await app.call("GET", "/api/kunden?q=wirt&limit=1&total=true", {
      token: company.user.token,
    })
    expect([found.status, found.body.total]).toEqual([200, LARGE_ABOVE + 1])
    expect(asked.at(-1)?.route).toBe("GET /api/kunden")
    const cursor = Buffer.from(JSON.stringify(["kunden q", "[1", "x"])).toString("base64url")
    const foreign = `/api/kunden?q=wirt&total=true&cursor=${cursor}`
    expect((await app.call("GET", foreign, { token: company.user.token })).status).toBe(400)
  }, 120_000)
})

test("what is dear for a large company is read there from the start, whatever it would find", async () => {
  const small = await app.company("klein")
  const paths = [
    "/api/pfandalter",
    "/api/jahresausgleich?jahr=2026",
    "/api/kunden?q=niemand&total=true",
    "/api/kunden?total=true",
    "/api/pfandbuchungen?art=ausgabe",
  ]
  for (const [{ admin }, inThread] of [
    [small, []],
    [company, paths],
  ] as const) {
    asked.length = 0
    for (const path of [
      ...paths,
      "/api/kunden",
      "/api/kunden?q=niemand",
      "/api/pfandbuchungen?art=anfangsbestand",
    ])
      expect((await app.call("GET", path, { token: admin.token })).status).toBe(200)
    expect(asked.map(({ route }) => route)).toEqual(inThread.map((path) => `GET ${path.split("?")[0]}`))
  }
})

test("and what a company searches that has booked very much", async () => {
  const loud = await app.company("viel")
  await recordsOf(app, loud)
  const search = async () => {
    asked.length = 0
    await app.call("GET", "/api/kunden?q=niemand", { token: loud.admin.token })
    return asked.length
  }
  expect(await search()).toBe(0)
  renumberLast(loud.id, SEARCHED_ABOVE)
  expect(await search()).toBe(0)
  renumberLast(loud.id, SEARCHED_ABOVE + 1)
  expect(await search()).toBe(1)
})

/** Gives a company's last booking another number, as if it had booked so often. */
function renumberLast(tenant: string, nr: number): void {
  using db = new Database(join(app.dir, "pfandwerk.db"))
  pastTriggers(db, "pfandbuchungen", () =>
    db.run(
      `UPDATE pfandbuchungen SET lfd_nr = ?1 WHERE tenant_id = ?2
       AND lfd_nr = (SELECT max(lfd_nr) FROM pfandbuchungen WHERE tenant_id = ?2)`,
      [nr, tenant],
    ),
  )
}

test("so is what a reminder asks for, and the letter says the same", async () => {
  const small = await app.company("erinnert")
  for (const [{ admin, id }, inThread] of [
    [small, []],
    [company, ["GET /api/kunden/:id/pfandalter"]],
  ] as const) {
    const { token } = admin
    await app.call("PATCH", "/api/tenant", { token, body: BRIEFKOPF })
    const kunde = await app.call("POST", "/api/kunden", { token, body: { name: "Krug" } })
    const artikel = {
      nummer: "ER-1",
      bezeichnung: "Kasten",
      art: "einzeln",
      pfand_cent: 310,
      ust_klasse: "warenumschliessung",
    }
    const { id: pfandartikel_id } = (await app.call("POST", "/api/pfandartikel", { token, body: artikel }))
      .body
    const body = { kunde_id: kunde.body.id, positionen: [{ pfandartikel_id, art: "ausgabe", menge: 2 }] }
    expect([id, (await app.call("POST", "/api/pfandbuchungen", { token, body })).status]).toEqual([id, 201])
    const letter = (query: string) =>
      app.call("GET", `/api/kunden/${kunde.body.id}/erinnerung.pdf${query}`, { token })
    asked.length = 0
    expect([(await letter("?ab_tagen=0")).status, (await letter("")).status]).toEqual([200, 409])
    expect(asked.map(({ route }) => route)).toEqual([...inThread, ...inThread])
    expect((await app.call("GET", `/api/belege?art=erinnerung`, { token })).body.items[0].saldo_cent).toBe(
      620,
    )
  }
})

test("so is what a statement and a confirmation say, which are the same to the byte", async () => {
  const { admin, id } = await app.company("auszug")
  const { token } = admin
  await app.call("PATCH", "/api/tenant", { token, body: BRIEFKOPF })
  const kunde = await app.call("POST", "/api/kunden", { token, body: { name: "Krug" } })
  for (const paper of ["kontoauszug", "saldenbestaetigung"]) {
    const print = () => app.call("GET", `/api/kunden/${kunde.body.id}/${paper}.pdf`, { token })
    asked.length = 0
    const before = await print()
    expect([before.status, asked]).toEqual([200, []])
  }
  await createKunden(id, LARGE_ABOVE + 1)
  for (const paper of ["kontoauszug", "saldenbestaetigung"]) {
    asked.length = 0
    const after = await app.call("GET", `/api/kunden/${kunde.body.id}/${paper}.pdf`, { token })
    expect([after.status, asked.map(({ route }) => route)]).toEqual([200, [`GET /api/kunden/:id/${paper}`]])
  }
  const { items } = (await app.call("GET", "/api/belege", { token })).body
  expect(items.map(({ art }: { art: string }) => art).toSorted()).toEqual([
    "kontoauszug",
    "saldenbestaetigung",
  ])
}, 120_000)

describe("reads that wait for the thread", () => {
  const counting = (token: string) => app.call("GET", "/api/kunden?limit=1&total=true", { token })

  test("a company that has many of them keeps nobody else waiting", async () => {
    const other = await app.company("auch-gross")
    await createKunden(other.id, LARGE_ABOVE + 1)
    const counted = async (token: string) => {
      expect((await counting(token)).status).toBe(200)
      return asked.at(-1) as RouteTask
    }
    const [loudOne, quietOne] = [await counted(company.admin.token), await counted(other.admin.token)]
    // The quiet one has had less, however slow its own beginning was.
    sharedClock.charge(company.id, 10_000)
    let answered = 0
    const loud = Array.from({ length: 60 }, () => read(loudOne).then(() => answered++))
    await read(quietOne)
    expect(answered).toBeLessThan(30)
    await Promise.all(loud)
  }, 120_000)

  test("are refused when a company has too many, and nothing stays behind", async () => {
    const one = { ...(asked.at(-1) as RouteTask), route: "GET /api/kunden", query: { limit: 1 } }
    // One is under way, a hundred wait.
    const all = await Promise.allSettled(Array.from({ length: 103 }, () => read(one)))
    const refused = all.flatMap((end) => (end.status === "rejected" ? [(end.reason as Error).message] : []))
    expect(refused).toEqual([expect.stringContaining("Zu viele aufwendige Anfragen"), refused[0]])
    expect(await read(one)).toMatchObject({ items: [{}] })
  }, 120_000)

  test("are not done any more when the caller has hung up", async () => {
    const one = { ...(asked.at(-1) as RouteTask), route: "GET /api/kunden", query: { limit: 1 } }
    const caller = new AbortController()
    const [first, gone, last] = [read(one), read(one, caller.signal), read(one)]
    caller.abort()
    expect(await gone.catch((error: unknown) => error)).toMatchObject({ kind: "gone" })
    expect((await Promise.all([first, last])).length).toBe(2)
  })

  test("a failure there is a failure here, and the next one is answered", async () => {
    const wrong = { ...(asked.at(-1) as RouteTask), route: "GET /api/nichts" }
    expect(await failing(read(wrong))).toThrow("GET /api/nichts")
    expect((await counting(company.admin.token)).status).toBe(200)
  })
})

test("a task that cannot be handed to the thread fails alone", async () => {
  const good = { ...(asked.at(-1) as RouteTask), route: "GET /api/kunden", query: { limit: 1 } }
  const outcomes = await Promise.allSettled([read(good), read({ ...good, query: () => {} }), read(good)])
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
})

test("an answer of a thread that was given up reaches nobody else", async () => {
  const thread = new RouteThread(join(app.dir, "pfandwerk.db"), "read")
  const other = await app.company("andere")
  const one = { ...(asked.at(-1) as RouteTask), route: "GET /api/kunden", query: { limit: 1 } }
  await thread.run(one)
  const first = thread.run(one)
  const closed = thread.close()
  const second = thread.run({ ...one, tenant: other.id })
  expect(await failing(first)).toThrow("closed")
  expect(await second).toEqual({ items: [], next_cursor: null })
  await Promise.all([closed, thread.close()])
})

test("the executable has the thread, too", async () => {
  const service = await start()
  const made = await run(
    [
      "tenant",
      "create",
      "--name",
      "Gross",
      "--slug",
      "gross",
      "--admin-email",
      "a@gross.example",
      "--admin-name",
      "Anna",
      "--password-stdin",
    ],
    {
      dataDir: service.dataDir,
      stdin: PASSWORD,
    },
  )
  expect(made).toMatchObject({ code: 0 })
  const post = (path: string, body: string | FormData, headers: Record<string, string>) =>
    fetch(service.url + path, { method: "POST", body, headers })
  const login = await post(
    "/api/auth/login",
    JSON.stringify({ email: "a@gross.example", password: PASSWORD }),
    {
      "content-type": "application/json",
    },
  )
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const lines = Array.from({ length: LARGE_ABOVE + 1 }, (_, i) => `Brauhaus ${i}`)
  const form = importForm(["Name", ...lines].join("\n"), { ausfuehren: "ja" })
  expect((await post("/api/kunden/import", form, headers)).status).toBe(200)
  const counted = await fetch(`${service.url}/api/kunden?limit=1&total=true`, { headers })
  expect([counted.status, await counted.json()]).toMatchObject([200, { total: LARGE_ABOVE + 1 }])
  expect(service.output()).not.toContain('"level":"error"')
  expect(await service.stop()).toBe(0)
  // The thread has let go of the database: nothing is left in its log, which a full disk would not let be read.
  expect(readdirSync(service.dataDir).filter((name) => /-wal$|-shm$/.test(name))).toEqual([])
}, 120_000)

test("what was written while reads are done is there for the next, however soon that comes", async () => {
  const { id, admin } = await app.company("eilig")
  await createKunden(id, LARGE_ABOVE)
  const one = {
    route: "GET /api/kunden",
    tenant: id,
    actor: { id: admin.id, name: "admin", rolle: "admin" as const, tenant_id: id },
    params: {},
    query: { limit: 1, total: true },
    now: clock().toISOString(),
  } satisfies RouteTask
  const file = join(app.dir, "pfandwerk.db")
  const worker = new Worker(new URL("../../src/route-thread-worker.ts", import.meta.url), {
    workerData: { file, access: "read" } satisfies Given,
  })
  const sqlite = new Database(file)
  sqlite.run("PRAGMA synchronous = OFF")
  const wrong: string[] = []
  let left = LARGE_ABOVE
  let expected = left
  const { promise, resolve } = Promise.withResolvers<void>()
  const next = (): void => {
    if (left === 0) return resolve()
    expected = left
    worker.postMessage({ nr: left, task: one, runs: true } satisfies Order, [])
    // While that is read: the next one has to see it.
    sqlite.run("DELETE FROM kunden WHERE id = (SELECT id FROM kunden WHERE tenant_id = ? LIMIT 1)", [id])
    left--
  }
  worker.on("message", (answer: Answer & { value: { total: number } }) => {
    const { total } = answer.value
    if (total > expected) wrong.push(`${total} instead of ${expected}`)
    next()
  })
  next()
  await promise
  expect(wrong).toEqual([])
  sqlite.close()
  worker.postMessage("end", [])
  await new Promise((ended) => worker.once("exit", ended))
}, 120_000)
