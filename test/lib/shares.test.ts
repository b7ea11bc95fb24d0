import { expect, test } from "bun:test"
import { workedMs } from "../../src/lib/threads.ts"
import { Shares } from "../../src/lib/shares.ts"

/** @returns whether a company that has just taken 400 ms is served `after` so many ms, with others at work */
function isServed({ after, others }: { after: number; others: number }): boolean {
  let now = 0
  const shares = new Shares(
    () => now,
    () => now,
  )
  const beAtWork = (): void => {
    shares.measure("groß", () => {})
    for (let i = 0; i < others; i++) shares.run(`${i}`, () => {})
    now += 100
  }
  for (let i = 0; i < 25; i++) beAtWork()
  shares.charge("groß", 400)
  for (let i = 0; i < after / 100; i++) beAtWork()
  return !(shares.run("groß", () => {}) instanceof Promise)
}

test("all who are at work share one half of the machine", () => {
  expect(isServed({ after: 300, others: 1 })).toBe(false)
  expect(isServed({ after: 500, others: 1 })).toBe(true)
  expect(isServed({ after: 500, others: 4 })).toBe(false)
})

test("nobody gets less than a twentieth of it, however many there are", () => {
  expect(isServed({ after: 1900, others: 500 })).toBe(false)
  expect(isServed({ after: 2100, others: 500 })).toBe(true)
})

test("a company alone has all of it", () => {
  let now = 0
  const shares = new Shares(
    () => now,
    () => now,
  )
  const ask = () => shares.run("groß", () => (now += 400))
  ask()
  expect(ask()).toBeInstanceOf(Promise)
  now += 1000
  for (let i = 0; i < 5; i++) expect(ask()).toBeNumber()
  shares.run("klein", () => {})
  expect(ask()).toBeInstanceOf(Promise)
})

test("while a work in pieces is under way, what others do between them counts for it", () => {
  let now = 0
  const shares = new Shares(
    () => now,
    () => now,
  )
  const pieces = shares.measurePieces(
    "groß",
    (function* () {
      yield
    })(),
  )
  pieces.next()
  now += 400
  pieces.next()
  shares.run("klein", () => {})
  expect(shares.run("groß", () => {})).toBeInstanceOf(Promise)
})

test("what was done elsewhere counts, too, and work that can wait does so until there is a share of it again", () => {
  let now = 0
  const shares = new Shares(
    () => now,
    () => now,
  )
  const others = () => shares.run("klein", () => {})
  others()
  expect(shares.isUsedUp("groß")).toBe(false)
  now += 100
  shares.charge("groß", 350)
  expect(shares.isUsedUp("groß")).toBe(true)
  expect(shares.run("groß", () => {})).toBeInstanceOf(Promise)
  now += 300
  others()
  expect(shares.isUsedUp("groß")).toBe(false)
  // Nobody else is there any more.
  shares.charge("groß", 1000)
  others()
  expect(shares.isUsedUp("groß")).toBe(true)
  now += 1000
  expect(shares.isUsedUp("groß")).toBe(false)
})

/** @returns why it is refused; nothing when it is not */
function told(work: () => unknown): string {
  try {
    work()
    return ""
  } catch (error) {
    return (error as Error).message
  }
}

test("of one company five hundred wait, and who comes then is told so at once", async () => {
  let now = 0
  const shares = new Shares(
    () => now,
    () => now,
  )
  shares.measure("groß", () => (now += 1000))
  shares.run("klein", () => {})
  const waiting = Array.from({ length: 500 }, (_, i) => shares.run("groß", () => i))
  const one = () => shares.run("groß", () => 500)
  const [refused, other] = [told(one), shares.run("klein", () => "klein")]
  // Whatever was said: nobody is left waiting.
  now += 10_000_000
  expect([refused, other]).toEqual([
    expect.stringContaining("Zu viele Anfragen dieser Firma auf einmal"),
    "klein",
  ])
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 500 }, (_, i) => i))
})

test("what takes long at a stretch counts for more than its length", () => {
  let now = 0
  const shares = new Shares(
    () => now,
    () => now,
  )
  for (let i = 0; i < 12; i++) shares.measure("oft", () => (now += 10))
  for (let i = 0; i < 2; i++) shares.measure("lang", () => (now += 60))
  for (let i = 0; i < 2; i++) {
    const pieces = shares.measurePieces(
      "stückweise",
      (function* () {
        for (let piece = 0; piece < 6; piece++) {
          now += 10
          yield
        }
      })(),
    )
    while (!pieces.next().done);
  }
  const isUsedUp = (owner: string) => shares.isUsedUp(owner)
  expect(["oft", "lang", "stückweise"].map(isUsedUp)).toEqual([false, true, true])
})

test("one long work keeps its company's people waiting for seconds at most, however many others there are", () => {
  let now = 0
  const shares = new Shares(
    () => now,
    () => now,
  )
  const beAtWork = (ms: number): void => {
    for (const end = now + ms; now < end; now += 100) {
      shares.measure("groß", () => {})
      for (let i = 0; i < 50; i++) shares.run(`${i}`, () => {})
    }
  }
  beAtWork(2500)
  shares.measure("groß", () => (now += 200))
  expect(shares.isUsedUp("groß")).toBe(false)
  beAtWork(10_000)
  shares.measure("groß", () => (now += 600))
  beAtWork(5000)
  expect(shares.isUsedUp("groß")).toBe(true)
  beAtWork(2000)
  expect(shares.isUsedUp("groß")).toBe(false)
})

test("only what was worked counts, not how long it took", () => {
  let now = 0
  const shares = new Shares(
    () => now,
    () => now / 100,
  )
  shares.measure("langsam", () => (now += 1000))
  shares.run("klein", () => {})
  expect(shares.isUsedUp("langsam")).toBe(false)
})

test("what takes less than the steps in which its work is told is measured by the clock", () => {
  let now = 0
  // As Windows tells it: nothing at all of works of a millisecond.
  const shares = new Shares(
    () => now,
    () => 0,
  )
  for (let i = 0; i < 700; i++) shares.measure("oft", () => (now += 1))
  shares.run("klein", () => {})
  expect(shares.isUsedUp("oft")).toBe(true)
})

test("a thread knows for how long it has worked", () => {
  const [begun, at] = [workedMs(), performance.now()]
  while (workedMs() - begun < 5);
  // As much as time has passed, or less beside others.
  expect(performance.now() - at).toBeGreaterThan(4)
  const before = workedMs()
  Bun.sleepSync(100)
  expect(workedMs() - before).toBeLessThan(50)
})
