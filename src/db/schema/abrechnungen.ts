import { sql } from "drizzle-orm"
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import { ids, oneOf, refers, stamps } from "./columns.ts"
import { kunden } from "./kunden.ts"
import { lieferungen } from "./lieferungen.ts"
import { pfandbuchungen } from "./pfandbuchungen.ts"
import {
  abrechnungIst,
  abrechnungsarten,
  abrechnungsformen,
  abrechnungsklassen,
  einheiten,
  preisarten,
  ustVerfahren,
} from "./values.ts"

/**
 * Bookings that are in no valid settlement yet, kept by triggers: queries find them here instead of searching the
 * ledger. `id` is the booking's.
 */
export const offene_buchungen = sqliteTable(
  "offene_buchungen",
  {
    ...ids,
    kunde_id: text().notNull(),
    erfasst_am: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.id, pfandbuchungen),
    index("offene_buchungen_kunde").on(t.tenant_id, t.kunde_id, t.erfasst_am),
  ],
)

/**
 * Settlements and the documents that cancel them. Triggers see to it that they are numbered without gaps per year and
 * never changed.
 */
export const abrechnungen = sqliteTable(
  "abrechnungen",
  {
    ...ids,
    nummer: text().notNull(),
    jahr: integer().notNull(),
    lfd_nr: integer().notNull(),
    art: text({ enum: abrechnungsarten }).notNull(),
    /** The settlement that this document cancels. */
    storno_von: text(),
    grund: text(),
    kunde_id: text().notNull(),
    /** The delivery that it came with. */
    lieferung_id: text(),
    /** Day on which it was made out, in the company's time zone. */
    datum: text().notNull(),
    von: text().notNull(),
    bis: text().notNull(),
    /** The customer's account before the settlement; net or gross as `preise` says. */
    anfang_cent: integer().notNull(),
    /** Sum of the movements; net or gross likewise. */
    summe_cent: integer().notNull(),
    /** Amount to be paid, with `ust_cent`; below zero, to be paid back. */
    netto_cent: integer().notNull(),
    ust_cent: integer().notNull(),
    preise: text({ enum: preisarten }).notNull(),
    ust_verfahren: text({ enum: ustVerfahren }).notNull(),
    /** Made by a company that shows no VAT (UStG § 19). */
    kleinunternehmer: integer().notNull().default(0),
    /** NULL: made before companies had this setting. */
    abrechnung_ist: text({ enum: abrechnungIst }),
    /** NULL: made when paper was the only form. */
    form: text({ enum: abrechnungsformen }),
    /** When the earliest of its bookings was captured; of a cancellation, of what it cancels. */
    erfasst_ab: text(),
    /** The ledger's number of the last of its bookings; of a cancellation likewise. */
    stand_nr: integer(),
    /**
     * Booked between the settlement before and this one, and in no settlement: losses and opening balances. NULL: the
     * first one, a cancellation, or made by an earlier version.
     */
    ausserhalb_cent: integer(),
    /**
     * Sum of all losses of the customer when it was made. Less that of the settlement before, it is the losses' part of
     * `ausserhalb_cent`. NULL: a cancellation, or made by an earlier version.
     */
    verluste_bisher_cent: integer(),
    erstellt_von: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.kunde_id, kunden),
    refers(t, t.lieferung_id, lieferungen),
    refers(t, t.storno_von, t),
    unique("abrechnungen_lfd_nr").on(t.tenant_id, t.jahr, t.lfd_nr),
    unique("abrechnungen_nummer").on(t.tenant_id, t.nummer),
    uniqueIndex("abrechnungen_storno")
      .on(t.tenant_id, t.storno_von)
      .where(sql`storno_von IS NOT NULL`),
    index("abrechnungen_kunde").on(t.tenant_id, t.kunde_id, t.datum, t.id),
    index("abrechnungen_folge").on(t.tenant_id, t.kunde_id, t.jahr, t.lfd_nr),
    index("abrechnungen_datum").on(t.tenant_id, t.datum, t.id),
    // Cancellations are few among very many settlements.
    index("abrechnungen_gegenbelege")
      .on(t.tenant_id, t.datum, t.id)
      .where(sql`art = 'storno'`),
    index("abrechnungen_bis").on(t.tenant_id, t.bis, t.id),
    index("abrechnungen_lieferung").on(t.tenant_id, t.lieferung_id),
    oneOf("abrechnungen_art", t.art, abrechnungsarten),
    check(
      "abrechnungen_storno_hat_grund",
      sql`(${t.art} = 'storno') = (${t.storno_von} IS NOT NULL) AND (${t.art} = 'storno') = (${t.grund} IS NOT NULL)`,
    ),
    check(
      "abrechnungen_geht_auf",
      sql`${t.summe_cent} = ${t.netto_cent} + CASE ${t.preise} WHEN 'brutto' THEN ${t.ust_cent} ELSE 0 END`,
    ),
    oneOf("abrechnungen_preise", t.preise, preisarten),
    oneOf("abrechnungen_verfahren", t.ust_verfahren, ustVerfahren),
    oneOf("abrechnungen_abrechnung_ist", t.abrechnung_ist, abrechnungIst),
    oneOf("abrechnungen_form", t.form, abrechnungsformen),
    check("abrechnungen_zeitraum", sql`${t.von} <= ${t.bis}`),
  ],
)

