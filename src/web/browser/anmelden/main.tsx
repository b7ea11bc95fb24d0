import { createRoot } from "react-dom/client"
import { ErrorBoundary } from "../ui/page/error-boundary.tsx"
import { Login } from "./login.tsx"

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <ErrorBoundary>
      <Login />
    </ErrorBoundary>,
  )
}
