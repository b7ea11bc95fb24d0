import { expect, test } from "bun:test"
import { VirtualClock } from "../../src/lib/fair-line.ts"
import { queue } from "../../src/lib/queue.ts"
import { failing } from "../helpers/failing.ts"

const full = () => new Error("full")

test("who has had least is next, and none of them fills more than half of the line", async () => {
  const run = queue({ parallel: 1, waiting: 8 }, full)
  const done: string[] = []
  const task = (owner: string) => run(async () => void done.push(owner), owner)
  const tasks = [task("laut"), ...Array.from({ length: 4 }, () => task("laut"))]
  const refused = failing(task("laut"))
  tasks.push(task("leise"), task("still"), task("leise"))
  await Promise.all(tasks)
  expect(await refused).toThrow("full")
  expect(done.length).toBe(8)
  expect(done.slice(1, 3).toSorted()).toEqual(["leise", "still"])
  expect(run.load()).toEqual({ running: 0, waiting: 0 })
})

test.each([
  [1, ["a1"], ["a2"]],
  [2, ["a1", "a2"], ["a3"]],
])(
  "of one owner no more run at once than %i, however much room there is; others pass by",
  async (each, first, later) => {
    const run = queue({ parallel: each + 1, waiting: 8, each }, full)
    const begun: string[] = []
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const task = (name: string, owner: string) =>
      run(async () => {
        begun.push(name)
        await held
      }, owner)
    const tasks = [...first, ...later].map((name) => task(name, "a"))
    tasks.push(task("b1", "b"), task("b2", "b"))
    await Bun.sleep(0)
    // Of those that wait b may run another, but there is no more room.
    expect([begun, run.load()]).toEqual([[...first, "b1"], { running: each + 1, waiting: 2 }])
    letGo()
    await Promise.all(tasks)
    expect([begun.slice(0, each + 1), begun.slice(each + 1).toSorted(), run.load()]).toEqual([
      [...first, "b1"],
      [...later, "b2"],
      { running: 0, waiting: 0 },
    ])
  },
)

test("who worked alone owes others no more than the last task", async () => {
  let elapsed = 0
  const clock = new VirtualClock(() => elapsed)
  const run = queue({ parallel: 1, waiting: 8 }, full, clock)
  for (let i = 0; i < 3; i++) await run(async () => void (elapsed += 2), "alone")
  expect(clock.startOf("other")).toBe(2 * 2)
})
