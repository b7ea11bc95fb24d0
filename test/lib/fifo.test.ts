import { expect, test } from "bun:test"
import { byMoment, countLots, heldLots, takeOldest } from "../../src/lib/fifo.ts"

const lot = (tag: number, menge: number) => ({ tag, menge })

test("first is what happened first, and of one moment what was entered first", () => {
  const at = (hour: string, lfd_nr: number) => ({ erfasst_am: `2026-03-31T${hour}:00:00.000Z`, lfd_nr })
  const inOrder = [at("08", 7), at("09", 2), at("09", 3), at("10", 1)]
  expect(inOrder.toReversed().toSorted(byMoment)).toEqual(inOrder)
  expect(byMoment(at("09", 2), at("09", 2))).toBe(0)
})

test("what is held went out last; a lot of which some is gone is there with the rest", () => {
  const issues = [lot(3, 5), lot(2, 4), lot(1, 9)]
  expect(heldLots(7, issues)).toEqual([lot(2, 2), lot(3, 5)])
  expect(heldLots(0, issues)).toEqual([])
  expect(heldLots(-3, issues)).toEqual([])
  expect(heldLots(30, issues)).toEqual([lot(1, 9), lot(2, 4), lot(3, 5)])
})

test("reads no more of what went out than is needed", () => {
  let read = 0
  const endless = (function* () {
    for (;;) yield lot(read++, 2)
  })()
  expect(countLots(heldLots(5, endless))).toBe(5)
  expect(read).toBe(3)
})

test("takes the oldest pieces, and leaves the rest of a lot", () => {
  const lots = [lot(1, 3), lot(2, 4)]
  expect(takeOldest(lots, 5)).toEqual([lot(1, 3), lot(2, 2)])
  expect(lots).toEqual([lot(2, 2)])
  expect(takeOldest(lots, 5)).toEqual([lot(2, 2)])
  expect(takeOldest(lots, 1)).toEqual([])
})
