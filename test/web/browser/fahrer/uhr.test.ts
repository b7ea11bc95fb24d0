import { describe, expect, test } from "bun:test"
import {
  serviceTimeAt,
  type Clocks,
  type Moment,
  ServiceClock,
} from "../../../../src/web/browser/fahrer/outbox/clock.ts"

/** The service's time on telephones whose own clock is wrong, or is set. */

const START = Date.parse("2026-03-31T06:00:00.000Z")
const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000]

/** A telephone whose clock is so far from the world's. In ms. */
function telephone(wrong = 0) {
  let world = START
  let asleep = 0
  let stored: Moment | undefined
  const open = (page: string): ServiceClock => {
    const opened = world - asleep
    const clocks: Clocks = {
      wall: () => world + wrong,
      mono: () => world - asleep - opened,
      page,
      read: () => stored,
      write: (moment) => {
        stored = moment
      },
    }
    return new ServiceClock(clocks)
  }
  let time = open("first")
  return {
    /** Distance from the truth at which a tap of now would be dated, in ms. */
    off: () => time.now() - world,
    pass: (ms: number) => {
      world += ms
    },
    /** The page's clock stands still meanwhile. */
    sleep: (ms: number) => {
      world += ms
      asleep += ms
    },
    set: (is: number) => {
      wrong = is
    },
    reload: () => {
      time = open(`page ${world}`)
    },
    hear: (headers: Record<string, string> = { "x-request-id": "1" }) =>
      time.learn(new Headers({ date: new Date(world).toUTCString(), ...headers })),
  }
}

describe("the service's time", () => {
  test("is the telephone's own until the service was heard", () => {
    expect(telephone(HOUR).off()).toBe(HOUR)
  })

  for (const [wrong, off] of [
    [1999, 1999],
    [-1999, -1999],
    [2000, 0],
    [-2000, 0],
  ] as const)
    test(`of a telephone that is ${wrong} ms wrong is ${off} ms off: below two seconds nobody knows`, () => {
      const phone = telephone(wrong)
      phone.hear()
      expect(phone.off()).toBe(off)
    })

  test("is learned from our answers alone", () => {
    const phone = telephone(HOUR)
    phone.hear({})
    phone.hear({ "x-request-id": "1", date: "gestern" })
    expect(phone.off()).toBe(HOUR)
  })

  for (const wrong of [DAY, HOUR, 10_000, -10_000, -HOUR, -DAY]) {
    test(`goes on through sleeps and reloads, ${wrong / SECOND} s wrong`, () => {
      const phone = telephone(wrong)
      phone.hear()
      for (const step of [phone.pass, phone.sleep, phone.reload, phone.sleep, phone.pass]) {
        step(3 * HOUR)
        expect(phone.off()).toBe(0)
      }
    })

    for (const rested of [0, 2 * HOUR])
      for (const reloaded of [false, true]) {
        // Set forwards across a reload or a sleep, it may as well have slept so long: the service is asked.
        if (wrong < -10_000 && (reloaded || rested > 0)) continue
        // Set back by less than it slept, it seems to have gone on.
        if (Math.abs(wrong) < rested) continue
        const how = `${rested / HOUR} h of sleep ${reloaded ? "and a reload" : "in between"}`
        test(`is right when a clock ${wrong / SECOND} s wrong is set without a network, ${how}`, () => {
          const phone = telephone(wrong)
          phone.hear()
          phone.pass(HOUR)
          expect(phone.off()).toBe(0)
          phone.sleep(rested)
          phone.set(0)
          if (reloaded) phone.reload()
          const forgiven = Math.abs(wrong) < 5 * 60_000 ? Math.abs(wrong) : 0
          expect(Math.abs(phone.off())).toBeLessThanOrEqual(forgiven)
          phone.pass(HOUR)
          expect(Math.abs(phone.off())).toBeLessThanOrEqual(forgiven)
        })
      }
  }

  test("does not follow a clock that is set to something wrong, backwards", () => {
    const phone = telephone(0)
    phone.hear()
    phone.pass(HOUR)
    phone.set(-DAY)
    expect(phone.off()).toBe(0)
    phone.pass(HOUR)
    expect(phone.off()).toBe(0)
  })

  test("does not follow a network that corrects a clock which is a day ahead by seconds", () => {
    const phone = telephone(DAY)
    phone.hear()
    phone.pass(HOUR)
    phone.set(DAY - 3 * SECOND)
    expect(phone.off()).toBe(0)
  })

  test("goes on in a telephone that is an hour behind, and was closed for an hour", () => {
    const phone = telephone(-HOUR)
    phone.hear()
    phone.pass(HOUR)
    phone.reload()
    expect(phone.off()).toBe(0)
  })

  test("never is before what was known already", () => {
    const last = { service: START, wall: START + DAY }
    for (const wall of [START - DAY, START, START + HOUR, START + DAY, START + 2 * DAY])
      for (const passed of [undefined, 0, HOUR])
        expect(serviceTimeAt(last, wall, passed)).toBeGreaterThanOrEqual(START + (passed ?? 0) - 2 * SECOND)
  })
})