/** Movements of one article or device at one price and one rate, with their names at that time. */
export const abrechnungspositionen = sqliteTable(
  "abrechnungspositionen",
  {
    ...ids,
    abrechnung_id: text().notNull(),
    position: integer().notNull(),
    pfandartikel_id: text(),
    geraet_id: text(),
    nummer: text().notNull(),
    bezeichnung: text().notNull(),
    /** NULL: settled before articles had units. */
    einheit: text({ enum: einheiten }),
    /** Account of the bookkeeping. */
    klasse: text({ enum: abrechnungsklassen }).notNull(),
    /** Per cent; NULL where no VAT is reckoned. */
    satz: integer(),
    betrag_cent: integer().notNull(),
    ausgabe: integer().notNull(),
    ruecknahme: integer().notNull(),
    /** Signed. */
    korrektur: integer().notNull(),
    summe_cent: integer().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.abrechnung_id, abrechnungen),
    unique("abrechnungspositionen_reihe").on(t.tenant_id, t.abrechnung_id, t.position),
    oneOf("abrechnungspositionen_klasse", t.klasse, abrechnungsklassen),
    oneOf("abrechnungspositionen_einheit", t.einheit, einheiten),
    check("abrechnungspositionen_eines", sql`(${t.pfandartikel_id} IS NULL) <> (${t.geraet_id} IS NULL)`),
    check(
      "abrechnungspositionen_summe",
      sql`${t.summe_cent} = ${t.betrag_cent} * (${t.ausgabe} - ${t.ruecknahme} + ${t.korrektur})`,
    ),
  ],
)

/** The VAT of a settlement, reckoned once per rate; split by what it was for, to the cent. */
export const abrechnungssteuern = sqliteTable(
  "abrechnungssteuern",
  {
    ...ids,
    abrechnung_id: text().notNull(),
    position: integer().notNull(),
    klasse: text({ enum: abrechnungsklassen }).notNull(),
    satz: integer(),
    netto_cent: integer().notNull(),
    ust_cent: integer().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.abrechnung_id, abrechnungen),
    unique("abrechnungssteuern_reihe").on(t.tenant_id, t.abrechnung_id, t.position),
    oneOf("abrechnungssteuern_klasse", t.klasse, abrechnungsklassen),
  ],
)

/** Bookings of a settlement; `gilt` ends when it is cancelled. No booking stands in two valid ones. */
export const abrechnungsbuchungen = sqliteTable(
  "abrechnungsbuchungen",
  {
    ...ids,
    abrechnung_id: text().notNull(),
    buchung_id: text().notNull(),
    gilt: integer().notNull().default(1),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.abrechnung_id, abrechnungen),
    refers(t, t.buchung_id, pfandbuchungen),
    uniqueIndex("abrechnungsbuchungen_einmal")
      .on(t.tenant_id, t.buchung_id)
      .where(sql`gilt = 1`),
    index("abrechnungsbuchungen_abrechnung").on(t.tenant_id, t.abrechnung_id, t.buchung_id),
    check("abrechnungsbuchungen_gilt", sql`${t.gilt} IN (0, 1)`),
  ],
)
