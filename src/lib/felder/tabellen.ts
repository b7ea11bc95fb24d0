import type { FieldSpecs } from "./feld.ts"
import { ansichtfelder } from "./ansicht.ts"
import { linkantwortfelder } from "./beleg.ts"
import { artikelfelder, pfandfelder } from "./artikel.ts"
import { auftragsfehlerfelder } from "./auftrag.ts"
import { bewegungsfelder, geraetefelder } from "./geraet.ts"
import { datevfelder } from "./datev.ts"
import { firmenfelder } from "./firma.ts"
import { klaerungsfelder } from "./klaerung.ts"
import { kundenfelder } from "./kunde.ts"
import { liefertagfelder } from "./liefertag.ts"
import { lieferfelder } from "./lieferung.ts"
import { mailserverfelder } from "./mailserver.ts"
import { mitarbeiterfelder } from "./mitarbeiter.ts"
import { programmfelder } from "./programmzugang.ts"
import { nachrichtfelder, versandfelder } from "./versand.ts"
import { standortfelder } from "./standort.ts"
import { webhookfelder } from "./webhook.ts"

type Tabelle = {
  /** A record, in the log's words; it tells of no others. */
  one?: string
  /** Screen of a record. */
  path?: string
  felder?: FieldSpecs
}

/** Tables whose changes stand in the log, in the order in which it offers them, and those with declared fields. */
export const tabellen: Readonly<Record<string, Tabelle>> = {
  kunden: { one: "Kunde", path: "/kunden/:id", felder: kundenfelder },
  kunden_bilder: { one: "Bild eines Kunden" },
  standorte: { one: "Standort eines Kunden", felder: standortfelder },
  geraete: { one: "Gerät", path: "/geraete/:id", felder: geraetefelder },
  geraete_pruefplaene: { one: "Prüftermin" },
  geraete_pruefungen: { one: "Prüfung eines Geräts" },
  pfandartikel: { one: "Artikel", path: "/artikel/:id", felder: { ...artikelfelder, ...pfandfelder } },
  lagerbewegungen: { one: "Lagerbewegung" },
  pfandverluste: { one: "Verlust" },
  inventuren: { one: "Inventur", path: "/inventuren/:id" },
  lieferungen: { one: "Lieferung", path: "/lieferungen/:id", felder: lieferfelder },
  liefertage: { one: "Liefertag", felder: liefertagfelder },
  liefertagwochen: { one: "Woche eines Liefertags" },
  lieferungen_bilder: { one: "Bild einer Lieferung" },
  nachrichten: { one: "E-Mail", felder: nachrichtfelder },
  versand_einstellungen: { one: "Einstellungen zum Versand", felder: versandfelder },
  mailserver: { one: "Eigener Mailserver", felder: mailserverfelder },
  webhooks: { one: "Webhook", felder: webhookfelder },
  ansichten: { one: "Ansicht", felder: ansichtfelder },
  programmzugaenge: { one: "Zugang eines Programms", felder: programmfelder },
  mitarbeiter: { one: "Konto", path: "/mitarbeiter/:id", felder: mitarbeiterfelder },
  abrechnungen: { one: "Abrechnung" },
  tenants: { one: "Firma", felder: firmenfelder },
  firmenlogos: { one: "Logo der Firma" },
  datev_einstellungen: { one: "DATEV-Einstellungen", felder: datevfelder },
  belege: { one: "Brief" },
  fahrer_einstellungen: { one: "Einstellungen für Fahrer" },
  feierabende: { one: "Feierabend" },
  klaerungen: { one: "Klärung", felder: klaerungsfelder },
  auftraege: { one: "Papiere für viele Kunden" },
  geraete_bewegungen: { felder: bewegungsfelder },
  linkantworten: { felder: linkantwortfelder },
  auftragsfehler: { felder: auftragsfehlerfelder },
}

/** @returns what a table's field says of itself, where it is declared */
export const fieldOf = (table: string, field: string) => tabellen[table]?.felder?.[field]

/** @returns what the log calls a table's field, where it is declared */
export const labelInLog = (table: string, field: string): string | undefined =>
  fieldOf(table, field)?.inLog ?? fieldOf(table, field)?.label
