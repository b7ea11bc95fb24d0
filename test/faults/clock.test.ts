import { expect, test } from "bun:test"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readArchive } from "../../src/ops/backup/archive.ts"
import { backupName } from "../../src/ops/backup/backup.ts"
import { run, start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { faketime, TIMERS_GO_ON } from "./faketime.ts"
import { book, expectAllThere, found, logIn, send } from "./work.ts"

test.skipIf(!faketime)(
  "a clock set back by a day while it runs stops nobody, and is told",
  async () => {
    const dataDir = temporaryDir()
    const time = join(temporaryDir(), "time")
    writeFileSync(time, "+0")
    const clock = {
      LD_PRELOAD: faketime ?? "",
      FAKETIME_TIMESTAMP_FILE: time,
      FAKETIME_NO_CACHE: "1",
      ...TIMERS_GO_ON,
    }
    const service = await start({ dataDir, env: clock })
    const yard = await found(service)
    expect((await book(service, yard)).status).toBe(201)

    writeFileSync(time, "-1d")
    // A person who is logged in stays so; one who logs in now works at once.
    expect((await book(service, yard)).status).toBe(201)
    const later = await logIn(service)
    expect((await book(service, { ...yard, token: later })).status).toBe(201)
    await expectAllThere(service, yard)
    const { items } = (await send(service, later, "/api/pfandbuchungen")).body
    expect(items.map(({ lfd_nr }: { lfd_nr: number }) => lfd_nr).toSorted()).toEqual([1, 2, 3])

    const checked = await run(["check"], { dataDir, env: clock })
    expect([checked.code, checked.stdout]).toEqual([
      1,
      expect.stringContaining("aber der neueste Datensatz ist von"),
    ])
    // A backup made now sorts before those of tomorrow, and still is one.
    expect((await run(["backup"], { dataDir, env: clock })).code).toBe(0)

    expect(await service.stop()).toBe(0)
    const again = await start({ dataDir, env: clock })
    await expectAllThere(again, { ...yard, token: later })
    writeFileSync(time, "+0")
    expect((await book(again, yard)).status).toBe(201)
    await again.stop()
  },
  120_000,
)

test("a clock that was set back comes by the names of backups again: none is overwritten, and one is made", async () => {
  const dataDir = temporaryDir()
  const backups = join(dataDir, "backups")
  await (await start({ dataDir })).stop()
  const now = Date.now()
  const taken = Array.from({ length: 120 }, (_, second) => backupName(new Date(now + second * 1000)))
  for (const name of taken) writeFileSync(join(backups, name), "of another night")
  const { code, stderr } = await run(["backup"], { dataDir })
  expect([code, stderr]).toEqual([0, ""])
  const [made = "", ...more] = readdirSync(backups).filter(
    (name) => ![...taken, "status.json", "owner_id"].includes(name),
  )
  expect([made > (taken.at(-1) ?? ""), more]).toEqual([true, []])
  await readArchive(join(backups, made))
  for (const name of taken) expect(readFileSync(join(backups, name), "utf8")).toBe("of another night")
})
