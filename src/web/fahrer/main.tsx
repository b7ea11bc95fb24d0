import { createRoot } from "react-dom/client"
import { LoggedIn } from "../ui/account.tsx"
import { Crash } from "../ui/crash.tsx"
import { OfflineBanner } from "../ui/offline.tsx"
import { Day } from "./day.tsx"

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <Crash>
      <LoggedIn
        fallback={(problem) => <main className="driver">{problem && <p role="alert">{problem}</p>}</main>}
      >
        <OfflineBanner />
        <Day />
      </LoggedIn>
    </Crash>,
  )
}
