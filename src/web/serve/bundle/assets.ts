import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { type Packed, packed } from "./packed.ts"

type Plan = Map<string, Packed>

const planOf = (files: Packed[]): Plan => new Map(files.map((file) => [file.url, file]))
const embedded = packed && planOf(packed)

/**
 * @param url an address of the plan: `/assets/…`, or an application's, for its shell
 * @returns undefined for an address that the plan does not know
 */
export async function findAsset(url: string): Promise<Packed | undefined> {
  if (embedded) return embedded.get(url)
  // Only a shell asks whether something changed, so that a page is always served by the plan that it came from.
  return (await built(!url.startsWith("/assets/"))).get(url)
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

let latest: { of: number; plan: Promise<Plan> } | undefined

/** Run from the sources: built at the first request, and again when a file is newer than that. */
function built(anew: boolean): Promise<Plan> {
  if (latest && !anew) return latest.plan
  const of = newestIn(join(import.meta.dir, "../.."))
  if (latest?.of !== of) latest = { of, plan: build(latest?.plan) }
  return latest.plan
}

/** @param before its parts stay, for pages that were opened before the change */
async function build(before: Promise<Plan> | undefined): Promise<Plan> {
  const { buildPages } = await import("./build.ts")
  const [files, old] = await Promise.all([buildPages(), before?.catch(() => undefined)])
  const plan = planOf(
    files.map(({ url, type, immutable, bytes }) => ({
      url,
      type,
      immutable,
      tag: Bun.hash(bytes).toString(36),
      plain: () => new Blob([bytes]),
    })),
  )
  return new Map([...(old ?? []), ...plan])
}

/** @returns when a source was changed last, and how many there are: one number that changes with either */
function newestIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const times = entries.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs)
  return Math.max(...times) + entries.length
}
