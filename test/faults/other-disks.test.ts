import { expect, setDefaultTimeout, test } from "bun:test"
import { existsSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { run, start } from "../helpers/executable.ts"
import { dirIn, temporaryDir } from "../helpers/temporary.ts"
import { book, found, upload } from "./work.ts"
import { bindAt, canMount, mountAt, unmount } from "./mount.ts"

/** Parts of the data folder that are disks of their own. */

setDefaultTimeout(120_000)

test.skipIf(!canMount)(
  "a restore works where the backups are another disk, and says where it cannot",
  async () => {
    // Outside of /dev/shm, as for all that is mounted.
    const dataDir = dirIn("/tmp")
    const backups = join(dataDir, "backups")
    mkdirSync(backups)
    mountAt(backups)
    let service = await start({ dataDir })
    const yard = await found(service)
    await upload(service, yard)
    await service.stop()
    const archive = join(temporaryDir(), "vorher.tar")
    expect((await run(["backup", archive], { dataDir })).code).toBe(0)
    service = await start({ dataDir })
    await book(service, yard)
    await service.stop()

    const restored = await run(["restore", archive], { dataDir })
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining("hof: mindestens Nr. 1")])
    const kept = readdirSync(dataDir).find((name) => name.startsWith("before-restore-")) ?? ""
    expect(restored.stdout).toContain(join(dataDir, kept))
    expect((await run(["backup", "list"], { dataDir })).stdout).toContain(join(dataDir, kept))
    // From there it comes back, with what was booked.
    expect((await run(["restore", join(dataDir, kept)], { dataDir })).code).toBe(0)
    service = await start({ dataDir })
    const { code } = await run(["check"], { dataDir })
    expect(code).toBe(0)
    await service.stop()

    const uploads = join(dataDir, "uploads")
    mountAt(uploads)
    const before = readdirSync(dataDir).toSorted()
    const refused = await run(["restore", archive], { dataDir })
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`${uploads} ist eine eigene eingehängte Platte`),
    ])
    expect(readdirSync(dataDir).toSorted()).toEqual(before)
    unmount(uploads)
    unmount(backups)
  },
)

test.skipIf(!canMount)(
  "a restore works where the backups are a mounted folder of the same disk",
  async () => {
    const dataDir = dirIn("/tmp")
    const archive = join(temporaryDir(), "vorher.tar")
    expect((await run(["init", "--empty"], { dataDir })).code).toBe(0)
    expect((await run(["backup", archive], { dataDir })).code).toBe(0)
    bindAt(join(dataDir, "backups"))
    const { code, stderr } = await run(["restore", archive], { dataDir })
    expect([code, stderr, existsSync(join(dataDir, "restore-unfinished"))]).toEqual([0, "", false])
    unmount(join(dataDir, "backups"))
  },
)
