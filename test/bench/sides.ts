import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Client, request } from "./client.ts"

/** One of the two servers that are compared. */
export type Side = {
  port: number
  pid: number
  /** From the start of the process to its first answer, in milliseconds. */
  startMs: number
  /** @returns when the process has ended */
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** Both servers check and sign with it. */
export const JWT_SECRET = "a secret of the bench, which is long enough"

/** Starts the compiled service on a data folder, without backups, its log thrown away. */
export const startService = (executable: string, dataDir: string): Promise<Side> =>
  start([executable, "serve"], dataDir, { BACKUP_SCHEDULE: "off", LOG_FORMAT: "json" })

/**
 * Starts the bare server.
 *
 * @param service whose health and headers it copies
 */
export async function startFloor(dataDir: string, service: Side): Promise<Side> {
  const client = await Client.connect(service.port)
  const { head, body } = await client.ask(request("GET /health"))
  client.close()
  const lines = head
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(": ") as [string, string])
  const own = new Set(["date", "content-length", "x-request-id"])
  const headers = Object.fromEntries(lines.filter(([name]) => !own.has(name.toLowerCase())))
  const FLOOR = JSON.stringify({ headers, health: JSON.parse(body.toString()) as object })
  return start([process.execPath, join(import.meta.dir, "floor/main.ts")], dataDir, { FLOOR })
}

export async function start(command: string[], dataDir: string, env: Record<string, string>): Promise<Side> {
  const port = freePort()
  const begun = performance.now()
  const child = Bun.spawn(command, {
    cwd: dataDir,
    env: { HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir, JWT_SECRET, ...env },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
  })
  const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<void> => {
    child.kill(signal)
    await child.exited
  }
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${command[0]} ended with ${child.exitCode}`)
    await Bun.sleep(1)
  }
  return { port, pid: child.pid, startMs: performance.now() - begun, stop }
}

function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() })
  const port = server.port as number
  void server.stop(true)
  return port
}

async function answers(port: number): Promise<boolean> {
  try {
    const client = await Client.connect(port)
    const status = await client.send(request("GET /health"))
    client.close()
    return status === 200
  } catch {
    return false
  }
}

/** @returns how long a process has used a processor so far, in seconds; Linux only */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** @returns what of a process lies in memory, in bytes; Linux only */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024
}
