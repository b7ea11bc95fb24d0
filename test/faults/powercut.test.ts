import { expect, test } from "bun:test"
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { readArchive } from "../../src/ops/backup/archive.ts"
import { openMigrated } from "../../src/db/migrate.ts"
import { until } from "../helpers/eventually.ts"
import { run, type Running, start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { canMount, copyOfDisk, imageDisk, mountImage, repair, unmount } from "./mount.ts"
import {
  asOfNow,
  book,
  busy,
  expectAllThere,
  expectSound,
  found,
  logIn,
  LONG,
  noise,
  upload,
  type Yard,
} from "./work.ts"

const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 1)

/** With a journal, a file system often writes more than it was told to; without one, it writes just that. */
const systems = [
  ["with a journal", "has_journal"],
  ["without one", "^has_journal"],
] as const

test.skipIf(!canMount).each(systems)(
  "after a power cut, on a file system %s, all that was acknowledged is there, and nothing is half there",
  async (_, features) => {
    const disk = imageDisk(96, { features })
    const service = await start({ dataDir: join(disk.dir, "data") })
    const yard = await found(service, LONG)
    await onceAround(service, yard)
    for (let round = 0; round < ROUNDS; round++) {
      const before = yard.booked.length
      const work = busy(service, yard)
      await until("ten more are booked", () => yard.booked.length >= before + 10)
      await Bun.sleep(Math.random() * 200)
      const left = await cut(disk.image, service, yard)
      await work.stop()
      await expectSurvived(left)
    }
    // Nobody else's writing takes the picture's name to the disk.
    expect((await upload(service, yard)).status).toBe(201)
    await expectSurvived(await cut(disk.image, service, yard))
    await service.stop()
  },
  120_000 + ROUNDS * 10_000,
)

test.skipIf(!canMount)(
  "after a power cut, what a command said it has done is done",
  async () => {
    const source = await start()
    const yard = await found(source)
    await book(source, yard)
    for (let i = 0; i < 3; i++) await upload(source, yard, await noise(240))
    await source.stop()
    const outside = temporaryDir()
    const [backup, company] = [join(outside, "backup.tar"), join(outside, "hof.tar")]
    await done(["backup", backup], source.dataDir)
    await done(["tenant", "export", "hof", company], source.dataDir)

    /** @param look at what is left after a cut right behind the command's last word */
    const cutAfter = async (args: string[], prepare: (dataDir: string) => void, look: Look) => {
      const disk = imageDisk(64, { features: "^has_journal" })
      const dataDir = join(disk.dir, "data")
      prepare(dataDir)
      Bun.spawnSync(["sync", "--file-system", disk.dir])
      await done(args, dataDir)
      await mountedAgain(copyOfDisk(disk.image), look)
    }
    const expectServed = async (dataDir: string) => {
      await expectSound(dataDir)
      const service = await start({ dataDir })
      await expectAllThere(service, { ...yard, token: await logIn(service) })
      expect(await service.stop()).toBe(0)
    }
    const nothing = () => {}
    const empty = (dataDir: string) => {
      mkdirSync(dataDir)
      openMigrated(dataDir).close()
    }
    const same = (dataDir: string) => cpSync(source.dataDir, dataDir, { recursive: true })
    await cutAfter(["restore", backup], nothing, expectServed)
    await cutAfter(["restore", backup], empty, expectServed)
    await cutAfter(["tenant", "import", company], nothing, expectServed)
    await cutAfter(["backup"], same, async (dataDir) => {
      // Its drafts may still be there: the service removes them later.
      const made = readdirSync(join(dataDir, "backups")).find((name) => name.endsWith(".tar")) ?? ""
      expect((await readArchive(join(dataDir, "backups", made))).files.length).toBe(7)
    })
  },
  240_000,
)

async function done(args: string[], dataDir: string): Promise<void> {
  const { code, stderr } = await run(args, { dataDir })
  // An export says on the second channel, too, how a company is moved for good.
  expect({ args, code, stderr }).toMatchObject({ code: 0 })
}

type Left = { image: string; yard: Yard }

/**
 * The file behind the disk holds what has reached the disk; what the system still keeps in memory is not in it. A
 * copy of it, made while the service is held still, is what a power cut would have left.
 */
async function cut(disk: string, { pid }: Running, yard: Yard): Promise<Left> {
  process.kill(pid, "SIGSTOP")
  // Replies sent before may still be on their way to the clients; these bookings are acknowledged as well.
  await Bun.sleep(20)
  const left = { image: copyOfDisk(disk), yard: asOfNow(yard) }
  process.kill(pid, "SIGCONT")
  return left
}

type Look = (dataDir: string) => Promise<void>

/** Mounts what was left, as after any power cut, and throws it away when it was looked at. */
async function mountedAgain(image: string, look: Look): Promise<void> {
  repair(image)
  const dir = mountImage(image)
  await look(join(dir, "data"))
  unmount(dir)
  rmSync(image)
}

const expectSurvived = ({ image, yard }: Left): Promise<void> =>
  mountedAgain(image, async (dataDir) => {
    await expectSound(dataDir)
    const service = await start({ dataDir })
    await expectAllThere(service, yard)
    expect(await service.stop()).toBe(0)
  })

/**
 * Books until the log of writes begins anew. From then on a commit changes its file in place: what the file system
 * wants to write elsewhere (a name, a size) is no longer written along with it.
 */
async function onceAround(service: Running, yard: Yard): Promise<void> {
  const generation = () =>
    readFileSync(join(service.dataDir, "pfandwerk.db-wal")).subarray(12, 16).toString("hex")
  const first = generation()
  await until("the log of writes begins anew", async () => {
    await Promise.all(Array.from({ length: 20 }, () => book(service, yard)))
    return generation() !== first
  })
}
