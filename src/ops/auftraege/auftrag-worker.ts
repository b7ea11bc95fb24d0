import { parentPort, workerData } from "node:worker_threads"
import { databaseIn, openDatabase } from "../../db/open.ts"
import { openSystem } from "../../db/system.ts"
import { forwardLog } from "../../lib/log.ts"
import { lowerThread, workedMs } from "../../lib/threads.ts"
import type { Given, Message, Turn } from "./thread.ts"
import { doAuftraege } from "./work.ts"

const { config } = workerData as Given
lowerThread()
const post = (message: Message): void => parentPort?.postMessage(message, [])
const log = forwardLog((event) => post({ event }))
const { system, close } = openSystem(openDatabase(databaseIn(config.dataDir)), () => new Date())

/** Those who asked for a turn to write, in the order in which they are answered. */
const asking: ((turn: Turn) => void)[] = []
parentPort?.on("message", (turn: Turn) => asking.shift()?.(turn))

const commitFor =
  (tenant_id: string) =>
  async <T>(work: () => T): Promise<T> => {
    const turn = await new Promise<Turn>((answered) => {
      asking.push(answered)
      post({ asks: tenant_id })
    })
    // As SQLite says it, which ends the thread: the job goes on later (work.ts).
    if (turn === "locked") throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" })
    const begun = workedMs()
    try {
      return await system.write(work)
    } finally {
      post({ worked: workedMs() - begun })
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
