import { expect, test } from "bun:test"
import { queue } from "../../src/lib/queue.ts"

const full = () => new Error("full")

test("owners take turns, and none of them fills more than half of the line", async () => {
  const run = queue(1, 8, full)
  const done: string[] = []
  const task = (owner: string) => run(async () => void done.push(owner), owner)
  const tasks = [task("laut"), ...Array.from({ length: 4 }, () => task("laut"))]
  const refused = expect(task("laut")).rejects.toThrow("full")
  tasks.push(task("leise"), task("still"), task("leise"))
  await Promise.all([refused, ...tasks])
  expect(done).toEqual(["laut", "laut", "leise", "still", "laut", "leise", "laut", "laut"])
  expect(run.load()).toEqual({ running: 0, waiting: 0 })
})
