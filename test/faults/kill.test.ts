import { expect, test } from "bun:test"
import { until } from "../helpers/eventually.ts"
import { start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { busy, expectAllThere, expectSound, found, LONG, sweptClean } from "./work.ts"

/** More of them for a long night: `FAULT_ROUNDS=500 bun test test/faults`. */
const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 6)

test(
  `killed ${ROUNDS} times among bookings and uploads, it has all that it acknowledged, once`,
  async () => {
    const dataDir = temporaryDir()
    let service = await start({ dataDir })
    const yard = await found(service, LONG)
    for (let round = 0; round < ROUNDS; round++) {
      const before = yard.booked.length
      const work = busy(service, yard)
      await until("something is booked", () => yard.booked.length > before)
      await Bun.sleep(Math.random() * 150)
      await service.stop("SIGKILL")
      await work.stop()
      service = await start({ dataDir })
      await expectAllThere(service, yard)
      await sweptClean(service, yard)
    }
    expect(yard.booked.length).toBeGreaterThan(ROUNDS)
    expect(yard.pictures.size).toBeGreaterThan(0)
    await expectSound(dataDir)
    await service.stop()
  },
  120_000 + ROUNDS * 5000,
)

test("asked to stop under load, it finishes what runs, and has all that it acknowledged", async () => {
  const dataDir = temporaryDir()
  // Time to finish what runs, also for a slow machine.
  const service = await start({ dataDir, env: { STOP_SECONDS: "100" } })
  const yard = await found(service, LONG)
  const work = busy(service, yard)
  await until(
    "20 bookings and 2 pictures are made",
    () => yard.booked.length >= 20 && yard.pictures.size >= 2,
  )
  expect(await service.stop()).toBe(0)
  await work.stop()
  expect(service.output()).not.toContain("still running")
  const again = await start({ dataDir })
  // Requests that had begun were answered; of the others, nothing is there.
  expect((await expectAllThere(again, yard)).filter((status) => status !== 201)).toEqual([])
  await sweptClean(again, yard)
  expect(await again.stop()).toBe(0)
}, 120_000)
