import { readFileSync } from "node:fs"
import { join } from "node:path"
import { query } from "../../../db/query.ts"
import {
  abrechnungen,
  belege,
  geraete,
  kunden,
  lieferpositionen,
  lieferungen,
  pfandartikel,
  pfandbuchungen,
  tenants,
} from "../../../db/schema.ts"
import type { Row, TenantReader } from "../../../db/tenant-db.ts"
import { SIGNATURE } from "../../../lib/felder/lieferung.ts"
import { encoded, type ZipFile } from "../../../lib/zip.ts"
import { verbleibInWords } from "../../../print/dokumente/letter-parts.ts"
import { type Section, auskunftHtml, type Auskunftszeile } from "../../../print/export/auskunft.ts"
import { END_OF_TIME } from "../../../lib/day.ts"
import { readPieces } from "../../belege/ablage.ts"
import { listBestand } from "../../belege/bestand.ts"
import { listKept } from "../aufbewahrung.ts"
import { readEintraege, PARTS, type Personenzeile } from "../person.ts"
import { GONE } from "../../shared/kundenkopf.ts"
import { pagesAfter, ROWS_AT_ONCE } from "../../shared/page.ts"

type After = { kunde_id: string; nach: number; limit: number }

type Booked = Personenzeile & { lfd_nr: number }

const buchungen = query<Booked, After>`
  SELECT b.lfd_nr, b.erfasst_am, b.art, coalesce(a.nummer, g.geraetenummer) AS nummer,
    coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung, b.menge, b.betrag_cent, b.summe_cent, b.grund
  FROM ${pfandbuchungen} b
  LEFT JOIN ${pfandartikel} a ON a.id = b.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = b.geraet_id
  WHERE b.kunde_id = :kunde_id AND b.lfd_nr > :nach ORDER BY b.lfd_nr LIMIT :limit`

/** @returns what the person has by now, as letters say it */
const held = (tenant: TenantReader, kunde_id: string): Auskunftszeile[] =>
  listBestand(tenant, kunde_id, END_OF_TIME).map((bestand) => ({
    nummer: bestand.nummer,
    bezeichnung: bestand.bezeichnung,
    bestand: bestand.menge,
    wert_cent: bestand.wert_cent,
    hinweis: verbleibInWords(bestand),
  }))

type Stopp = { id: string; datum: string }

const stopps = query<Stopp, { kunde_id: string; datum: string; id: string; limit: number }>`
  SELECT l.id, l.datum FROM ${lieferungen} l
  WHERE l.kunde_id = :kunde_id AND (l.datum, l.id) > (:datum, :id) ORDER BY l.datum, l.id LIMIT :limit`

const positionen = query<Personenzeile, { ids: string }>`
  SELECT l.datum, l.status, coalesce(a.nummer, g.geraetenummer) AS nummer,
    coalesce(a.bezeichnung, g.bezeichnung) AS bezeichnung, p.soll_ausgabe, p.soll_ruecknahme,
    p.ist_ausgabe, p.ist_ruecknahme
  FROM json_each(:ids) j CROSS JOIN ${lieferungen} l ON l.id = j.value
  CROSS JOIN ${lieferpositionen} p ON p.lieferung_id = l.id
  LEFT JOIN ${pfandartikel} a ON a.id = p.pfandartikel_id
  LEFT JOIN ${geraete} g ON g.id = p.geraet_id
  ORDER BY j.key, p.position`

const abgerechnet = query<Personenzeile, { kunde_id: string }>`
  SELECT a.nummer, a.art, a.datum, a.von, a.bis, a.summe_cent, a.ust_cent, a.grund
  FROM ${abrechnungen} a WHERE a.kunde_id = :kunde_id ORDER BY a.datum, a.id`

type Beleg = Pick<Row<typeof belege>, "id" | "dateiname" | "bytes" | "erstellt_am">

const belegeOf = query<Beleg, { kunde_id: string }>`
  SELECT b.id, b.dateiname, b.bytes, b.erstellt_am FROM ${belege} b WHERE b.kunde_id = :kunde_id AND b.gesperrt = 0`

function* bookingsOf(tenant: TenantReader, kunde_id: string): Generator<Personenzeile> {
  const after = (last?: Booked) =>
    tenant.all(buchungen, { kunde_id, nach: last?.lfd_nr ?? 0, limit: ROWS_AT_ONCE })
  for (const page of pagesAfter(after)) yield* page
}

