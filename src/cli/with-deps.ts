import { readConfig } from "../config.ts"
import { type Deps, openDeps } from "../deps.ts"
import { commandLog, type Terminal } from "./command.ts"

/** Opens the data folder beside a service that may be running, and closes it again. */
export async function withDeps<T>(terminal: Terminal, work: (deps: Deps) => Promise<T> | T): Promise<T> {
  const config = readConfig(terminal.env)
  const deps = openDeps(config, commandLog(config, terminal), { exclusive: false })
  try {
    return await work(deps)
  } finally {
    deps.close()
  }
}
