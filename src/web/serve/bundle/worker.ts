/**
 * The driver's service worker: it stores the application on the telephone before there is no network. Written by hand:
 * it never stores a reply of the API, and a new version waits until the driver agrees.
 *
 * @param files what to bring at once: the shell and all that it loads
 * @param scanner what to store as well on a telephone that has scanned before, so that it can scan without a network
 * @param version changes with any of them
 * @returns the script
 */
export const workerScript = (
  files: string[],
  scanner: string[],
  version: string,
): string => `const CACHE = "fahrer-${version}"
const FILES = ${JSON.stringify(files)}
const SCANNER = ${JSON.stringify(scanner)}
const SHELL = "/fahrer"
const old = (name) => name.startsWith("fahrer-") && name !== CACHE && name !== "fahrer-bilder"

addEventListener("install", (event) => {
  event.waitUntil(bring())
})

async function bring() {
  const wanted = [...FILES, ...((await hasScanned()) ? SCANNER : [])]
  const cache = await caches.open(CACHE)
  await cache.addAll(wanted.map((url) => new Request(url, { cache: "reload" })))
}

async function hasScanned() {
  for (const name of (await caches.keys()).filter(old)) {
    const kept = await (await caches.open(name)).keys()
    if (kept.some(({ url }) => url.endsWith(".wasm"))) return true
  }
  return false
}

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  )
})

addEventListener("message", ({ data }) => {
  if (data === "übernimm") skipWaiting()
})

addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return
  if (request.mode === "navigate") {
    if (pathname === SHELL || pathname.startsWith(SHELL + "/")) event.respondWith(shell(request))
  } else if (pathname.startsWith("/assets/") || pathname.startsWith("/uploads/") || FILES.includes(pathname)) {
    event.respondWith(kept(request, pathname))
  }
})

async function shell(request) {
  return (await caches.match(SHELL, { cacheName: CACHE })) ?? fetch(request)
}

async function kept(request, pathname) {
  const known = await caches.match(request)
  if (known) return known
  const response = await fetch(request)
  // Files named by their content, such as the scanner, stay once they were needed.
  if (response.ok && pathname.startsWith("/assets/")) {
    const copy = response.clone()
    caches.open(CACHE).then((cache) => cache.put(request, copy))
  }
  return response
}
`

/** Manifest, which lets a telephone install the application. */
export const manifest = {
  name: "Pfandwerk Fahrer",
  short_name: "Pfandwerk",
  description: "Die Tour des Tages, auch ohne Netz",
  lang: "de",
  id: "/fahrer",
  start_url: "/fahrer",
  scope: "/fahrer",
  display: "standalone",
  orientation: "portrait",
  background_color: "#f6f5f1",
  theme_color: "#1f7a4d",
  icons: [
    { src: "/fahrer/zeichen-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "/fahrer/zeichen-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
    { src: "/fahrer/zeichen-maske-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  ],
}
