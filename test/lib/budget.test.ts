import { expect, test } from "bun:test"
import { budget } from "../../src/lib/budget.ts"

const full = () => new Error("full")

test("all together take no more than the total, one owner no more than its share", () => {
  const take = budget(10, [6], full)
  const first = take(["a"], 4)
  expect(() => take(["a"], 3)).toThrow("full")
  take(["b"], 5)
  expect(() => take(["c"], 2)).toThrow("full")
  first()
  expect(() => take(["c"], 4)).not.toThrow()
})

test("one that is larger than the share, or the total, still passes alone", () => {
  const take = budget(10, [6], full)
  const release = take(["a"], 20)
  expect(() => take(["b"], 1)).toThrow("full")
  release()
  expect(() => take(["b"], 10)).not.toThrow()
})

test("one person takes no more than a part of what the company may, and another one's name is no concern", () => {
  const take = budget(100, [10, 5], full)
  const first = take(["a", "anna"], 3)
  expect(() => take(["a", "anna"], 3)).toThrow("full")
  take(["a", "bert"], 5)
  take(["b", "anna"], 5)
  expect(() => take(["a", "carl"], 3)).toThrow("full")
  first()
  expect(() => take(["a", "anna"], 5)).not.toThrow()
})
