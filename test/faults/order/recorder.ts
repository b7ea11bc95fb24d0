import { mock } from "bun:test"
import * as fs from "node:fs"
import * as promises from "node:fs/promises"

/**
 * Writes down in which order files are written, synced, renamed and removed. To be called before anything of src is
 * imported, and in a process of its own: what is replaced stays replaced.
 */

/** `what` it was, and of which file: `sync`, `rename` (to), `remove`, `read`, `flush` (written and synced), or a mark. */
export type Event = { what: string; path: string; from?: string }

export const events: Event[] = []
export const mark = (what: string): void => void events.push({ what, path: "" })

const note = (what: string, path: unknown, from?: unknown): void =>
  void events.push({ what, path: String(path), ...(from !== undefined && { from: String(from) }) })

const [realFs, realPromises] = [{ ...fs }, { ...promises }]
const opened = new Map<number, string>()

type Options = { flush?: boolean } | undefined

export async function record(): Promise<void> {
  await mock.module("node:fs", () => ({
    ...realFs,
    openSync: (path: string, flags: string, mode?: number) => {
      const fd = realFs.openSync(path, flags, mode)
      opened.set(fd, path)
      return fd
    },
    fsyncSync: (fd: number) => {
      note("sync", opened.get(fd))
      realFs.fsyncSync(fd)
    },
    renameSync: (from: string, to: string) => {
      note("rename", to, from)
      realFs.renameSync(from, to)
    },
    linkSync: (from: string, to: string) => {
      note("rename", to, from)
      realFs.linkSync(from, to)
    },
    rmSync: (path: string, ...rest: []) => {
      note("remove", path)
      realFs.rmSync(path, ...rest)
    },
    writeFileSync: (path: string, data: string, options?: Options) => {
      realFs.writeFileSync(path, data, options)
      note(options?.flush ? "flush" : "write", path)
    },
    createReadStream: (path: string, ...rest: []) => {
      note("read", path)
      return realFs.createReadStream(path, ...rest)
    },
  }))
  await mock.module("node:fs/promises", () => ({
    ...realPromises,
    open: async (path: string, ...rest: []) => {
      const handle = await realPromises.open(path, ...rest)
      const sync = handle.sync.bind(handle)
      handle.sync = async () => {
        await sync()
        note("sync", path)
      }
      return handle
    },
    rename: async (from: string, to: string) => {
      note("rename", to, from)
      await realPromises.rename(from, to)
    },
    rm: async (path: string, ...rest: []) => {
      note("remove", path)
      await realPromises.rm(path, ...rest)
    },
  }))
}
