import type { Route } from "../api/frame/route.ts"
import type { Services, SignIn } from "../api/frame/services.ts"
import type { Call } from "./call.ts"
import { readIfMatch, readsIfMatch } from "./respond.ts"
import type { HttpDeps } from "./http-deps.ts"
import { longReader, longWriter } from "./run.ts"
import { receiver } from "./upload.ts"

/**
 * First layer of tenant isolation: a handler gets what its scope may use, and nothing that leads to more.
 * Services therefore hold the system database in closures, never in a property (src/deps.ts).
 *
 * @returns a function that makes the context of one call, once its input has been validated
 */
export function contextMaker(deps: HttpDeps): (route: Route) => (call: Call) => object {
  const { services } = deps
  const signIn = signInOf(deps)
  return (route) => {
    const { scope, upload } = route.options
    const hasIfMatch = readsIfMatch(route)
    const own = byScope(scope, services, signIn, deps)
    const receive = upload && receiver(upload)
    return (call) => {
      const context = {
        ...own(call),
        params: call.params,
        body: call.body,
        query: call.query,
        prepared: call.prepared,
        ifMatch: hasIfMatch ? readIfMatch(call.request) : undefined,
        ...(route.mode === "free" && { signal: call.request.signal }),
        ...(route.options.inThread && { writeLong: longWriter(route, call, deps) }),
      }
      if (!receive) return context
      const { maxFileSize } = services.uploads
      return {
        ...context,
        receive: receive(call.request, [call.tenant?.id ?? "", call.actor?.id ?? ""], maxFileSize),
      }
    }
  }
}

function byScope(scope: string, services: Services, signIn: SignIn, deps: HttpDeps): (call: Call) => object {
  if (scope === "tenant") {
    const { system } = deps
    const readLongFor = longReader(deps)
    return (call) => {
      const { tenant, actor, info } = call
      const commit = <T>(work: () => T): Promise<T> => system.write(work, tenant?.id)
      return { tenant, actor, services, commit, readLong: readLongFor(call), address: info.address }
    }
  }
  if (scope === "system") return ({ system, actor }) => ({ system, actor, services })
  return ({ system, session, info }) => ({ system, session, services: signIn, address: info.address })
}

const signInOf = ({ services, tokens, config: { sitzungTage } }: HttpDeps): SignIn =>
  Object.freeze({
    ...services,
    tokens: {
      sign: (owner, session) => tokens.sign(owner, session),
      draftKey: tokens.draftKey,
      earlierDraftKey: tokens.earlierDraftKey,
    },
    sitzungTage,
  } satisfies SignIn)
