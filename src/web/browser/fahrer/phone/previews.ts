import type { Fahrertag } from "./tag.ts"

/** Where the service worker looks for pictures of back doors. */
const PREVIEWS = "fahrer-bilder"

/** Brings the previews of the day's customers onto the telephone, and takes those of other days away. */
export async function fetchPreviews({ kunden }: Fahrertag): Promise<void> {
  if (typeof caches === "undefined") return
  try {
    const cache = await caches.open(PREVIEWS)
    const wanted = new Set(kunden.flatMap(({ bilder }) => bilder.map(({ vorschau_url }) => vorschau_url)))
    const kept = await cache.keys()
    const here = new Set(kept.map(({ url }) => new URL(url).pathname))
    for (const request of kept) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request)
    // One that is gone, or finds no room, keeps none of the others away.
    for (const url of wanted) if (!here.has(url)) await cache.add(url).catch(() => {})
  } catch {
    // A browser that keeps nothing: the day goes on without pictures.
  }
}

export async function forgetPreviews(): Promise<void> {
  if (typeof caches !== "undefined") await caches.delete(PREVIEWS)
}
