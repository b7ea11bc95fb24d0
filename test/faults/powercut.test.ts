import { expect, test } from "bun:test"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { canMount, imageDisk, mountImage } from "./mount.ts"
import { asOfNow, busy, expectAllThere, expectSound, found } from "./work.ts"

const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 4)

/**
 * The file behind the disk holds what has reached the disk; what the system still keeps in memory is not in it. A
 * copy of it, made while the service is held still, is what a power cut would have left.
 */
test.skipIf(!canMount)(
  "after a power cut, all that was acknowledged is there, and nothing is half there",
  async () => {
    const disk = imageDisk(96)
    const dataDir = join(disk.dir, "data")
    const service = await start({ dataDir })
    const yard = await found(service)
    for (let round = 0; round < ROUNDS; round++) {
      const before = yard.booked.length
      const work = busy(service, yard)
      while (yard.booked.length < before + 10) await Bun.sleep(1)
      await Bun.sleep(Math.random() * 200)
      process.kill(service.pid, "SIGSTOP")
      // What was sent off before may still be on its way to the clients; it is acknowledged as well.
      await Bun.sleep(20)
      const image = join(temporaryDir(), "after.img")
      // What the system writes by itself meanwhile must not make a picture of two moments.
      do copyFileSync(disk.image, image)
      while (Bun.spawnSync(["cmp", "-s", disk.image, image]).exitCode !== 0)
      const left = asOfNow(yard)
      process.kill(service.pid, "SIGCONT")
      await work.stop()

      const after = join(mountImage(image), "data")
      await expectSound(after)
      const again = await start({ dataDir: after })
      await expectAllThere(again, left)
      expect(await again.stop()).toBe(0)
    }
    expect(yard.pictures.size).toBeGreaterThan(0)
    await service.stop()
  },
  60_000 + ROUNDS * 10_000,
)
