import { createRoot } from "react-dom/client"
import { Crash } from "../ui/page/crash.tsx"
import { surviveTranslators } from "../ui/page/translators.ts"
import { App } from "./app.tsx"
import { phone } from "./phone/phone.ts"
import { installWorker } from "./phone/worker.ts"

surviveTranslators()

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
