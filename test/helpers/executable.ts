import { copyFileSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { buildExecutable } from "../../src/build.ts"
import { until } from "./eventually.ts"
import { putDatabase } from "./migrated.ts"
import { madeOnce } from "./once.ts"
import { atEnd, endBehind, temporaryDir } from "./temporary.ts"

// While a test file is loaded: no test or hook has to allow for it in its time limit.
const built = join(await madeOnce("executable", (dir) => make(join(dir, "pfandwerk"))), "pfandwerk")

/** Builds it, or copies that of the run which began this one. */
async function make(path: string): Promise<void> {
  const { EXECUTABLE } = process.env
  if (EXECUTABLE) copyFileSync(EXECUTABLE, path)
  else await buildExecutable(path)
}

/** @returns the path of the executable, which is removed when the tests are over */
export const executable = (): string => built

type Options = {
  /** The data folder. If left out, a fresh one: empty for a command, with an empty database for a service. */
  dataDir?: string
  /** Where it is started; a fresh empty folder if left out. */
  cwd?: string
  /** Nothing else of the test's own environment is passed on. */
  env?: Record<string, string>
  stdin?: string
  /** Kills a command after so many milliseconds. */
  killAfter?: number
  /** Another executable than this run's. */
  executable?: string
}

const spawn = <Out extends "pipe" | Bun.BunFile>(
  args: string[],
  options: Options,
  dataDir: string,
  stdout: Out,
) =>
  Bun.spawn([options.executable ?? built, ...args], {
    cwd: options.cwd ?? temporaryDir(),
    env: { HOST: "127.0.0.1", PORT: "0", BACKUP_SCHEDULE: "off", DATA_DIR: dataDir, ...options.env },
    stdin: Buffer.from(options.stdin ?? ""),
    stdout,
    stderr: "pipe",
  })

export type Result = { code: number; stdout: string; stderr: string }

/** Runs a command of the executable to its end. */
export async function run(args: string[], options: Options = {}): Promise<Result> {
  const child = spawn(args, options, options.dataDir ?? temporaryDir(), "pipe")
  const { killAfter } = options
  if (killAfter !== undefined) void Bun.sleep(killAfter).then(() => child.kill("SIGKILL"))
  const [code, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code, stdout, stderr }
}

export type Running = {
  /** e.g. `http://127.0.0.1:40123` */
  url: string
  port: number
  pid: number
  dataDir: string
  /** Everything it has written to standard output so far. */
  output: () => string
  /**
   * Waits until it has written a text, so many times in all.
   *
   * @throws Error with what it wrote, when it ends before
   */
  said: (text: string, times?: number) => Promise<void>
  /** @returns the exit code */
  stop: (signal?: NodeJS.Signals) => Promise<number>
  /** The exit code, once it has ended by itself or was stopped. */
  exited: Promise<number>
}

/**
 * Starts the service on a free port and waits until it answers.
 *
 * @param command `serve`, or another one that serves
 * @throws Error with what it wrote, when it ends instead
 */
export async function start(options: Options & { command?: "serve" | "demo" } = {}): Promise<Running> {
  const dataDir = options.dataDir ?? migratedDir()
  // Not a pipe: on a busy machine Bun at times stops reading one, with lines waiting in it.
  const written = join(temporaryDir(), "stdout")
  const output = (): string => readFileSync(written, "utf8")
  const child = spawn([options.command ?? "serve"], options, dataDir, Bun.file(written))
  atEnd(() => child.kill("SIGKILL"))
  endBehind(child.pid)
  const stderr = new Response(child.stderr).text()
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const wrote = async <T extends object | true>(what: string, find: () => T | null): Promise<T> => {
    const found = await until(`the service ${what}`, () => {
      // Looked at first: its last words come before its end.
      const over = isOver()
      return find() ?? (over ? undefined : false)
    }).catch((error: Error) => {
      throw new Error(`${error.message}; it wrote:\n${output()}`, { cause: error })
    })
    if (!found) throw new Error(`the service ended before it ${what}:\n${output()}${await stderr}`)
    return found
  }
  const [, address] = await wrote("has started", () =>
    /"message":"started".*?"address":"[^"]*:(\d+)"/.exec(output()),
  )
  const port = Number(address)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid,
    dataDir,
    output,
    async said(text, times = 1) {
      await wrote(`has written ${text}`, () => output().split(text).length > times || null)
    },
    exited: child.exited,
    async stop(signal = "SIGTERM") {
      child.kill(signal)
      return child.exited
    },
  }
}

function migratedDir(): string {
  const dir = temporaryDir()
  putDatabase(dir)
  return dir
}
