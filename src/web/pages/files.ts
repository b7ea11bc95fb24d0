import { join } from "node:path"
import { staticPlugin } from "@elysiajs/static"

/** The files of this folder's public/; inside the executable they lie where `compile.assets` puts them. */
const folder = join(import.meta.dir, "public")

let site: ReturnType<typeof staticPlugin> | undefined

/**
 * Gets a file that was fixed at build time. `alwaysStatic` makes one route per file, so that no path is ever
 * joined at run time; made at the first page, because the plugin's cache keeps a timer.
 *
 * @param path e.g. `/index.html`
 */
export async function pageFile(path: string): Promise<Response> {
  site ??= staticPlugin({ assets: folder, prefix: "", alwaysStatic: true, etag: false, indexHTML: false })
  // A request of our own: nothing that a caller sends gets as far as the plugin.
  return (await site).handle(new Request(`http://pages${path}`))
}
