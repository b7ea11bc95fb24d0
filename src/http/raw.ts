import { makeRoute, type Options, type Params, type Route } from "../api/frame/route.ts"
import type { TObject, TSchema } from "@sinclair/typebox"
import type { HttpDeps } from "./http-deps.ts"

type Raw<P extends string> = { request: Request; params: Params<P>; deps: HttpDeps }

/** A public address whose handler builds its own response: pages, files, metrics. */
export const raw = <const P extends string>(
  route: `GET ${P}`,
  options: Omit<Options<"public", TSchema, TObject, TSchema>, "scope">,
  handler: (context: Raw<P>) => Response | Promise<Response>,
): Route => makeRoute(route, "raw", { scope: "public", ...options }, handler)
