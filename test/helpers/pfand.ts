import { geraete, pfandartikel, pfandbestandteile } from "../../src/db/schema.ts"
import { changeKunde, createKunde } from "../../src/api/kunden/rules.ts"
import { tenants } from "../../src/db/schema.ts"
import { AUTHOR, type Company, type TestApp } from "./app.ts"

/** Details of a company and a customer that an invoice needs besides the letterhead. */
export const RECHNUNG = { abrechnung_ist: "rechnung", iban: "DE02120300000000202051" } as const
export const ANSCHRIFT = { strasse: "Gasse 2", plz: "21339", ort: "Lüneburg" }

/** A yard whose settlements are invoices. */
export async function billingYard(app: TestApp, slug: string): Promise<Yard> {
  const made = await yard(app, slug)
  const tenant = app.deps.system.tenant(made.id)
  await app.deps.system.write(() => {
    tenant.update(tenants, made.id, RECHNUNG)
    for (const id of made.kunden) changeKunde(tenant, AUTHOR, id, ANSCHRIFT, undefined)
  })
  return made
}

/** A company with what is needed to book: customers, a crate as gebinde, its parts, a keg, coolers. */
export async function yard(app: TestApp, slug: string) {
  const company = await app.company(slug)
  const tenant = app.deps.system.tenant(company.id)
  const ids = await app.deps.system.write(() => {
    const kunde = (nr: number) =>
      createKunde(tenant, AUTHOR, { kundennummer: `K-${nr}`, name: `Gasthaus ${nr}` }).record.id
    const einzeln = (nummer: string, pfand_cent: number) =>
      tenant.insert(pfandartikel, {
        nummer,
        bezeichnung: `Artikel ${nummer}`,
        art: "einzeln",
        pfand_cent,
        ust_klasse: "warenumschliessung",
      }).id
    const geraet = (nr: number) =>
      tenant.insert(geraete, { geraetenummer: `G-${nr}`, bezeichnung: "Kühler", pfand_cent: 5000 }).id
    const [leer, flasche, fass] = [einzeln("KASTEN", 150), einzeln("FLASCHE", 8), einzeln("FASS", 3000)]
    const kasten = tenant.insert(pfandartikel, {
      nummer: "BIER",
      bezeichnung: "Kasten Bier",
      art: "gebinde",
      ust_klasse: "warenumschliessung",
    }).id
    tenant.insert(pfandbestandteile, { gebinde_id: kasten, pfandartikel_id: leer, menge: 1 })
    tenant.insert(pfandbestandteile, { gebinde_id: kasten, pfandartikel_id: flasche, menge: 20 })
    return {
      kunden: [kunde(1), kunde(2)] as const,
      leer,
      flasche,
      fass,
      kasten,
      geraete: [geraet(1), geraet(2)] as const,
    }
  })
  return { ...company, ...ids }
}

export type Yard = Company & Awaited<ReturnType<typeof yard>>
