import { expect, test } from "bun:test"
import { VirtualClock } from "../../src/lib/fair-line.ts"
import { Turns } from "../../src/lib/turns.ts"
import { failing } from "../helpers/failing.ts"

/** Time that has passed, in ms: only that of work, however busy the machine is. */
let elapsed = 0
const create = () => new Turns(new VirtualClock(() => elapsed))
/** Takes longer than a slice. */
const busy = () => void (elapsed += 3)

test("work that finds nobody waiting is done at once, without a promise", () => {
  expect(create().run("a", () => 1)).toBe(1)
})

test("who brings much is served after who has brought little, and what arrives meanwhile takes its place", async () => {
  const turns = create()
  const done: string[] = []
  const bring = (owner: string) =>
    turns.run(owner, () => {
      busy()
      done.push(owner)
    })
  const loud = Array.from({ length: 10 }, () => bring("laut"))
  const quiet = bring("leise")
  await quiet
  await new Promise(setImmediate)
  const late = bring("spät")
  await Promise.all([...loud, late])
  expect(done.indexOf("leise")).toBeLessThanOrEqual(2)
  expect(done.indexOf("spät")).toBeLessThanOrEqual(done.indexOf("leise") + 3)
  expect(done.length).toBe(12)
})

test("a failure is the caller's, whether the work waited or not", async () => {
  const turns = create()
  const fail = () => {
    busy()
    throw new Error("nein")
  }
  expect(() => turns.run("a", fail)).toThrow("nein")
  expect(await failing(turns.run("a", fail))).toThrow("nein")
})

test("who has hung up before the turn came is not served", async () => {
  const turns = create()
  const caller = new AbortController()
  const done: string[] = []
  turns.run("a", busy)
  const gone = turns.run("a", () => void done.push("gone"), caller)
  const rest = turns.run("a", () => void done.push("rest"))
  caller.abort()
  expect(await failing(gone)).toThrow()
  await rest
  expect(done).toEqual(["rest"])
})

test("of one company five hundred wait; who comes then is told so, and others are not, nor what has begun", async () => {
  const turns = create()
  turns.run("laut", busy)
  const next = (i: number) => {
    if (i > 0) return i
    // The slice is over, and the line full again, when what has begun goes on.
    void turns.run("laut", () => {})
    return busy()
  }
  const waiting = Array.from({ length: 500 }, (_, i) => turns.run("laut", () => next(i)))
  const begun = turns.soon("laut", () => "goes on")
  expect(() => turns.run("laut", () => 500)).toThrow("Zu viele Anfragen dieser Firma auf einmal")
  expect(await turns.run("leise", () => "leise")).toBe("leise")
  expect(await begun).toBe("goes on")
  expect((await Promise.all(waiting)).slice(1)).toEqual(Array.from({ length: 499 }, (_, i) => i + 1))
})

test("long work in pieces lets others in between them", async () => {
  const turns = create()
  const done: string[] = []
  const long = turns.through(
    "a",
    (function* () {
      for (let i = 0; i < 5; i++) {
        busy()
        done.push("piece")
        yield
      }
      return "ready"
    })(),
  )
  for (; done.length < 2;) await new Promise(setImmediate)
  await turns.run("b", () => void done.push("other"))
  expect(await long).toBe("ready")
  expect(done.indexOf("other")).toBeLessThan(5)
})

test("asynchronous work that takes a break goes on after companies that have had less", async () => {
  const turns = create()
  const done: string[] = []
  const long = async (): Promise<void> => {
    const pause = turns.breaks("laut")
    for (let i = 0; i < 3; i++) {
      busy()
      done.push("laut")
      await pause()
    }
  }
  const quiet = (i: number) => turns.run(`leise ${i}`, () => (busy(), done.push("leise")))
  await Promise.all([long(), ...Array.from({ length: 4 }, (_, i) => quiet(i))])
  expect(done).toEqual(["laut", ...Array.from({ length: 4 }, () => "leise"), "laut", "laut"])
})
