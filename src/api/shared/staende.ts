import { query } from "../../db/query.ts"
import {
  artikelstaende,
  geraete,
  geraetestaende,
  pfandartikel,
  pfandbestandteile,
  regelungsstaende,
  type tenants,
} from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"

// What was true at an instant: the master data of today never decide about yesterday.

/** Articles: deposits and parts. Class and rate are those of today: they change where they were wrong. */

export type Artikelzeile = Row<typeof pfandartikel>
/** An article with its deposit at an instant. */
type Artikelstand = Pick<Artikelzeile, "id" | "nummer" | "art" | "aktiv" | "steuersatz" | "pfand_cent"> & {
  klasse: Artikelzeile["ust_klasse"]
}
export type Teil = { pfandartikel_id: string; menge: number }

/** A Gebinde has no deposit of its own, today or then. */
const artikelAt = query<Artikelstand, { id: string; moment: string }>`
  SELECT a.id, a.nummer, a.art, a.aktiv, a.ust_klasse AS klasse, a.steuersatz,
    coalesce((SELECT s.pfand_cent FROM ${artikelstaende} s
      WHERE s.pfandartikel_id = a.id AND s.gueltig_bis > :moment ORDER BY s.gueltig_bis LIMIT 1), a.pfand_cent) AS pfand_cent
  FROM ${pfandartikel} a WHERE a.id = :id`

const formerTeile = query<{ teile: string | null }, { id: string; moment: string }>`
  SELECT s.teile FROM ${artikelstaende} s
  WHERE s.pfandartikel_id = :id AND s.gueltig_bis > :moment ORDER BY s.gueltig_bis LIMIT 1`

const parts = query<Teil, { gebinde_id: string }>`
  SELECT b.pfandartikel_id, b.menge FROM ${pfandbestandteile} b
  WHERE b.gebinde_id = :gebinde_id ORDER BY +b.id -- "+": not by walking through all of them in that order`

/** @param moment ISO 8601 UTC @throws Refusal missing */
export const getArtikelAt = (tenant: TenantReader, id: string, moment: string): Artikelstand =>
  tenant.getFirst(artikelAt, { id, moment }, "Pfandartikel nicht gefunden")

/** @returns the parts of a gebinde at an instant, in their order */
export function listTeileAt(tenant: TenantReader, gebinde_id: string, moment: string): Teil[] {
  const teile = tenant.first(formerTeile, { id: gebinde_id, moment })?.teile
  return teile ? (JSON.parse(teile) as Teil[]) : tenant.all(parts, { gebinde_id })
}

/**
 * @param menge pieces of the article
 * @param moment ISO 8601 UTC
 * @returns single articles with their pieces: of a gebinde the parts that it had at that instant
 */
export function splitArtikel(
  tenant: TenantReader,
  { id, art }: Pick<Artikelzeile, "id" | "art">,
  menge: number,
  moment: string,
): Teil[] {
  const teile = art === "gebinde" ? listTeileAt(tenant, id, moment) : [{ pfandartikel_id: id, menge: 1 }]
  return teile.map((teil) => ({ pfandartikel_id: teil.pfandartikel_id, menge: teil.menge * menge }))
}

const withOtherParts = query<{ n: number }, { id: string }>`
  SELECT 1 AS n FROM ${artikelstaende} s WHERE s.pfandartikel_id = :id AND s.teile IS NOT NULL LIMIT 1`

/** @returns whether a gebinde ever had other parts than today */
export const hasChangedParts = (tenant: TenantReader, gebinde_id: string): boolean =>
  tenant.first(withOtherParts, { id: gebinde_id }) !== undefined

/** Keeps deposit or parts that an article had until now; call it before they are changed. */
export function keepArtikelstand(tenant: TenantDb, { id, art, pfand_cent }: Artikelzeile): void {
  const isGebinde = art === "gebinde"
  tenant.insert(artikelstaende, {
    pfandartikel_id: id,
    gueltig_bis: tenant.now(),
    pfand_cent: isGebinde ? null : pfand_cent,
    teile: isGebinde ? JSON.stringify(tenant.all(parts, { gebinde_id: id })) : null,
  })
}

/** Devices: deposits. */

type Geraet = Row<typeof geraete>
type Geraetestand = Pick<Geraet, "pfand_cent" | "pfandform">

/** Whether it is a deposit or a security is that of today: it changes where it was wrong. */
const geraetAt = query<Geraetestand, { id: string; moment: string }>`
  SELECT g.pfandform, coalesce((SELECT s.pfand_cent FROM ${geraetestaende} s
    WHERE s.geraet_id = g.id AND s.gueltig_bis > :moment ORDER BY s.gueltig_bis LIMIT 1), g.pfand_cent) AS pfand_cent
  FROM ${geraete} g WHERE g.id = :id`

/** @param moment ISO 8601 UTC @throws Refusal missing */
export const getGeraetAt = (tenant: TenantReader, id: string, moment: string): Geraetestand =>
  tenant.getFirst(geraetAt, { id, moment }, "Gerät nicht gefunden")

/** Keeps the deposit that a device had until now; call it before it is changed. */
export const keepGeraetestand = (tenant: TenantDb, { id, pfand_cent }: Geraet): void => {
  tenant.insert(geraetestaende, { geraet_id: id, gueltig_bis: tenant.now(), pfand_cent })
}

/** The company: whether it was Kleinunternehmer, and how it calculated VAT. */

type Regelungsstand = Pick<Row<typeof tenants>, "kleinunternehmer" | "ust_verfahren">

const formerRegelung = query<Regelungsstand, { moment: string }>`
  SELECT s.kleinunternehmer, s.ust_verfahren FROM ${regelungsstaende} s
  WHERE s.gueltig_bis > :moment ORDER BY s.gueltig_bis, s.id LIMIT 1`

/** @param today the company as it is now @param moment ISO 8601 UTC @returns how it was then */
export function getRegelungAt(tenant: TenantReader, today: Regelungsstand, moment: string): Regelungsstand {
  const { kleinunternehmer, ust_verfahren } = tenant.first(formerRegelung, { moment }) ?? today
  return { kleinunternehmer, ust_verfahren }
}

/** Keeps how VAT was calculated until now; call it before that is changed. */
export function keepRegelung(tenant: TenantDb, { kleinunternehmer, ust_verfahren }: Regelungsstand): void {
  tenant.insert(regelungsstaende, { gueltig_bis: tenant.now(), kleinunternehmer, ust_verfahren })
}
