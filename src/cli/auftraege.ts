import { runAuftrag } from "../api/auftraege/lauf.ts"
import { failAuftrag } from "../api/auftraege/rules.ts"
import { readConfig } from "../config.ts"
import { openDeps } from "../deps.ts"
import { lockAuftraege } from "../db/lock.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { type Command, commandLog } from "./command.ts"
import { readOptions } from "./options.ts"

export const auftraegeCommand: Command = {
  name: "auftraege",
  summary: "Wartende Aufträge abarbeiten; der Dienst ruft das selbst auf",
  usage: "pfandwerk auftraege",
  async run(args, terminal) {
    readOptions(args, {})
    const config = readConfig(terminal.env)
    const log = commandLog(config, terminal)
    const deps = openDeps(config, log, { exclusive: false })
    let unlock = () => {}
    try {
      if (deps.system.openAuftrag()) unlock = await lockInTurn(config.dataDir)
      for (let next = deps.system.openAuftrag(); next; next = deps.system.openAuftrag()) {
        const { tenant_id, id } = next
        const commit = <T>(work: () => T) => deps.system.write(work, tenant_id)
        const tenant = deps.system.tenant(tenant_id)
        try {
          await runAuftrag({ tenant, commit, quota: config.quotaPerTenant }, id)
        } catch (error) {
          // It would stand in the way of all others, and fail again.
          log.error("a job failed", { auftrag: id, error })
          await commit(() => failAuftrag(tenant, id))
        }
      }
    } finally {
      unlock()
      deps.close()
    }
    return 0
  },
}

/** Another process may be doing the jobs: how often this one looks again, and when it gives up. In ms. */
const AGAIN = 300
const PATIENCE = 3_600_000

async function lockInTurn(dataDir: string): Promise<() => void> {
  for (let waited = 0; ; waited += AGAIN) {
    try {
      return lockAuftraege(dataDir)
    } catch (error) {
      if (!(error instanceof StartRefused) || waited >= PATIENCE) throw error
      await Bun.sleep(AGAIN)
    }
  }
}
