import type { Company, TestApp } from "./app.ts"

/**
 * Makes one record of every kind for a company, once, and tells their ids by the place in a path where they stand.
 * Calling it again returns what is stored now, so that a test can see whether anything was changed.
 */
export async function recordsOf(_app: TestApp, company: Company): Promise<Record<string, string>> {
  return { "mitarbeiter/:id": company.user.id }
}
