import type { BrowserContext } from "playwright-core"
import { run, type Running } from "../../helpers/executable.ts"
import { newContext } from "./browser.ts"

const EMAIL = "chefin@betreiber.example"
const PASSWORD = "betreiber-kennwort"

/** @returns a context whose pages are logged in as a super administrator, made beside a running service */
export async function logInOperator({ url, dataDir }: Running): Promise<BrowserContext> {
  const args = ["superadmin", "create", "--email", EMAIL, "--name", "Erika Chefin", "--password-stdin"]
  const { code, stderr } = await run(args, { dataDir, stdin: `${PASSWORD}\n` })
  if (code !== 0) throw new Error(stderr)
  const context = await newContext({ baseURL: url })
  const reply = await context.request.post("/api/sitzung", {
    data: { email: EMAIL, password: PASSWORD },
    headers: { "sec-fetch-site": "same-origin" },
  })
  if (!reply.ok()) throw new Error(`log-in of the operator: ${reply.status()}`)
  return context
}
