import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { kunden } from "../../../db/schema.ts"
import type { Row as Record } from "../../../db/tenant-db.ts"
import { compactUstId } from "../../../lib/kennungen.ts"
import { fold } from "../../../lib/fold.ts"
import { artIn, type Kundenart, kundenartInWorten } from "../../../lib/kundenart.ts"
import { clock, count, degrees, type Spalte, words, yesNo } from "../../import/columns.ts"
import type { Existing, Importer } from "../../import/importer.ts"
import { sameName } from "../../import/read.ts"
import type { NewKunde } from "../model.ts"
import { changeKunde, createKunde, deleteKunde, requireFittingArt, requireTimes } from "../rules.ts"

type Neu = Static<typeof NewKunde>
type Kunde = Record<typeof kunden>

const abrechnungInWorten = { je_lieferung: "je Lieferung", monatlich: "monatlich", keine: "keine" } as const

export const kundenSpalten: readonly Spalte[] = [
  {
    feld: "kundennummer",
    name: "Kundennummer",
    auch: [
      "Kunden-Nr.",
      "Kundennr",
      "KdNr",
      "Kd.-Nr.",
      "Nummer",
      "Nr.",
      "Debitorennummer",
      "Adressnummer",
      "Customer No.",
    ],
    about: "Leer gelassen: die nächste freie",
    example: "20001",
  },
  {
    feld: "name",
    name: "Name",
    auch: [
      "Firma",
      "Kundenname",
      "Kunde",
      "Name 1",
      "Firmenname",
      "Matchcode",
      "Suchname",
      "Company",
      "Bezeichnung",
    ],
    about: "Firma oder Person",
    example: "Gasthaus zur Linde",
    required: true,
  },
  {
    feld: "ansprechpartner",
    name: "Ansprechpartner",
    auch: ["Kontakt", "Kontaktperson", "Name 2", "z. Hd.", "Inhaber"],
    about: "",
    example: "Frau Lind",
  },
  {
    feld: "telefon",
    name: "Telefon",
    auch: ["Tel.", "Telefon 1", "Telefonnummer", "Tel.-Nr.", "Rufnummer", "Mobil", "Phone"],
    about: "",
    example: "04131 12345",
  },
  {
    feld: "email",
    name: "E-Mail",
    auch: ["Mail", "E-Mail-Adresse", "Mailadresse"],
    about: "",
    example: "linde@gasthaus.example",
  },
  {
    feld: "strasse",
    name: "Straße",
    auch: ["Straße und Hausnummer", "Straße/Nr.", "Str.", "Anschrift", "Adresse", "Street"],
    about: "Mit Hausnummer",
    example: "Am Sande 5",
  },
  { feld: "plz", name: "PLZ", auch: ["Postleitzahl", "ZIP"], about: "", example: "21335" },
  { feld: "ort", name: "Ort", auch: ["Stadt", "Wohnort", "City"], about: "", example: "Lüneburg" },
  {
    feld: "land",
    name: "Land",
    auch: ["Länderkennzeichen", "LKZ", "Ländercode", "Country"],
    about: "Zwei Buchstaben; leer gelassen: DE",
    example: "DE",
    read: (cell) => (/^(?:d|deutschland|germany)$/i.test(cell) ? "DE" : cell.toUpperCase()),
  },
  {
    feld: "anlieferungshinweis",
    name: "Anlieferungshinweis",
    auch: ["Lieferhinweis", "Hinweis Fahrer", "Fahrerhinweis", "Lieferinfo"],
    about: "Liest der Fahrer als Erstes",
    example: "Hintereingang, zweimal klingeln",
  },
  {
    feld: "lieferzeit_von",
    name: "Lieferzeit von",
    auch: ["Anlieferung von", "Öffnung von"],
    about: "Uhrzeit, wie 8:00",
    example: "8:00",
    ...clock,
  },
  {
    feld: "lieferzeit_bis",
    name: "Lieferzeit bis",
    auch: ["Anlieferung bis", "Öffnung bis"],
    about: "Uhrzeit, wie 11:30",
    example: "11:30",
    ...clock,
  },
  {
    feld: "abrechnung",
    name: "Abrechnung",
    auch: ["Abrechnungsart", "Abrechnungsintervall"],
    about: "je Lieferung, monatlich oder keine",
    example: "monatlich",
    // Written as the interface has it, and as it always was.
    read: words(abrechnungInWorten).read,
  },
  {
    feld: "art",
    name: "Kundenart",
    about: "Unternehmen, Verbraucher, Behörde oder Ausland; leer: nach dem Land",
    example: "Unternehmen",
    ...words(kundenartInWorten, { Firma: "unternehmen", privat: "verbraucher", Privatkunde: "verbraucher" }),
  },
  {
    feld: "ust_id",
    name: "USt-IdNr.",
    auch: ["USt-ID", "UStID", "Umsatzsteuer-ID", "VAT"],
    about: "Wird an ihren Ziffern geprüft",
    example: "DE136695976",
  },
  {
    feld: "kaeuferreferenz",
    name: "Käuferreferenz",
    auch: ["Leitweg-ID"],
    about: "Bei Behörden die Leitweg-ID",
    example: "",
  },
  {
    feld: "rechnungs_email",
    name: "E-Mail für Rechnungen",
    auch: ["Rechnungs-E-Mail", "Rechnungsmail"],
    about: "Leer gelassen: die E-Mail",
    example: "rechnung@gasthaus.example",
  },
  {
    feld: "notiz",
    name: "Notiz",
    auch: ["Notizen", "Bemerkung", "Bemerkungen", "Info", "Memo", "Kommentar"],
    about: "Nur für das Büro",
    example: "Montags Ruhetag",
  },
  {
    feld: "aktiv",
    name: "Aktiv",
    auch: ["Status aktiv"],
    about: "ja oder nein; leer: ja",
    example: "ja",
    ...yesNo,
  },
  {
    feld: "debitor_nr",
    name: "Debitor",
    auch: ["Debitorenkonto", "FiBu-Konto"],
    about: "Konto in der Buchführung",
    example: "",
    ...count,
  },
  {
    feld: "breitengrad",
    name: "Breitengrad",
    auch: ["Latitude", "Lat"],
    about: "Auf der Karte",
    example: "53,2464",
    ...degrees,
  },
  {
    feld: "laengengrad",
    name: "Längengrad",
    auch: ["Longitude", "Lon", "Lng"],
    about: "Auf der Karte",
    example: "10,4115",
    ...degrees,
  },
]

