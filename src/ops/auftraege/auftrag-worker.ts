import { parentPort, workerData } from "node:worker_threads"
import { databaseIn, openDatabase } from "../../db/open.ts"
import { openSystem } from "../../db/system.ts"
import { forwardLog } from "../../lib/log.ts"
import { lowerThread, workedMs } from "../../lib/threads.ts"
import type { Given, Told } from "./thread.ts"
import { doAuftraege } from "./work.ts"

const { config } = workerData as Given
lowerThread()
const tell = (told: Told): void => parentPort?.postMessage(told, [])
const log = forwardLog((event) => tell({ event }))
const { system, close } = openSystem(
  openDatabase(databaseIn(config.dataDir), { create: false }),
  () => new Date(),
)

/** Those who asked for a turn to write, in the order in which they get it. */
const asking: (() => void)[] = []
parentPort?.on("message", () => asking.shift()?.())

const commitFor =
  (tenant_id: string) =>
  async <T>(work: () => T): Promise<T> => {
    await new Promise<void>((turn) => {
      asking.push(turn)
      tell({ asks: tenant_id })
    })
    const begun = workedMs()
    try {
      return await system.write(work)
    } finally {
      tell({ worked: workedMs() - begun })
    }
  }

let code = 0
try {
  await doAuftraege({ system, config, log, commitFor })
} catch (error) {
  log.error("jobs were not finished", { error })
  code = 1
}
close()
process.exit(code)
