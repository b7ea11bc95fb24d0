import { actingTenant } from "./api/session.ts"

/** What was entered and not yet sent. `version` is that of the record it is about. */
export type Draft<V> = { id: string; values: V; version: number | undefined }

/** Of one account and company alone: on a shared computer nobody finds another's. */
const keyOf = (account: string, name: string): string =>
  `entwurf ${account} ${actingTenant()?.id ?? ""} ${name}`

export function readDraft<V>(account: string, name: string): Draft<V> | undefined {
  const text = sessionStorage.getItem(keyOf(account, name))
  return text === null ? undefined : (JSON.parse(text) as Draft<V>)
}

export const keepDraft = (account: string, name: string, draft: Draft<unknown>): void =>
  sessionStorage.setItem(keyOf(account, name), JSON.stringify(draft))

export const forgetDraft = (account: string, name: string): void =>
  sessionStorage.removeItem(keyOf(account, name))
