import { createRoot } from "react-dom/client"
import { ErrorBoundary } from "../ui/page/error-boundary.tsx"
import { surviveTranslators } from "../ui/page/translators.ts"
import { App } from "./app.tsx"
import { phone } from "./phone/phone.ts"
import { installWorker } from "./phone/worker.ts"

surviveTranslators()

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
  )
  void phone.wake()
  void installWorker()
}
