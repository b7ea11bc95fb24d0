import { createRoot } from "react-dom/client"
import { Crash } from "../ui/page/crash.tsx"
import { Login } from "./login.tsx"

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <Crash>
      <Login />
    </Crash>,
  )
}
