import { useSyncExternalStore } from "react"

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener("online", listener)
  window.addEventListener("offline", listener)
  return () => {
    window.removeEventListener("online", listener)
    window.removeEventListener("offline", listener)
  }
}

/** Says so as long as the browser has no network. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online) return null
  return (
    <div className="banner" role="status">
      <p>Kein Netz. Was Sie eingeben, bleibt stehen; gespeichert wird, wenn die Verbindung wieder da ist.</p>
    </div>
  )
}
