import { createRoot } from "react-dom/client"
import { Crash } from "../ui/page/crash.tsx"
import { App } from "./app.tsx"
import { phone } from "./phone/phone.ts"
import { installWorker } from "./phone/worker.ts"

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <Crash>
      <App />
    </Crash>,
  )
  void phone.wake()
  void installWorker()
}
