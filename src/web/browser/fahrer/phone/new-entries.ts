import { newId } from "../../ui/values/ids.ts"
import { GRACE, endings, type Actual, type NewPhoto, type NewEntry, type Taken } from "../outbox/entry.ts"
import type { Stopp } from "./tag.ts"
import { momentNow } from "./time.ts"

/** Makes the entries for a driver's taps. From here on, body, id and moment do not change. */

export type Quittung = { empfaenger_name?: string; unterschrift?: string; notiz?: string }
type PhotoKind = "ort" | "schaden" | "beweis"
export type Photo = Pick<NewPhoto, "bytes" | "type"> & { art: PhotoKind; geraet_id?: string }

type EntryContent = Pick<NewEntry, "art" | "titel" | "path" | "body">

/** @param wait how long it can be taken back, in ms */
const entry = (
  content: EntryContent,
  sequence: string,
  lieferung_id: string | null,
  wait = endings.has(content.art) ? GRACE : 0,
): NewEntry => {
  const typedAt = Date.now()
  return { ...content, folge: sequence, lieferung_id, getippt: typedAt, ab: typedAt + wait }
}

type Place = Pick<Stopp, "id" | "versuch"> & { name: string }

const atStopp = ({ id }: Place, content: EntryContent, wait?: number): NewEntry =>
  entry(content, id, id, wait)

const request = (more: object): string => JSON.stringify({ id: newId(), erfasst_am: momentNow(), ...more })

export const startOf = (stopp: Place): NewEntry =>
  atStopp(stopp, {
    art: "start",
    titel: `Losgefahren zu ${stopp.name}`,
    path: `/api/lieferungen/${stopp.id}/start`,
    body: request({ versuch: stopp.versuch }),
  })

type Planned = { id: string; isGeraet: boolean; ausgabe: number }

/** @param plan as the driver saw it: if the plan or the place is another one by then, the service books nothing */
export function abschlussOf(
  stopp: Place & Pick<Stopp, "standort_id">,
  plan: Planned[],
  positionen: Actual[],
  quittung: Quittung,
): NewEntry {
  const geplant = plan
    .filter(({ ausgabe }) => ausgabe > 0)
    .map(({ id, isGeraet, ausgabe }) => ({ ...thingOf(id, isGeraet), soll_ausgabe: ausgabe }))
  return atStopp(stopp, {
    art: "abschluss",
    titel: `Fertig bei ${stopp.name}`,
    path: `/api/lieferungen/${stopp.id}/abschluss`,
    body: request({
      versuch: stopp.versuch,
      ...quittung,
      positionen,
      geplant,
      standort_id: stopp.standort_id,
    }),
  })
}

/** @returns an article or a device as a request names it */
export const thingOf = (
  id: string,
  isGeraet: boolean,
): { geraet_id: string } | { pfandartikel_id: string } =>
  isGeraet ? { geraet_id: id } : { pfandartikel_id: id }

export const fehlschlagOf = (stopp: Place, grund: string): NewEntry =>
  atStopp(stopp, {
    art: "fehlschlag",
    titel: `Nicht zugestellt bei ${stopp.name}: ${grund}`,
    path: `/api/lieferungen/${stopp.id}/fehlschlag`,
    body: request({ versuch: stopp.versuch, grund }),
  })

export const photoWords: Record<PhotoKind, string> = {
  ort: "Foto vom Platz",
  schaden: "Foto vom Schaden",
  beweis: "Foto",
}

export function photoEntryOf(stopp: Place, { bytes, type, art, geraet_id }: Photo, wait = 0): NewEntry {
  const fields = {
    id: newId(),
    art,
    versuch: String(stopp.versuch),
    erfasst_am: momentNow(),
    ...(geraet_id && { geraet_id }),
  }
  const titel = `${photoWords[art]} bei ${stopp.name}`
  const path = `/api/lieferungen/${stopp.id}/bilder`
  return atStopp(stopp, { art: "bild", titel, path, body: { bytes, type, fields } }, wait)
}

/**
 * Gives the counts of a stop that the driver can no longer finish to the office.
 *
 * @param entwurf key of their draft
 * @param ablehnung why, for the office, in German
 */
export const klaerungOf = (
  stopp: Place & Partial<Pick<Stopp, "standort_id">>,
  entwurf: string,
  ablehnung: string,
  positionen: Actual[],
  quittung: Quittung,
): NewEntry => ({
  entwurf,
  ...atStopp(stopp, {
    art: "klaerung",
    titel: `Ans Büro: gezählt bei ${stopp.name}`,
    path: "/api/klaerungen",
    body: request({
      art: "abschluss",
      lieferung_id: stopp.id,
      versuch: stopp.versuch,
      ablehnung,
      angaben: { ...quittung, standort_id: stopp.standort_id, positionen },
    }),
  }),
})

/** @param place its id becomes that of the delivery, so that pictures can refer to it */
export const ungeplantOf = (
  place: Place,
  kunde_id: string,
  positionen: Actual[],
  quittung: Quittung,
): NewEntry => ({
  kunde: place.name,
  ...atStopp(place, {
    art: "ungeplant",
    titel: `Ungeplant abgeholt bei ${place.name}`,
    path: "/api/fahrer/ungeplant",
    body: request({ id: place.id, kunde_id, ...quittung, positionen }),
  }),
})

type Zaehlzeile = Taken<"postInventurenIdZaehlungen">["positionen"][number]

/**
 * A part of counting the yard. It has a sequence of its own, so that others do not wait for it.
 *
 * @param titel in German
 */
export function inventurOf(
  inventur_id: string,
  titel: string,
  positionen: Zaehlzeile[],
  ort: string,
): NewEntry {
  const body = request({ positionen, ...(ort && { ort }) })
  const path = `/api/inventuren/${inventur_id}/zaehlungen`
  const counted = entry({ art: "inventur", titel, path, body }, `inventur ${newId()}`, null)
  return { ...counted, entwurf: `entwurf inventur ${inventur_id}` }
}

export type Counted = Taken<"postFeierabend">["positionen"][number]

export function feierabendOf(datum: string, positionen: Counted[], bemerkung: string): NewEntry {
  const body = request({ datum, positionen, ...(bemerkung && { bemerkung }) })
  const content: EntryContent = {
    art: "feierabend",
    titel: "Feierabend gezählt",
    path: "/api/feierabend",
    body,
  }
  const sequence = `feierabend ${datum}`
  return { ...entry(content, sequence, null), entwurf: `entwurf ${sequence}` }
}
