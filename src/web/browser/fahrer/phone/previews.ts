import type { Fahrertag } from "./tag.ts"

/** Name of the cache in which the service worker looks for pictures of customers. */
const PREVIEWS = "fahrer-bilder"

/** Loads the previews of the day's customers onto the telephone, and removes those of other days. */
export async function fetchPreviews({ kunden }: Fahrertag): Promise<void> {
  if (typeof caches === "undefined") return
  try {
    const cache = await caches.open(PREVIEWS)
    const wanted = new Set(kunden.flatMap(({ bilder }) => bilder.map(({ vorschau_url }) => vorschau_url)))
    const kept = await cache.keys()
    const here = new Set(kept.map(({ url }) => new URL(url).pathname))
    for (const request of kept) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request)
    // If one cannot be loaded, the others are all the same.
    for (const url of wanted) if (!here.has(url)) await cache.add(url).catch(() => {})
  } catch {
    // A browser that keeps nothing: the day goes on without pictures.
  }
}

export async function forgetPreviews(): Promise<void> {
  if (typeof caches !== "undefined") await caches.delete(PREVIEWS)
}
