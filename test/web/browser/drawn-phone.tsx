import type { ReactNode } from "react"
import { App } from "../../../src/web/browser/fahrer/app.tsx"
import { setState } from "../../../src/web/browser/fahrer/phone/state.ts"
import { answerTo, ID, type Look } from "./sample.ts"

/** The driver's telephone, for drawn.test.ts. */

/** Each kind of entry, in each of its states. */
const entries = (rows: number): any[] =>
  (["abschluss", "fehlschlag", "ungeplant", "bild", "feierabend"] as const)
    .slice(0, rows * 3)
    .map((art, nr) => ({
      nr,
      konto: ID,
      folge: `${ID.slice(0, -1)}${nr + 2}`,
      art,
      path: `/api/${art}`,
      body: JSON.stringify({
        id: ID,
        versuch: 1,
        positionen: [],
        datum: "2026-03-20",
        erfasst_am: "2026-03-20T08:00:00Z",
      }),
      titel: `‹${art}›`,
      lieferung_id: `${ID.slice(0, -1)}${nr + 2}`,
      getippt: Date.now() - 1000,
      ab: Date.now() - 500,
      stand: ["wartet", "braucht dich", "gesendet", "uebergeben"][nr % 4],
      gesendet: nr,
      antwort: nr % 4 === 1 ? { status: 409, text: "‹Grund›" } : null,
      beantwortet: nr % 4 > 1 ? Date.now() : null,
    }))

/** What a stop names by its id is among what came with the day. */
const linked = (tag: unknown): unknown =>
  JSON.parse(JSON.stringify(tag), (name, value) =>
    name.endsWith("_id") && typeof value === "string"
      ? ID.slice(0, -2) + (Number(value.slice(-2)) + 1).toString().padStart(2, "0")
      : value,
  )

/** When the day was fetched. */
const AM = Date.parse("2026-03-20T09:00:00Z")

/** The telephone of a driver whose day is such an answer. */
export function Phone({ look }: { look: Look }): ReactNode {
  const tag = linked(answerTo("get", "/api/fahrer/tag", look)) as any
  setState({
    ready: true,
    konto: { id: ID, name: "‹Fahrer›" } as never,
    fetched: { tag: { ...tag, datum: "2026-03-20" }, am: AM, kennt: [], neu: [ID], etag: null },
    entries: entries(look.rows),
    network: look.bare ? "nein" : "ja",
  })
  return <App />
}
