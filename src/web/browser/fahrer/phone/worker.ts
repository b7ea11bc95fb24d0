import { setState } from "./state.ts"

const URL_OF_WORKER = "/fahrer/dienst.js"

/** Lets the application open without a network from now on. Not without TLS: there a browser has no workers. */
export async function installWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register(trusted(), { scope: "/fahrer" })
    const look = (): void => {
      // The first one takes over by itself; another one waits until the driver agrees.
      if (!registration.waiting || !navigator.serviceWorker.controller) return
      setState({ update: registration.waiting })
    }
    const follow = (): void => registration.installing?.addEventListener("statechange", look)
    look()
    follow()
    registration.addEventListener("updatefound", follow)
    // An application that is never closed asks by itself; without a network it hears nothing, and asks again.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) void registration.update().catch(() => {})
    })
  } catch {
    // Private windows of some browsers: then it works with a network alone.
  }
}

type Factory = { createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy }
type Policy = { createScriptURL: (url: string) => string }

/** The page's policy lets no text become the address of a script, but this one. */
function trusted(): string {
  const factory = (window as unknown as { trustedTypes?: Factory }).trustedTypes
  const policy = factory?.createPolicy("dienst", {
    createScriptURL: (asked) => {
      if (asked !== URL_OF_WORKER) throw new TypeError("no script of ours")
      return asked
    },
  })
  return policy?.createScriptURL(URL_OF_WORKER) ?? URL_OF_WORKER
}

export function applyUpdate(worker: ServiceWorker): void {
  // Another tab was faster: it has taken over, and says so no more.
  if (worker.state !== "installed") return window.location.reload()
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), { once: true })
  worker.postMessage("übernimm", [])
}
