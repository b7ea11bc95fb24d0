import { newId } from "../../ui/values/ids.ts"
import { BEDENKZEIT, type NewFoto, type NewEntry } from "../outbox/entry.ts"
import type { Stopp } from "./tag.ts"
import { momentNow } from "./time.ts"

/** Makes entries from a driver's taps: body, id and moment are fixed here. */

export type Ist = {
  pfandartikel_id?: string
  geraet_id?: string
  ist_ausgabe?: number
  ist_ruecknahme?: number
  zustand?: "in_ordnung" | "beschaedigt"
  bemerkung?: string
}
export type Quittung = { empfaenger_name?: string; unterschrift?: string; notiz?: string }
type Bildart = "ort" | "schaden" | "beweis"
export type Aufnahme = Pick<NewFoto, "bytes" | "type"> & { art: Bildart; geraet_id?: string }

type Wo = Pick<Stopp, "id" | "versuch"> & { name: string }

const entry = (
  stopp: Wo,
  art: NewEntry["art"],
  titel: string,
  path: string,
  body: NewEntry["body"],
  wait = 0,
): NewEntry => {
  const getippt = Date.now()
  return { folge: stopp.id, lieferung_id: stopp.id, art, titel, path, body, getippt, ab: getippt + wait }
}

const request = (more: object): string => JSON.stringify({ id: newId(), erfasst_am: momentNow(), ...more })

export const startOf = (stopp: Wo): NewEntry =>
  entry(
    stopp,
    "start",
    `Losgefahren zu ${stopp.name}`,
    `/api/lieferungen/${stopp.id}/start`,
    request({ versuch: stopp.versuch }),
  )

type Geplant = { id: string; isGeraet: boolean; ausgabe: number }

/** @param plan as the driver saw it: where it is another one by then, the service books nothing */
export const abschlussOf = (stopp: Wo, plan: Geplant[], positionen: Ist[], quittung: Quittung): NewEntry =>
  entry(
    stopp,
    "abschluss",
    `Fertig bei ${stopp.name}`,
    `/api/lieferungen/${stopp.id}/abschluss`,
    request({ versuch: stopp.versuch, ...quittung, positionen, geplant: geplantOf(plan) }),
    BEDENKZEIT,
  )

const geplantOf = (plan: Geplant[]): object[] =>
  plan
    .filter(({ ausgabe }) => ausgabe > 0)
    .map(({ id, isGeraet, ausgabe }) => ({
      ...(isGeraet ? { geraet_id: id } : { pfandartikel_id: id }),
      soll_ausgabe: ausgabe,
    }))

export const fehlschlagOf = (stopp: Wo, grund: string): NewEntry =>
  entry(
    stopp,
    "fehlschlag",
    `Nicht zugestellt bei ${stopp.name}: ${grund}`,
    `/api/lieferungen/${stopp.id}/fehlschlag`,
    request({ versuch: stopp.versuch, grund }),
    BEDENKZEIT,
  )

const words: Record<Bildart, string> = {
  ort: "Foto vom Ort",
  schaden: "Foto vom Schaden",
  beweis: "Foto als Beweis",
}

export function bildOf(stopp: Wo, { bytes, type, art, geraet_id }: Aufnahme, wait = 0): NewEntry {
  const fields = {
    id: newId(),
    art,
    versuch: String(stopp.versuch),
    erfasst_am: momentNow(),
    ...(geraet_id && { geraet_id }),
  }
  const titel = `${words[art]} bei ${stopp.name}`
  return entry(stopp, "bild", titel, `/api/lieferungen/${stopp.id}/bilder`, { bytes, type, fields }, wait)
}

/** Hands the counts of a stop that the driver can no longer finish to the office. @param warum for its reader */
export const klaerungOf = (stopp: Wo, warum: string, positionen: Ist[], quittung: Quittung): NewEntry =>
  entry(
    stopp,
    "klaerung",
    `Ans Büro: gezählt bei ${stopp.name}`,
    "/api/klaerungen",
    request({
      art: "abschluss",
      lieferung_id: stopp.id,
      versuch: stopp.versuch,
      ablehnung: warum,
      angaben: { ...quittung, positionen },
    }),
  )

/** @param id becomes the delivery's, so that pictures find it */
export const ungeplantOf = (
  id: string,
  kunde: { id: string; name: string },
  positionen: Ist[],
  quittung: Quittung,
): NewEntry =>
  entry(
    { id, versuch: 1, name: kunde.name },
    "ungeplant",
    `Ungeplant abgeholt bei ${kunde.name}`,
    "/api/fahrer/ungeplant",
    request({ id, kunde_id: kunde.id, ...quittung, positionen }),
    BEDENKZEIT,
  )

export type Zeile = { pfandartikel_id: string; menge: number } | { geraet_id: string; menge: 1 }

/** Lines of a count of the yard: each is sent by itself, whatever becomes of the others. @param titel in words */
export function inventurOf(inventur_id: string, titel: string, positionen: Zeile[], ort: string): NewEntry {
  const getippt = Date.now()
  return {
    folge: `inventur ${newId()}`,
    lieferung_id: null,
    art: "inventur",
    titel,
    path: `/api/inventuren/${inventur_id}/zaehlungen`,
    body: request({ positionen, ...(ort && { ort }) }),
    getippt,
    ab: getippt,
  }
}

export type Gezaehlt = {
  art: "leergut" | "ware"
  pfandartikel_id?: string
  geraet_id?: string
  gezaehlt: number
}

export const feierabendOf = (datum: string, positionen: Gezaehlt[], bemerkung: string): NewEntry => ({
  folge: `feierabend ${datum}`,
  lieferung_id: null,
  art: "feierabend",
  titel: "Feierabend gezählt",
  path: "/api/feierabend",
  body: request({ datum, positionen, ...(bemerkung && { bemerkung }) }),
  getippt: Date.now(),
  ab: Date.now(),
})
