import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { FairLine, VirtualClock } from "../../src/lib/fair-line.ts"

type Work = { owner: string; ms: number }

/** Serves a line to its end. @param meanwhile what comes when so many were served */
function serve(first: Work[], meanwhile = new Map<number, Work[]>()): Work[] {
  const clock = new VirtualClock()
  const line = new FairLine<Work>(clock)
  const arrive = (works: Work[]) => works.forEach((work) => line.push(work.owner, work))
  arrive(first)
  const served: Work[] = []
  for (let work = line.shift(); work; work = line.shift()) {
    served.push(work)
    clock.charge(work.owner, work.ms)
    arrive(meanwhile.get(served.length) ?? [])
  }
  return served
}

const many = (owner: string, ms: number, count: number): Work[] =>
  Array.from({ length: count }, () => ({ owner, ms }))
const sum = (works: Work[], owner: string) =>
  works.filter((work) => work.owner === owner).reduce((ms, work) => ms + work.ms, 0)

describe("of companies that all wait", () => {
  const works = fc.array(
    fc.record({ owner: fc.constantFrom("a", "b", "c"), ms: fc.integer({ min: 1, max: 50 }) }),
    {
      maxLength: 60,
    },
  )

  test("none has had more than another by more than one work of each", () => {
    fc.assert(
      fc.property(works, (all) => {
        const served = serve(all)
        expect(served.length).toBe(all.length)
        for (let i = 1; i <= served.length; i++) {
          const [done, left] = [served.slice(0, i), served.slice(i)]
          const owners = new Set(left.map(({ owner }) => owner))
          for (const one of owners)
            for (const other of owners) expect(sum(done, one) - sum(done, other)).toBeLessThanOrEqual(50)
        }
      }),
    )
  })

  test("each keeps its own order", () => {
    fc.assert(
      fc.property(works, (all) => {
        const served = serve(all)
        for (const owner of ["a", "b", "c"]) {
          const own = (list: Work[]) => list.filter((work) => work.owner === owner)
          expect(own(served)).toEqual(own(all))
        }
      }),
    )
  })
})

test("who comes waits for one work of a company that has brought much, not for all of it", () => {
  const served = serve(many("laut", 20, 100), new Map([[10, many("leise", 1, 3)]]))
  expect(served.slice(10, 13).map(({ owner }) => owner)).toEqual(["leise", "leise", "leise"])
})

test("who worked alone owes nothing, and who was idle has saved up nothing", () => {
  const served = serve(
    many("allein", 20, 50),
    new Map([[50, [...many("neu", 10, 4), ...many("allein", 10, 4)]]]),
  )
  const after = served.slice(50).map(({ owner }) => owner)
  expect(after.slice(0, 4).filter((owner) => owner === "allein").length).toBeGreaterThanOrEqual(1)
  expect(after.slice(0, 5).filter((owner) => owner === "neu").length).toBeGreaterThanOrEqual(2)
})

test("what was done elsewhere, such as in a thread, counts", () => {
  const clock = new VirtualClock()
  const line = new FairLine<string>(clock)
  line.push("a", "a")
  line.push("b", "b")
  clock.charge("a", 5)
  expect([line.shift(), line.shift(), line.shift()]).toEqual(["b", "a", undefined])
})

test("companies of whom enough is under way are passed over, and keep their place", () => {
  const line = new FairLine<string>(new VirtualClock())
  line.push("a", "a1")
  line.push("b", "b1")
  expect(line.shift((owner) => owner !== "a")).toBe("b1")
  expect([line.size, line.shift()]).toEqual([1, "a1"])
})

test("a clock forgets companies that start as any other, however many have come", () => {
  const clock = new VirtualClock()
  for (let i = 0; i < 5000; i++) {
    clock.serve(clock.startOf(`${i}`))
    clock.charge(`${i}`, 1)
    clock.serve(clock.endOf(`${i}`))
  }
  expect(clock.size).toBeLessThanOrEqual(2000)
})
