import { mock } from "bun:test"
import * as fs from "node:fs"
import * as promises from "node:fs/promises"

/**
 * A disk that refuses to sync folders with the code FSYNC, as some shares do, and has no links between files: runs the command line on it, or stores a
 * picture's file ("store FOLDER"). With EACCES it refuses to open them, already. In a process of its own: what is replaced stays replaced.
 */
const code = process.env["FSYNC"] ?? ""
const [realFs, realPromises] = [{ ...fs }, { ...promises }]
const refused = () => Object.assign(new Error(`${code}: fsync`), { code })
const noLinks = () => Object.assign(new Error("EPERM: link"), { code: "EPERM" })

const isClosed = (path: fs.PathLike): boolean =>
  code === "EACCES" && (realFs.statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)

await mock.module("node:fs", () => ({
  ...realFs,
  openSync: (path: fs.PathLike, ...rest: ["r"]) => {
    if (isClosed(path)) throw refused()
    return realFs.openSync(path, ...rest)
  },
  linkSync: () => {
    throw noLinks()
  },
  fsyncSync: (fd: number) => {
    if (realFs.fstatSync(fd).isDirectory()) throw refused()
    realFs.fsyncSync(fd)
  },
}))
await mock.module("node:fs/promises", () => ({
  ...realPromises,
  open: async (path: string, ...rest: []) => {
    if (isClosed(path)) throw refused()
    const handle = await realPromises.open(path, ...rest)
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      if ((await handle.stat()).isDirectory()) throw refused()
      await sync()
    }
    return handle
  },
}))

const [, , command, folder = ""] = process.argv
if (command === "store") {
  const { storeDurably } = await import("../../../src/api/pictures/files.ts")
  await storeDurably(folder, "aa/aa.jpg", Buffer.from("picture"))
} else await import("../../../src/main.ts")