function* positionsOf(tenant: TenantReader, kunde_id: string): Generator<Personenzeile> {
  const after = ({ datum, id }: Stopp = { datum: "", id: "" }) =>
    tenant.all(stopps, { kunde_id, datum, id, limit: ROWS_AT_ONCE })
  for (const page of pagesAfter(after))
    yield* tenant.all(positionen, { ids: JSON.stringify(page.map(({ id }) => id)) })
}

/** Pictures and signatures of a row; for a picture whose file is missing there are words. */
function attachmentsOf(
  zeile: Personenzeile,
  folder: string,
): { zeile: Auskunftszeile; attachments: ZipFile[] } {
  const { pfad, vorschau_pfad: _, ...shown } = zeile
  const moment = String(zeile["erstellt_am"] ?? new Date().toISOString())
  if (typeof pfad === "string") {
    const name = `bilder/${zeile.id}.${pfad.split(".").at(-1)}`
    const pieces = fileParts(join(folder, pfad))
    if (!pieces) return { zeile: { ...shown, bild: "Die Datei fehlt" }, attachments: [] }
    return { zeile: { ...shown, datei: name }, attachments: [{ name, moment, pieces }] }
  }
  for (const [field, value] of Object.entries(shown)) {
    const png = typeof value === "string" ? SIGNATURE.exec(value) : null
    if (!png?.[1]) continue
    const name = `unterschriften/${zeile.id}.png`
    const rest = String(value).replace(SIGNATURE, "")
    const attachment = { name, moment, pieces: [new Uint8Array(Buffer.from(png[1], "base64"))] }
    return { zeile: { ...shown, [field]: rest, datei: name }, attachments: [attachment] }
  }
  return { zeile: shown, attachments: [] }
}

function fileParts(path: string): Uint8Array[] | undefined {
  try {
    return [readFileSync(path)]
  } catch {
    return undefined
  }
}

/**
 * Everything about a customer in readable form (DSGVO Art. 15): a page, and beside it pictures, signatures and
 * documents. Documents that are locked after an erasure are not handed out.
 *
 * @returns the files of the archive, read as they are wanted
 * @throws Refusal missing
 */
export function discloseKunde(tenant: TenantReader, kunde_id: string, folder: string): Generator<ZipFile> {
  const kunde = tenant.get(kunden, kunde_id, GONE)
  const firma = tenant.get(tenants, tenant.id)
  const erstellt_am = tenant.now()
  return (function* () {
    const sections: Section[] = []
    for (const { titel, zeilen } of PARTS) {
      const shown: Auskunftszeile[] = []
      for (const row of tenant.all(zeilen, { kunde_id })) {
        const { zeile, attachments } = attachmentsOf(row, folder)
        shown.push(zeile)
        yield* attachments
      }
      sections.push({ titel, zeilen: shown, tabelle: false })
    }
    for (const { id, bytes, dateiname, erstellt_am: moment } of tenant.all(belegeOf, { kunde_id }))
      yield { name: `belege/${dateiname}`, moment, pieces: readPieces(tenant, { id, bytes }) }
    const more = (titel: string, zeilen: Iterable<Auskunftszeile>): void =>
      void sections.push({ titel, zeilen, tabelle: true })
    more("Was gerade bei Ihnen ist", held(tenant, kunde_id))
    more("Buchungen im Pfandbuch", bookingsOf(tenant, kunde_id))
    more("Was geliefert und zurückgenommen wurde", positionsOf(tenant, kunde_id))
    more("Abrechnungen", tenant.all(abgerechnet, { kunde_id }))
    more("Was geändert wurde (Protokoll)", readEintraege(tenant, kunde_id))
    const { name, strasse, plz, ort, zeitzone } = firma
    const page = auskunftHtml({
      firma: name,
      anschrift: [strasse, [plz, ort].filter(Boolean).join(" ")].filter(Boolean).join(", "),
      name: kunde.name,
      kundennummer: kunde.kundennummer,
      zeitzone,
      erstellt_am,
      sections,
      aufbewahrt: listKept(tenant, kunde_id),
    })
    yield { name: "Auskunft.html", moment: erstellt_am, pieces: encoded(page) }
  })()
}