const nachNummern = query<Kunde, { nummern: string }>`
  SELECT k.* FROM json_each(:nummern) j CROSS JOIN ${kunden} k ON k.kundennummer = j.value`

const nachName = query<Kunde, { name: string }>`
  SELECT k.* FROM ${kunden} k WHERE k.name_sort = :name LIMIT 50`

const existing = (kunde: Kunde): Existing => ({
  id: kunde.id,
  version: kunde.version,
  felder: Object.fromEntries(kundenSpalten.map(({ feld }) => [feld, kunde[feld as keyof Kunde]])),
})

/** @param parse reads one customer, as POST /api/kunden does */
export const kundenImporter = (parse: (input: unknown) => unknown): Importer<Neu> => ({
  art: "kunden",
  one: "Kunde",
  many: "Kunden",
  spalten: kundenSpalten,
  check: (input, given) => {
    const { art, land } = input as { art?: Kundenart; land?: string }
    const fitting = given["art"] === undefined && art !== undefined ? { art: artIn(land ?? "DE", art) } : {}
    const kunde = parse({ ...input, ...fitting }) as Neu
    requireTimes(kunde)
    requireFittingArt(kunde)
    return { ...kunde, ...(kunde.ust_id && { ust_id: compactUstId(kunde.ust_id) }) }
  },
  number: ({ kundennummer }) => kundennummer,
  name: ({ name }) => name,
  unique: [
    {
      name: "Die Nummer",
      feld: "kundennummer",
      holders: (tenant, nummern) =>
        new Map(
          tenant
            .all(nachNummern, { nummern: JSON.stringify(nummern) })
            .map((kunde) => [kunde.kundennummer, existing(kunde)]),
        ),
    },
  ],
  // The same name at the same address: so that a list without numbers can be sent twice.
  findUnnumbered: (tenant, { name, plz, strasse }) => {
    if (typeof name !== "string") return undefined
    const found = tenant
      .all(nachName, { name: fold(name.normalize("NFC")) })
      .filter((kunde) => sameName(kunde.plz, plz) && sameName(kunde.strasse, strasse))
    return found.length === 1 && found[0] ? existing(found[0]) : undefined
  },
  create: (tenant, actor, { input }) => createKunde(tenant, actor, input).kunde.id,
  change: (tenant, actor, { existing: before, patch }) =>
    void changeKunde(tenant, actor, before?.id ?? "", patch, before?.version),
  undo: (tenant, actor, id) => deleteKunde(tenant, actor, id, undefined),
  restore: (tenant, actor, id, vorher, version) => void changeKunde(tenant, actor, id, vorher, version),
})
