import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const folder = join(import.meta.dir, "bilder")
let known: Map<string, Uint8Array<ArrayBuffer>> | undefined

/**
 * @param name such as `kunden.webp`; only what lies in the folder can be asked for
 * @returns the picture, or undefined when there is none of that name
 */
export const findBild = (name: string): Uint8Array<ArrayBuffer> | undefined => (known ??= readAll()).get(name)

/** A few hundred kilobytes, read when somebody first opens the handbook. */
const readAll = (): Map<string, Uint8Array<ArrayBuffer>> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith(".webp"))
      .map((file) => [file, new Uint8Array(readFileSync(join(folder, file)))]),
  )
