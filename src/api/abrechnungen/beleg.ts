import type { TenantReader } from "../../db/tenant-db.ts"
import { type Abrechnungsdaten, abrechnung } from "../../print/dokumente/abrechnung.ts"
import type { Druck } from "../../print/pdf/print.ts"
import { writeRechnung } from "../../print/rechnung/cii.ts"
import { en16931 } from "../../print/rechnung/profile.ts"
import { asFacturX } from "../../print/rechnung/facturx.ts"
import type { Rechnung } from "../../print/rechnung/modell.ts"
import { calculateRechnung } from "../../print/rechnung/calculate.ts"
import { type Abrechnungskopf, readKopf } from "./kopf.ts"
import { perSatz, toRechnung } from "./rechnung.ts"
import { type Abrechnung, getAbrechnung } from "./read.ts"
import { addDays } from "../../lib/day.ts"

/** A settlement ready to be handed out: its pages, with the invoice inside where its form asks for that. */
export type Abrechnungsbeleg = { druck: Druck; zeile: Abrechnung; rechnung: Rechnung | undefined }

/**
 * @returns a settlement or counter-document, ready to print; dated by when it was made
 * @throws Refusal missing, also for a customer who was erased
 */
export function composeAbrechnung(tenant: TenantReader, id: string): Abrechnungsbeleg {
  const zeile = getAbrechnung(tenant, id)
  const storniert = zeile.storno_von === null ? null : getAbrechnung(tenant, zeile.storno_von)
  const kopf = readKopf(tenant, id)
  const rechnung = toRechnung(zeile, kopf, storniert)
  const druck = abrechnung({ ...toDruckdaten(zeile, kopf, rechnung), storno: storniert })
  const attachment = rechnung && zeile.form === "zugferd" && asFacturX(writeRechnung(rechnung, en16931))
  return { druck: { ...druck, ...(attachment && { attachment: attachment }) }, zeile, rechnung }
}

const toDruckdaten = (
  zeile: Abrechnung,
  kopf: Abrechnungskopf,
  rechnung?: Rechnung,
): Omit<Abrechnungsdaten, "storno"> => ({
  ...zeile,
  ...kopf,
  von: zeile.abrechnung_ist === "rechnung" && zeile.form !== null ? zeile.leistung_von : zeile.von,
  posten: zeile.positionen.map((position) => ({
    ...position,
    bezeichnung: `${position.nummer}  ${position.bezeichnung}`,
  })),
  steuern: perSatz(zeile.steuern),
  kleinunternehmer: zeile.kleinunternehmer === 1,
  faellig_am: addDays(zeile.datum, kopf.zahlungsziel_tage ?? 0),
  summen: rechnung ? calculateRechnung(rechnung) : null,
  ohne_ust_weil: rechnung?.ohne_ust_weil ?? null,
  zahlungsbedingung: rechnung?.zahlungsbedingung ?? null,
})
