import type { Route } from "../../../api/frame/route.ts"
import { accepts, isKnown, respond, respondJson } from "../../../http/respond.ts"
import { hidden, raw } from "../../../http/http-deps.ts"
import { missing } from "../../../lib/refusal.ts"
import { findAsset, findShell } from "../bundle/assets.ts"
import type { Packed } from "../bundle/packed.ts"
import { driverAddresses, WORKER } from "../bundle/driver.ts"
import { pageHeaders, workerHeaders } from "../bundle/policy.ts"
import { pageFile } from "./files.ts"
import { keeper } from "./kept.ts"

/** Routes for browsers: the applications' shells, their files, and the icon. */
export const pagesRoutes: Route[] = [
  // The log-in, which goes on to the office or the driver.
  app("/", "/anmelden"),
  app("/anmelden", "/anmelden"),
  // First screen of the office.
  app("/buero", "/buero/heute"),
  // The application itself reads the rest of the address.
  app("/buero/*", "/buero"),
  app("/fahrer", "/fahrer"),
  app("/fahrer/*", "/fahrer"),
  ...driverAddresses.map(driverFile),
  raw("GET /assets/:name", hidden("Teile der Seiten"), async ({ request, params }) =>
    serve(request, await findAsset(`/assets/${params.name}`)),
  ),
  icon("/favicon.svg"),
  // Where browsers look for it by themselves.
  icon("/favicon.ico"),
  raw("GET /api/demo", hidden("Konten der Vorführung"), ({ request, deps }) => {
    // Known only to a service that was started to be tried out: elsewhere the address does not exist.
    if (!deps.demo) throw missing()
    return respondJson(request, 200, deps.demo())
  }),
]

function app(path: string, name: string): Route {
  return raw(`GET ${path}`, hidden(name), async ({ request, deps }) => {
    const shell =
      deps.demo?.().length && name === "/anmelden"
        ? await findAsset("/anmelden?demo")
        : await findShell(name, new URL(request.url).pathname)
    return serve(request, shell, pageHeaders(name))
  })
}

/** Service worker, manifest and icons of the driver's application. */
function driverFile(path: string): Route {
  return raw(`GET ${path}`, hidden("Teil des Fahrers"), async ({ request }) =>
    serve(request, await findAsset(path), path === WORKER ? workerHeaders : {}),
  )
}

/** Answers with the file, compressed if the browser accepts that; with 304 if it has this very file already. */
async function serve(request: Request, asset: Packed | undefined, more = {}): Promise<Response> {
  if (!asset) throw missing()
  const [encoding, read] = choose(asset, request)
  const ETag = `"${asset.tag}${encoding && `-${encoding}`}"`
  const headers = {
    ...more,
    "Content-Type": asset.type,
    // A shell is asked for again each time, so that an upgrade shows at once.
    "Cache-Control": asset.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    Vary: "Accept-Encoding",
    ETag,
  }
  if (isKnown(request, ETag)) return respond(request, 304, null, headers)
  return respond(request, 200, await read(), {
    ...headers,
    ...(encoding && { "Content-Encoding": encoding }),
  })
}

/** @returns the content encoding, empty for none, and what reads the file in it */
function choose({ br, gz, plain }: Packed, request: Request): [string, Packed["plain"]] {
  if (br && accepts(request, "br")) return ["br", br]
  if (gz && accepts(request, "gzip")) return ["gzip", gz]
  return ["", plain]
}

const respondKept = keeper()

function icon(path: string): Route {
  const read = async (): Promise<string> => (await pageFile("/favicon.svg")).text()
  return raw(`GET ${path}`, hidden("Zeichen"), ({ request }) =>
    respondKept(request, "/favicon.svg", { "Content-Type": "image/svg+xml" }, read),
  )
}
