import { setSystemTime } from "bun:test"
import { mitarbeiter } from "../../src/db/schema.ts"
import type { Company, TestApp } from "./app.ts"

/**
 * Sets the clock of this process, and gives a company's people tokens of that day: one lasts 24 hours.
 * Call `setSystemTime()` at the end of the file.
 */
export async function travel(app: TestApp, company: Company, moment: string): Promise<void> {
  setSystemTime(new Date(moment))
  const tenant = app.deps.system.tenant(company.id)
  for (const account of [company.admin, company.user, company.fahrer])
    account.token = await app.deps.tokens.sign(tenant.get(mitarbeiter, account.id))
}
