import { join } from "node:path"
import { staticPlugin } from "@elysiajs/static"

/** The files of this folder's public/; inside the executable they lie where `compile.assets` puts them. */
const folder = join(import.meta.dir, "public")

let site: ReturnType<typeof staticPlugin> | undefined

/**
 * Reads a file of public/. `alwaysStatic` makes one route per file, so no path is joined at run time. The plugin is created on first use because its cache starts a timer.
 *
 * @param path e.g. `/docs.html`
 */
export async function pageFile(path: string): Promise<Response> {
  site ??= staticPlugin({ assets: folder, prefix: "", alwaysStatic: true, etag: false, indexHTML: false })
  // A request of our own: the plugin never sees anything a caller sent.
  return (await site).handle(new Request(`http://pages${path}`))
}
