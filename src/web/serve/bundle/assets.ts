import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { type Packed, packed } from "./packed.ts"

/** Every file that browsers load, by its address. */
type Assets = Map<string, Packed>

const byUrl = (files: Packed[]): Assets => new Map(files.map((file) => [file.url, file]))
const embedded = packed && byUrl(packed)

/**
 * @param url `/assets/…`, or the address of an application, for its shell
 * @returns undefined where no file has that address
 */
export async function findAsset(url: string): Promise<Packed | undefined> {
  if (embedded) return embedded.get(url)
  // Only a shell looks for changed sources, so that a page gets its parts from the build that it came from.
  return (await fromSources(!url.startsWith("/assets/"))).get(url)
}

/**
 * @param app an application's address
 * @param path what was asked for
 * @returns the shell of that screen, or the application's own where it has none
 */
export async function findShell(app: string, path: string): Promise<Packed | undefined> {
  const screens = path.startsWith(`${app}/`) ? [path, path.replace(/\/[^/]+$/, "/:id")] : []
  for (const url of screens) {
    const shell = await findAsset(url)
    if (shell) return shell
  }
  return findAsset(app)
}

let latest: { stamp: number; assets: Promise<Assets> } | undefined

/** Builds at the first request; with `looks`, again when a source has changed since. */
function fromSources(looks: boolean): Promise<Assets> {
  if (latest && !looks) return latest.assets
  const stamp = stampOf(join(import.meta.dir, "../.."))
  if (latest?.stamp !== stamp) latest = { stamp, assets: build(latest?.assets) }
  return latest.assets
}

/** @param before the previous build: its files stay, for pages that were opened before the change */
async function build(before: Promise<Assets> | undefined): Promise<Assets> {
  const { buildPages } = await import("./build.ts")
  const [files, old] = await Promise.all([buildPages(), before?.catch(() => undefined)])
  const assets = byUrl(
    files.map(({ url, type, immutable, bytes }) => ({
      url,
      type,
      immutable,
      tag: Bun.hash(bytes).toString(36),
      plain: () => new Blob([bytes]),
    })),
  )
  return new Map([...(old ?? []), ...assets])
}

/** @returns when a source was changed last, and how many there are: one number that changes with either */
function stampOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const times = entries.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs)
  return Math.max(...times) + entries.length
}
