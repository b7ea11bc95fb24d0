import type { FieldSpecs } from "./feld.ts"
import { ansichtfelder } from "./ansicht.ts"
import { linkantwortfelder } from "./beleg.ts"
import { artikelfelder, pfandfelder } from "./artikel.ts"
import { auftragsfehlerfelder } from "./auftrag.ts"
import { bewegungsfelder } from "./bewegung.ts"
import { datevfelder } from "./datev.ts"
import { firmenfelder } from "./firma.ts"
import { geraetefelder } from "./geraet.ts"
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

const declared: Readonly<Record<string, FieldSpecs>> = {
  ansichten: ansichtfelder,
  tenants: firmenfelder,
  kunden: kundenfelder,
  standorte: standortfelder,
  geraete: geraetefelder,
  pfandartikel: { ...artikelfelder, ...pfandfelder },
  mitarbeiter: mitarbeiterfelder,
  programmzugaenge: programmfelder,
  webhooks: webhookfelder,
  lieferungen: lieferfelder,
  liefertage: liefertagfelder,
  klaerungen: klaerungsfelder,
  geraete_bewegungen: bewegungsfelder,
  linkantworten: linkantwortfelder,
  auftragsfehler: auftragsfehlerfelder,
  datev_einstellungen: datevfelder,
  versand_einstellungen: versandfelder,
  mailserver: mailserverfelder,
  nachrichten: nachrichtfelder,
}

/** @returns what a table's field says of itself, where it is declared */
export const fieldOf = (table: string, field: string) => declared[table]?.[field]

/** @returns what the log calls a table's field, where it is declared */
export const labelInLog = (table: string, field: string): string | undefined =>
  fieldOf(table, field)?.inLog ?? fieldOf(table, field)?.label
