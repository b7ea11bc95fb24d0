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
import { abrechnungsklassen, buchungsarten, preisarten, steuersaetze } from "./values.ts"
import { ids, stamps, oneOf, refers } from "./columns.ts"
import { kunden } from "./kunden.ts"
import { geraete } from "./geraete.ts"
import { pfandartikel } from "./pfandartikel.ts"
import { lieferungen } from "./lieferungen.ts"

/** The ledger. Append-only, numbered without gaps, chained by hashes; triggers hold it to that. */
export const pfandbuchungen = sqliteTable(
  "pfandbuchungen",
  {
    ...ids,
    lfd_nr: integer().notNull(),
    /** Id shared by all bookings of one Vorgang. */
    vorgang_id: text().notNull(),
    kunde_id: text().notNull(),
    pfandartikel_id: text(),
    geraet_id: text(),
    art: text({ enum: buchungsarten }).notNull(),
    /** Always above zero: the kind gives the sign. */
    menge: integer().notNull(),
    /** The deposit of one piece when it was booked. */
    betrag_cent: integer().notNull(),
    summe_cent: integer().notNull(),
    lieferung_id: text(),
    storno_von: text(),
    grund: text(),
    gebucht_von: text().notNull(),
    erfasst_am: text().notNull(),
    gebucht_am: text().notNull(),
    hash: text().notNull(),
    /** Facts that decide the tax, as article, device and company had them: a trigger refuses NULL. */
    klasse: text({ enum: abrechnungsklassen }),
    steuersatz: text({ enum: steuersaetze }),
    preise: text({ enum: preisarten }),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    refers(t, t.kunde_id, kunden),
    refers(t, t.pfandartikel_id, pfandartikel),
    refers(t, t.geraet_id, geraete),
    refers(t, t.lieferung_id, lieferungen),
    refers(t, t.storno_von, t),
    unique("pfandbuchungen_lfd_nr").on(t.tenant_id, t.lfd_nr),
    uniqueIndex("pfandbuchungen_storno")
      .on(t.tenant_id, t.storno_von)
      .where(sql`storno_von IS NOT NULL`),
    index("pfandbuchungen_vorgang").on(t.tenant_id, t.vorgang_id, t.lfd_nr),
    index("pfandbuchungen_kunde").on(t.tenant_id, t.kunde_id, t.lfd_nr),
    // Issues in the order in which they happened: for the age of an account, and for the piece that came back.
    index("pfandbuchungen_ausgaben")
      .on(t.tenant_id, t.kunde_id, t.pfandartikel_id, t.geraet_id, t.erfasst_am, t.lfd_nr)
      .where(sql`art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND storno_von IS NULL`),
    // Of one article, however many others the customer has.
    index("pfandbuchungen_konto").on(t.tenant_id, t.kunde_id, t.pfandartikel_id, t.lfd_nr),
    index("pfandbuchungen_artikel").on(t.tenant_id, t.pfandartikel_id, t.lfd_nr),
    // Most bookings are of articles and belong to no delivery: what is not in an index need not be written there.
    index("pfandbuchungen_geraet")
      .on(t.tenant_id, t.geraet_id, t.lfd_nr)
      .where(sql`geraet_id IS NOT NULL`),
    // Issues before the latest change of a rate (lib/steuer.ts), for queries that name this day.
    index("pfandbuchungen_fruehere_saetze")
      .on(t.tenant_id, t.kunde_id)
      .where(sql`erfasst_am < '2021-01-02'`),
    index("pfandbuchungen_lieferung")
      .on(t.tenant_id, t.lieferung_id, t.lfd_nr)
      .where(sql`lieferung_id IS NOT NULL`),
    index("pfandbuchungen_person").on(t.tenant_id, t.gebucht_von, t.lfd_nr),
    // Bookings in no settlement, customer by customer.
    index("pfandbuchungen_anfangsbestand")
      .on(t.tenant_id, t.kunde_id)
      .where(sql`art = 'anfangsbestand'`),
    // The rare kinds only; the other two are in every page anyway.
    index("pfandbuchungen_selten")
      .on(t.tenant_id, t.art, t.lfd_nr)
      .where(sql`art IN ('anfangsbestand', 'korrektur_plus', 'korrektur_minus')`),
    check("pfandbuchungen_eines", sql`(${t.pfandartikel_id} IS NULL) <> (${t.geraet_id} IS NULL)`),
    check("pfandbuchungen_menge", sql`${t.menge} > 0 AND ${t.betrag_cent} >= 0`),
    check("pfandbuchungen_geraet_einzeln", sql`${t.geraet_id} IS NULL OR ${t.menge} = 1`),
    check(
      "pfandbuchungen_summe",
      sql`${t.summe_cent} = ${t.menge} * ${t.betrag_cent} * CASE ${t.art}
        WHEN 'anfangsbestand' THEN 1 WHEN 'ausgabe' THEN 1 WHEN 'korrektur_plus' THEN 1
        WHEN 'ruecknahme' THEN -1 WHEN 'korrektur_minus' THEN -1 END`,
    ),
    oneOf("pfandbuchungen_art", t.art, buchungsarten),
    check(
      "pfandbuchungen_grund",
      sql`${t.grund} IS NOT NULL OR (${t.art} NOT IN ('korrektur_plus', 'korrektur_minus') AND ${t.storno_von} IS NULL)`,
    ),
  ],
)
