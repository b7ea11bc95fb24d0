import type { components } from "../../ui/api/paths.gen.d.ts"
import { time } from "./time.ts"
import type { Fahrertag } from "./tag.ts"

type Schemas = components["schemas"]
export type Sitzung = Schemas["Sitzung"]

/** An account as the telephone stores it; as earlier versions stored it, without `tenant_id`. */
export type Konto = {
  id: string
  name: string
  email: string
  slug: string | null
  rolle: string
  tenant_id?: string | null
}

/** An answer of the service; `offline` for none, or one from somebody else. */
type Answer<T> = { status: number; body: T; etag: string | null } | "offline"

/** Longest wait for an answer, as there is always something to show. In ms. */
const PATIENCE = 15_000

/** Sends a request. An answer without `X-Request-Id` is not from the service, but from some network in between. */
async function ask<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const response = await fetch(path, { cache: "no-store", redirect: "manual", signal, ...init })
    if (!response.headers.has("x-request-id")) return "offline"
    time.learn(response.headers)
    const text = await response.text()
    const body = (text === "" ? undefined : JSON.parse(text)) as T
    return { status: response.status, body, etag: response.headers.get("etag") }
  } catch {
    return "offline"
  }
}

export const askSitzung = (): Promise<Answer<Sitzung>> => ask("/api/sitzung")
export const renewSitzung = (): Promise<Answer<Sitzung>> => ask("/api/sitzung", { method: "PUT" })
export const endSitzung = (): Promise<Answer<undefined>> => ask("/api/sitzung", { method: "DELETE" })

export const openSitzung = (konto: Konto, password: string): Promise<Answer<Sitzung & { error?: string }>> =>
  ask("/api/sitzung", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: konto.email, password, ...(konto.slug && { tenant_slug: konto.slug }) }),
  })

/** @param etag of the day that the telephone has already */
export const askDay = (konto: Konto, etag: string | null): Promise<Answer<Fahrertag>> =>
  ask("/api/fahrer/tag", {
    headers: { "X-Account-Id": konto.id, ...(etag && { "If-None-Match": etag }) },
  })

export type Found<T> = Answer<{ items: T[] }>

export const itemsOf = <T>(answer: Found<T> | undefined): T[] =>
  typeof answer === "object" && answer.status === 200 ? answer.body.items : []

/** Finds customers whom this telephone does not know. */
export const searchKunden = (q: string): Promise<Found<Schemas["Kunde"]>> =>
  ask(`/api/kunden?aktiv=1&limit=20&q=${encodeURIComponent(q)}`)

/** Finds articles that this telephone does not know, also inactive ones. */
export const searchArtikel = (q: string): Promise<Found<Schemas["Pfandartikel"]>> =>
  ask(`/api/pfandartikel?limit=20&q=${encodeURIComponent(q)}`)

/** Finds a device that is not among those of the day. */
export const findGeraet = (code: string): Promise<Answer<Schemas["Geraet"]>> =>
  ask(`/api/geraete/code/${encodeURIComponent(code)}`)

/** Reads the pictures of a delivery that have arrived. */
export const askBilder = (lieferung_id: string): Promise<Answer<{ items: Schemas["Lieferbild"][] }>> =>
  ask(`/api/lieferungen/${lieferung_id}/bilder`)

export type Beleglink = Schemas["Beleglink"]

/** Makes a link to the delivery note of a finished delivery, for its customer. */
export const askLink = (lieferung_id: string): Promise<Answer<Beleglink & { error?: string }>> =>
  ask(`/api/lieferungen/${lieferung_id}/link`, { method: "POST" })

export type CountedSums = Schemas["InventurGezaehlt"]

/** Reads what everybody together has counted in the yard so far. */
export const askCounted = (inventur_id: string): Promise<Answer<CountedSums>> =>
  ask(`/api/inventuren/${inventur_id}/gezaehlt`)

/** Takes back a part of a count. Only the service knows whether the count is still open. */
export const takeBackZaehlung = (
  inventur_id: string,
  erfassung_id: string,
): Promise<Answer<{ error?: string }>> =>
  ask(`/api/inventuren/${inventur_id}/zaehlungen/${erfassung_id}`, { method: "DELETE" })
