import { sql } from "drizzle-orm"
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"

/**
 * Every table of the service. Column names are the API's field names, so rows need no mapping.
 *
 * The key is `(tenant_id, id)` and never `id` alone: clients may choose ids, and a global key would tell one
 * tenant that another already uses an id. References are composite for the same reason: the database itself
 * refuses a reference across tenants.
 */

const ids = { tenant_id: text().notNull(), id: text().notNull() }

/** What every table carries; `version` counts changes and becomes the ETag. */
const stamps = {
  erstellt_am: text().notNull(),
  aktualisiert_am: text().notNull(),
  version: integer().notNull().default(1),
}

export const tenants = sqliteTable(
  "tenants",
  {
    id: text().primaryKey(),
    tenant_id: text().notNull().unique(),
    name: text().notNull(),
    slug: text().notNull().unique(),
    typ: text({ enum: ["demo", "standard"] }).notNull(),
    status: text({ enum: ["aktiv", "abgelaufen", "gesperrt"] })
      .notNull()
      .default("aktiv"),
    demo_expires_at: text(),
    zeitzone: text().notNull().default("Europe/Berlin"),
    strasse: text(),
    plz: text(),
    ort: text(),
    telefon: text(),
    email: text(),
    ust_id: text(),
    ...stamps,
  },
  (t) => [
    check("tenants_ist_eigener_tenant", sql`${t.tenant_id} = ${t.id}`),
    check("tenants_typ", sql`${t.typ} IN ('demo', 'standard')`),
    check("tenants_status", sql`${t.status} IN ('aktiv', 'abgelaufen', 'gesperrt')`),
    index("tenants_name").on(t.name, t.id),
    index("tenants_erstellt").on(t.erstellt_am, t.id),
  ],
)

export const mitarbeiter = sqliteTable(
  "mitarbeiter",
  {
    id: text().notNull(),
    /** NULL for a super administrator only. */
    tenant_id: text().references(() => tenants.id),
    email: text().notNull(),
    name: text().notNull(),
    rolle: text({ enum: ["superadmin", "admin", "user", "fahrer"] }).notNull(),
    password_hash: text().notNull(),
    aktiv: integer().notNull().default(1),
    /** Tokens of an earlier generation are revoked … */
    token_generation: integer().notNull().default(0),
    /** … but for this one: the token that changed the password goes on working. */
    token_ausnahme: text(),
    /** Sessions that were ended one by one, until their tokens run out: `id@seconds id@seconds`. */
    token_beendet: text().notNull().default(""),
    ...stamps,
  },
  (t) => [
    unique("mitarbeiter_id").on(t.tenant_id, t.id),
    uniqueIndex("mitarbeiter_superadmin_id")
      .on(t.id)
      .where(sql`tenant_id IS NULL`),
    uniqueIndex("mitarbeiter_email").on(t.tenant_id, t.email),
    uniqueIndex("mitarbeiter_superadmin_email")
      .on(t.email)
      .where(sql`tenant_id IS NULL`),
    index("mitarbeiter_login").on(t.email, t.aktiv),
    index("mitarbeiter_name").on(t.tenant_id, t.name, t.id),
    check("mitarbeiter_rolle", sql`${t.rolle} IN ('superadmin', 'admin', 'user', 'fahrer')`),
    check("mitarbeiter_superadmin_ohne_tenant", sql`(${t.rolle} = 'superadmin') = (${t.tenant_id} IS NULL)`),
  ],
)

export const kunden = sqliteTable(
  "kunden",
  {
    ...ids,
    kundennummer: text().notNull(),
    /** The number, if it is one: the next free one is the largest plus one. */
    nummer_wert: integer(),
    name: text().notNull(),
    /** The name as it is sorted: "Ähre" beside "Ahre". */
    name_sort: text().notNull().default(""),
    ansprechpartner: text(),
    telefon: text(),
    email: text(),
    strasse: text(),
    plz: text(),
    ort: text(),
    ort_sort: text().notNull().default(""),
    land: text().notNull().default("DE"),
    breitengrad: real(),
    laengengrad: real(),
    anlieferungshinweis: text(),
    lieferzeit_von: text(),
    lieferzeit_bis: text(),
    abrechnung: text({ enum: ["je_lieferung", "monatlich", "keine"] })
      .notNull()
      .default("je_lieferung"),
    notiz: text(),
    aktiv: integer().notNull().default(1),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    unique("kunden_nummer").on(t.tenant_id, t.kundennummer),
    index("kunden_name_sort").on(t.tenant_id, t.name_sort, t.id),
    index("kunden_ort_sort").on(t.tenant_id, t.ort_sort, t.id),
    index("kunden_im_ort").on(t.tenant_id, t.ort_sort, t.name_sort, t.id),
    index("kunden_im_ort_nummer").on(t.tenant_id, t.ort_sort, t.kundennummer),
    index("kunden_im_ort_aktualisiert").on(t.tenant_id, t.ort_sort, t.aktualisiert_am, t.id),
    index("kunden_nummer_wert").on(t.tenant_id, t.nummer_wert),
    index("kunden_aktualisiert").on(t.tenant_id, t.aktualisiert_am, t.id),
    // The few that are out of use are found without passing all the others; these cost nothing for those.
    index("kunden_inaktiv_name")
      .on(t.tenant_id, t.name_sort, t.id)
      .where(sql`aktiv = 0`),
    index("kunden_inaktiv_nummer")
      .on(t.tenant_id, t.kundennummer)
      .where(sql`aktiv = 0`),
    index("kunden_inaktiv_ort")
      .on(t.tenant_id, t.ort_sort, t.id)
      .where(sql`aktiv = 0`),
    index("kunden_inaktiv_aktualisiert")
      .on(t.tenant_id, t.aktualisiert_am, t.id)
      .where(sql`aktiv = 0`),
    check("kunden_abrechnung", sql`${t.abrechnung} IN ('je_lieferung', 'monatlich', 'keine')`),
    check("kunden_aktiv", sql`${t.aktiv} IN (0, 1)`),
  ],
)

/**
 * What a customer is found by; the full-text index (kunden_suche) reads from here. A table of its own, because
 * the index needs a row number that VACUUM does not change.
 */
export const kunden_suchtexte = sqliteTable(
  "kunden_suchtexte",
  {
    nr: integer().primaryKey({ autoIncrement: true }),
    tenant_id: text().notNull(),
    /** The customer's. */
    id: text().notNull(),
    /** Words with a space between; the index puts the tenant's id before each, so that no two tenants share one. */
    text: text().notNull(),
    /** More such words, by which a search is limited and which nobody can type. */
    filter: text().notNull().default(""),
    ...stamps,
  },
  (t) => [
    unique("kunden_suchtexte_id").on(t.tenant_id, t.id),
    foreignKey({ columns: [t.tenant_id, t.id], foreignColumns: [kunden.tenant_id, kunden.id] }),
  ],
)

export const kunden_bilder = sqliteTable(
  "kunden_bilder",
  {
    ...ids,
    kunde_id: text().notNull(),
    /** Below DATA_DIR/uploads and below the URL /uploads alike. */
    pfad: text().notNull().unique(),
    vorschau_pfad: text().notNull().unique(),
    titel: text(),
    sortierung: integer().notNull().default(0),
    breite: integer().notNull(),
    hoehe: integer().notNull(),
    /** Picture and preview together, in bytes: what counts against the tenant's quota. */
    bytes: integer().notNull(),
    /** An account of the tenant or a super administrator, who has none: hence no foreign key. */
    hochgeladen_von: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id, t.kunde_id], foreignColumns: [kunden.tenant_id, kunden.id] }),
    // For the quota: all sizes of a tenant without reading its rows.
    index("kunden_bilder_bytes").on(t.tenant_id, t.bytes),
    index("kunden_bilder_kunde").on(t.tenant_id, t.kunde_id, t.sortierung, t.id),
  ],
)

export const geraete = sqliteTable(
  "geraete",
  {
    ...ids,
    geraetenummer: text().notNull(),
    bezeichnung: text().notNull(),
    typ: text(),
    seriennummer: text(),
    barcode: text(),
    pfand_cent: integer().notNull().default(0),
    status: text({ enum: ["lager", "beim_kunden", "wartung", "verloren", "ausgemustert"] })
      .notNull()
      .default("lager"),
    kunde_id: text(),
    /** When it came into this status: how long it has been lost or in repair. */
    status_seit: text(),
    notiz: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    foreignKey({ columns: [t.tenant_id, t.kunde_id], foreignColumns: [kunden.tenant_id, kunden.id] }),
    unique("geraete_nummer").on(t.tenant_id, t.geraetenummer),
    uniqueIndex("geraete_barcode").on(t.tenant_id, t.barcode),
    index("geraete_kunde").on(t.tenant_id, t.kunde_id, t.id),
    index("geraete_bezeichnung").on(t.tenant_id, t.bezeichnung, t.id),
    index("geraete_status_nummer").on(t.tenant_id, t.status, t.geraetenummer),
    index("geraete_status_bezeichnung").on(t.tenant_id, t.status, t.bezeichnung, t.id),
    index("geraete_status_seit").on(t.tenant_id, t.status, t.status_seit, t.id),
    index("geraete_typ_nummer").on(t.tenant_id, t.typ, t.geraetenummer),
    index("geraete_typ_bezeichnung").on(t.tenant_id, t.typ, t.bezeichnung, t.id),
    check("geraete_pfand", sql`${t.pfand_cent} >= 0`),
    check(
      "geraete_status_erlaubt",
      sql`${t.status} IN ('lager', 'beim_kunden', 'wartung', 'verloren', 'ausgemustert')`,
    ),
    // A device is in exactly one place: with a customer, or not.
    check("geraete_ort", sql`(${t.status} = 'beim_kunden') = (${t.kunde_id} IS NOT NULL)`),
  ],
)

/** What a device is found by, as kunden_suchtexte; geraete_suche reads from here. */
export const geraete_suchtexte = sqliteTable(
  "geraete_suchtexte",
  {
    nr: integer().primaryKey({ autoIncrement: true }),
    tenant_id: text().notNull(),
    /** The device's. */
    id: text().notNull(),
    text: text().notNull(),
    ...stamps,
  },
  (t) => [
    unique("geraete_suchtexte_id").on(t.tenant_id, t.id),
    foreignKey({ columns: [t.tenant_id, t.id], foreignColumns: [geraete.tenant_id, geraete.id] }),
  ],
)

/** Append-only: who changed what, written in the transaction of the change. */
export const protokoll = sqliteTable(
  "protokoll",
  {
    ...ids,
    /** NULL when the command line did it. */
    mitarbeiter_id: text(),
    mitarbeiter_name: text().notNull(),
    aktion: text().notNull(),
    tabelle: text().notNull(),
    datensatz_id: text().notNull(),
    /** JSON: `{ "feld": [vorher, nachher] }` */
    aenderungen: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    index("protokoll_datensatz").on(t.tenant_id, t.tabelle, t.datensatz_id, t.id),
    index("protokoll_tabelle").on(t.tenant_id, t.tabelle, t.id),
    index("protokoll_mitarbeiter").on(t.tenant_id, t.mitarbeiter_id, t.id),
  ],
)

/**
 * What a client-made id was first used for: makes every create and every operation repeatable. The hash covers
 * the content of the request, never a password.
 */
export const anfragen = sqliteTable(
  "anfragen",
  { ...ids, art: text().notNull(), inhalt_hash: text().notNull(), ...stamps },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.art, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
  ],
)

export const pfandartikel = sqliteTable(
  "pfandartikel",
  {
    ...ids,
    nummer: text().notNull(),
    bezeichnung: text().notNull(),
    art: text({ enum: ["einzeln", "gebinde"] }).notNull(),
    /** Only a single article has a deposit of its own; a gebinde's is that of its parts. */
    pfand_cent: integer(),
    ust_klasse: text({ enum: ["warenumschliessung", "transporthilfsmittel"] }).notNull(),
    barcode: text(),
    aktiv: integer().notNull().default(1),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    unique("pfandartikel_nummer").on(t.tenant_id, t.nummer),
    uniqueIndex("pfandartikel_barcode").on(t.tenant_id, t.barcode),
    index("pfandartikel_bezeichnung").on(t.tenant_id, t.bezeichnung, t.id),
    check("pfandartikel_art", sql`${t.art} IN ('einzeln', 'gebinde')`),
    check("pfandartikel_pfand", sql`(${t.art} = 'einzeln') = (${t.pfand_cent} IS NOT NULL)`),
    check("pfandartikel_pfand_positiv", sql`${t.pfand_cent} IS NULL OR ${t.pfand_cent} >= 0`),
    check("pfandartikel_ust", sql`${t.ust_klasse} IN ('warenumschliessung', 'transporthilfsmittel')`),
    check("pfandartikel_aktiv", sql`${t.aktiv} IN (0, 1)`),
  ],
)

/** What an article is found by, as kunden_suchtexte; pfandartikel_suche reads from here. */
export const pfandartikel_suchtexte = sqliteTable(
  "pfandartikel_suchtexte",
  {
    nr: integer().primaryKey({ autoIncrement: true }),
    tenant_id: text().notNull(),
    /** The article's. */
    id: text().notNull(),
    text: text().notNull(),
    ...stamps,
  },
  (t) => [
    unique("pfandartikel_suchtexte_id").on(t.tenant_id, t.id),
    foreignKey({ columns: [t.tenant_id, t.id], foreignColumns: [pfandartikel.tenant_id, pfandartikel.id] }),
  ],
)

/** What a gebinde is made of: a crate and twenty bottles. */
export const pfandbestandteile = sqliteTable(
  "pfandbestandteile",
  {
    ...ids,
    gebinde_id: text().notNull(),
    pfandartikel_id: text().notNull(),
    menge: integer().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({
      columns: [t.tenant_id, t.gebinde_id],
      foreignColumns: [pfandartikel.tenant_id, pfandartikel.id],
    }),
    foreignKey({
      columns: [t.tenant_id, t.pfandartikel_id],
      foreignColumns: [pfandartikel.tenant_id, pfandartikel.id],
    }),
    unique("pfandbestandteile_einmal").on(t.tenant_id, t.gebinde_id, t.pfandartikel_id),
    index("pfandbestandteile_artikel").on(t.tenant_id, t.pfandartikel_id),
    check("pfandbestandteile_menge", sql`${t.menge} > 0`),
  ],
)

export const lieferungen = sqliteTable(
  "lieferungen",
  {
    ...ids,
    kunde_id: text().notNull(),
    fahrer_id: text(),
    datum: text().notNull(),
    zeit_von: text(),
    zeit_bis: text(),
    /** Place in the driver's tour of the day. */
    reihenfolge: integer().notNull().default(0),
    status: text({ enum: ["geplant", "unterwegs", "zugestellt", "nicht_zugestellt", "storniert"] })
      .notNull()
      .default("geplant"),
    hinweis: text(),
    notiz: text(),
    empfaenger_name: text(),
    /** `data:image/png;base64,…` */
    unterschrift: text(),
    grund: text(),
    gestartet_am: text(),
    erfasst_am: text(),
    abgeschlossen_am: text(),
    /** Which attempt this is: what a phone sends late was perhaps meant for an earlier one. */
    versuch: integer().notNull().default(1),
    /** 1: nobody planned it, the driver was asked at the door. */
    ungeplant: integer().notNull().default(0),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id, t.kunde_id], foreignColumns: [kunden.tenant_id, kunden.id] }),
    foreignKey({
      columns: [t.tenant_id, t.fahrer_id],
      foreignColumns: [mitarbeiter.tenant_id, mitarbeiter.id],
    }),
    index("lieferungen_datum").on(t.tenant_id, t.datum, t.id),
    index("lieferungen_tour").on(t.tenant_id, t.datum, t.fahrer_id, t.reihenfolge, t.id),
    index("lieferungen_fahrer").on(t.tenant_id, t.fahrer_id, t.datum, t.id),
    // For what a driver has left to do, among years of what is done.
    index("lieferungen_fahrer_status").on(t.tenant_id, t.fahrer_id, t.status, t.datum, t.id),
    index("lieferungen_kunde").on(t.tenant_id, t.kunde_id, t.datum, t.id),
    index("lieferungen_status").on(t.tenant_id, t.status, t.datum, t.id),
    check(
      "lieferungen_status_erlaubt",
      sql`${t.status} IN ('geplant', 'unterwegs', 'zugestellt', 'nicht_zugestellt', 'storniert')`,
    ),
  ],
)

/** A position names exactly one of an article and a device. */
export const lieferpositionen = sqliteTable(
  "lieferpositionen",
  {
    ...ids,
    lieferung_id: text().notNull(),
    position: integer().notNull(),
    pfandartikel_id: text(),
    geraet_id: text(),
    soll_ausgabe: integer().notNull().default(0),
    soll_ruecknahme: integer().notNull().default(0),
    /** NULL until the delivery is completed. */
    ist_ausgabe: integer(),
    ist_ruecknahme: integer(),
    /** Of a device that came back. */
    zustand: text({ enum: ["in_ordnung", "beschaedigt"] }),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({
      columns: [t.tenant_id, t.lieferung_id],
      foreignColumns: [lieferungen.tenant_id, lieferungen.id],
    }),
    foreignKey({
      columns: [t.tenant_id, t.pfandartikel_id],
      foreignColumns: [pfandartikel.tenant_id, pfandartikel.id],
    }),
    foreignKey({ columns: [t.tenant_id, t.geraet_id], foreignColumns: [geraete.tenant_id, geraete.id] }),
    unique("lieferpositionen_reihe").on(t.tenant_id, t.lieferung_id, t.position),
    index("lieferpositionen_artikel").on(t.tenant_id, t.pfandartikel_id),
    index("lieferpositionen_geraet").on(t.tenant_id, t.geraet_id),
    check("lieferpositionen_eines", sql`(${t.pfandartikel_id} IS NULL) <> (${t.geraet_id} IS NULL)`),
    check("lieferpositionen_soll", sql`${t.soll_ausgabe} >= 0 AND ${t.soll_ruecknahme} >= 0`),
    check(
      "lieferpositionen_ist",
      sql`coalesce(${t.ist_ausgabe}, 0) >= 0 AND coalesce(${t.ist_ruecknahme}, 0) >= 0`,
    ),
  ],
)

/** The custody history of every device, append-only. */
export const geraete_bewegungen = sqliteTable(
  "geraete_bewegungen",
  {
    ...ids,
    geraet_id: text().notNull(),
    art: text({ enum: ["ausgabe", "ruecknahme", "status"] }).notNull(),
    von_status: text().notNull(),
    nach_status: text().notNull(),
    /** Who got it, or had it. */
    kunde_id: text(),
    lieferung_id: text(),
    notiz: text(),
    /** Of an account, or of a super administrator, who has no tenant: hence no foreign key. */
    gebucht_von: text().notNull(),
    erfasst_am: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id, t.geraet_id], foreignColumns: [geraete.tenant_id, geraete.id] }),
    foreignKey({ columns: [t.tenant_id, t.kunde_id], foreignColumns: [kunden.tenant_id, kunden.id] }),
    foreignKey({
      columns: [t.tenant_id, t.lieferung_id],
      foreignColumns: [lieferungen.tenant_id, lieferungen.id],
    }),
    index("geraete_bewegungen_geraet").on(t.tenant_id, t.geraet_id, t.id),
    index("geraete_bewegungen_kunde").on(t.tenant_id, t.kunde_id, t.id),
    check("geraete_bewegungen_art", sql`${t.art} IN ('ausgabe', 'ruecknahme', 'status')`),
  ],
)

/** The ledger. Append-only, numbered without gaps, chained by hashes; triggers hold it to that. */
export const pfandbuchungen = sqliteTable(
  "pfandbuchungen",
  {
    ...ids,
    lfd_nr: integer().notNull(),
    /** What was booked together. */
    vorgang_id: text().notNull(),
    kunde_id: text().notNull(),
    pfandartikel_id: text(),
    geraet_id: text(),
    art: text({
      enum: ["anfangsbestand", "ausgabe", "ruecknahme", "korrektur_plus", "korrektur_minus"],
    }).notNull(),
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
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id, t.kunde_id], foreignColumns: [kunden.tenant_id, kunden.id] }),
    foreignKey({
      columns: [t.tenant_id, t.pfandartikel_id],
      foreignColumns: [pfandartikel.tenant_id, pfandartikel.id],
    }),
    foreignKey({ columns: [t.tenant_id, t.geraet_id], foreignColumns: [geraete.tenant_id, geraete.id] }),
    foreignKey({
      columns: [t.tenant_id, t.lieferung_id],
      foreignColumns: [lieferungen.tenant_id, lieferungen.id],
    }),
    foreignKey({ columns: [t.tenant_id, t.storno_von], foreignColumns: [t.tenant_id, t.id] }),
    unique("pfandbuchungen_lfd_nr").on(t.tenant_id, t.lfd_nr),
    uniqueIndex("pfandbuchungen_storno")
      .on(t.tenant_id, t.storno_von)
      .where(sql`storno_von IS NOT NULL`),
    index("pfandbuchungen_vorgang").on(t.tenant_id, t.vorgang_id, t.lfd_nr),
    index("pfandbuchungen_kunde").on(t.tenant_id, t.kunde_id, t.lfd_nr),
    index("pfandbuchungen_artikel").on(t.tenant_id, t.pfandartikel_id, t.lfd_nr),
    index("pfandbuchungen_geraet").on(t.tenant_id, t.geraet_id, t.lfd_nr),
    index("pfandbuchungen_lieferung").on(t.tenant_id, t.lieferung_id, t.lfd_nr),
    index("pfandbuchungen_person").on(t.tenant_id, t.gebucht_von, t.lfd_nr),
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
    check(
      "pfandbuchungen_art",
      sql`${t.art} IN ('anfangsbestand', 'ausgabe', 'ruecknahme', 'korrektur_plus', 'korrektur_minus')`,
    ),
    check(
      "pfandbuchungen_grund",
      sql`${t.grund} IS NOT NULL OR (${t.art} NOT IN ('korrektur_plus', 'korrektur_minus') AND ${t.storno_von} IS NULL)`,
    ),
  ],
)

/** The balance per customer and article or device; triggers keep it in the booking's own transaction. */
export const pfandkonten = sqliteTable(
  "pfandkonten",
  {
    ...ids,
    kunde_id: text().notNull(),
    pfandartikel_id: text(),
    geraet_id: text(),
    bestand: integer().notNull(),
    wert_cent: integer().notNull(),
    /** When the oldest piece that is still there went out: first in, first out. NULL where there is none. */
    seit_am: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id, t.kunde_id], foreignColumns: [kunden.tenant_id, kunden.id] }),
    uniqueIndex("pfandkonten_artikel").on(t.tenant_id, t.kunde_id, t.pfandartikel_id),
    uniqueIndex("pfandkonten_geraet").on(t.tenant_id, t.kunde_id, t.geraet_id),
  ],
)

/** The balance per customer: what `/api/pfandsalden` sorts by, kept by the same triggers. */
export const pfandsalden = sqliteTable(
  "pfandsalden",
  {
    ...ids,
    kunde_id: text().notNull(),
    wert_cent: integer().notNull(),
    /** How many of the customer's accounts are below zero: more came back than went out. */
    negative_konten: integer().notNull(),
    /** The earliest of the accounts. */
    seit_am: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id, t.kunde_id], foreignColumns: [kunden.tenant_id, kunden.id] }),
    uniqueIndex("pfandsalden_kunde").on(t.tenant_id, t.kunde_id),
    index("pfandsalden_wert").on(t.tenant_id, t.wert_cent, t.id),
    index("pfandsalden_seit").on(t.tenant_id, t.seit_am, t.id, t.wert_cent),
  ],
)

/** What was booked on each day (in UTC), kept by triggers: the curve of the deposit out, and where a day begins. */
export const pfandverlauf = sqliteTable(
  "pfandverlauf",
  {
    ...ids,
    tag: text().notNull(),
    zugang_cent: integer().notNull(),
    abgang_cent: integer().notNull(),
    /** The first and the last `lfd_nr` of the day. */
    erste_nr: integer().notNull(),
    letzte_nr: integer().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    uniqueIndex("pfandverlauf_tag").on(t.tenant_id, t.tag),
  ],
)

/** What all customers together hold of an article, kept by triggers; one row without an article for all devices. */
export const pfandbestaende = sqliteTable(
  "pfandbestaende",
  {
    ...ids,
    pfandartikel_id: text(),
    bestand: integer().notNull(),
    wert_cent: integer().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    foreignKey({
      columns: [t.tenant_id, t.pfandartikel_id],
      foreignColumns: [pfandartikel.tenant_id, pfandartikel.id],
    }),
    uniqueIndex("pfandbestaende_artikel").on(t.tenant_id, t.pfandartikel_id),
  ],
)

/** What the proofs of the ledger said; `erstellt_am` is when one ended. */
export const pfandpruefungen = sqliteTable(
  "pfandpruefungen",
  {
    ...ids,
    in_ordnung: integer().notNull(),
    buchungen: integer().notNull(),
    letzter_hash: text(),
    /** How many faults were told. */
    fehler: integer().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    check("pfandpruefungen_in_ordnung", sql`${t.in_ordnung} IN (0, 1)`),
  ],
)

/** What was photographed at a stop: the place, a damage, a proof that somebody was there. */
export const lieferungen_bilder = sqliteTable(
  "lieferungen_bilder",
  {
    ...ids,
    lieferung_id: text().notNull(),
    /** The attempt it was taken at: a stop that failed has pictures, too. */
    versuch: integer().notNull(),
    art: text({ enum: ["ort", "schaden", "beweis"] }).notNull(),
    /** The position it belongs to, if it belongs to one. */
    pfandartikel_id: text(),
    geraet_id: text(),
    pfad: text().notNull().unique(),
    vorschau_pfad: text().notNull().unique(),
    titel: text(),
    breite: integer().notNull(),
    hoehe: integer().notNull(),
    /** Picture and preview together, in bytes: what counts against the tenant's quota. */
    bytes: integer().notNull(),
    hochgeladen_von: text(),
    erfasst_am: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({
      columns: [t.tenant_id, t.lieferung_id],
      foreignColumns: [lieferungen.tenant_id, lieferungen.id],
    }),
    foreignKey({
      columns: [t.tenant_id, t.pfandartikel_id],
      foreignColumns: [pfandartikel.tenant_id, pfandartikel.id],
    }),
    foreignKey({ columns: [t.tenant_id, t.geraet_id], foreignColumns: [geraete.tenant_id, geraete.id] }),
    index("lieferungen_bilder_bytes").on(t.tenant_id, t.bytes),
    index("lieferungen_bilder_lieferung").on(t.tenant_id, t.lieferung_id, t.id),
    check("lieferungen_bilder_art", sql`${t.art} IN ('ort', 'schaden', 'beweis')`),
    check("lieferungen_bilder_eines", sql`${t.pfandartikel_id} IS NULL OR ${t.geraet_id} IS NULL`),
  ],
)

/** What a company decides about its drivers' work: one row, or none as long as nobody changed anything. */
export const fahrer_einstellungen = sqliteTable(
  "fahrer_einstellungen",
  {
    ...ids,
    ungeplant_erlaubt: integer().notNull().default(1),
    /** JSON: reasons to tap when a delivery fails, in their order. */
    fehlschlag_gruende: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({ columns: [t.tenant_id], foreignColumns: [tenants.id] }),
    check("fahrer_einstellungen_einmal", sql`${t.id} = ${t.tenant_id}`),
    check("fahrer_einstellungen_ungeplant", sql`${t.ungeplant_erlaubt} IN (0, 1)`),
  ],
)

/** What a driver did and the service refused, handed to the office, which books or discards it. */
export const klaerungen = sqliteTable(
  "klaerungen",
  {
    ...ids,
    fahrer_id: text(),
    kunde_id: text().notNull(),
    lieferung_id: text(),
    versuch: integer(),
    art: text({ enum: ["start", "abschluss", "fehlschlag", "ungeplant"] }).notNull(),
    /** JSON: what was sent; "{}" when the person was erased. */
    angaben: text().notNull(),
    /** What the service answered. */
    ablehnung: text().notNull(),
    erfasst_am: text().notNull(),
    status: text({ enum: ["offen", "gebucht", "verworfen"] })
      .notNull()
      .default("offen"),
    entscheidung: text(),
    entschieden_von: text(),
    entschieden_am: text(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({
      columns: [t.tenant_id, t.fahrer_id],
      foreignColumns: [mitarbeiter.tenant_id, mitarbeiter.id],
    }),
    foreignKey({ columns: [t.tenant_id, t.kunde_id], foreignColumns: [kunden.tenant_id, kunden.id] }),
    foreignKey({
      columns: [t.tenant_id, t.lieferung_id],
      foreignColumns: [lieferungen.tenant_id, lieferungen.id],
    }),
    index("klaerungen_status").on(t.tenant_id, t.status, t.id),
    index("klaerungen_kunde").on(t.tenant_id, t.kunde_id, t.id),
    index("klaerungen_lieferung").on(t.tenant_id, t.lieferung_id, t.id),
    check("klaerungen_art", sql`${t.art} IN ('start', 'abschluss', 'fehlschlag', 'ungeplant')`),
    check("klaerungen_status_erlaubt", sql`${t.status} IN ('offen', 'gebucht', 'verworfen')`),
    check("klaerungen_entschieden", sql`(${t.status} = 'offen') = (${t.entschieden_am} IS NULL)`),
  ],
)

/** What was counted on a truck in the evening. */
export const feierabende = sqliteTable(
  "feierabende",
  {
    ...ids,
    fahrer_id: text().notNull(),
    datum: text().notNull(),
    bemerkung: text(),
    erfasst_am: text().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({
      columns: [t.tenant_id, t.fahrer_id],
      foreignColumns: [mitarbeiter.tenant_id, mitarbeiter.id],
    }),
    index("feierabende_datum").on(t.tenant_id, t.datum, t.id),
    index("feierabende_fahrer").on(t.tenant_id, t.fahrer_id, t.datum, t.id),
  ],
)

/** What should have been on the truck, as the deliveries said then, beside what was. */
export const feierabend_positionen = sqliteTable(
  "feierabend_positionen",
  {
    ...ids,
    feierabend_id: text().notNull(),
    position: integer().notNull(),
    /** Empties and devices taken back, or goods that nobody took. */
    art: text({ enum: ["leergut", "ware"] }).notNull(),
    pfandartikel_id: text(),
    geraet_id: text(),
    erwartet: integer().notNull(),
    gezaehlt: integer().notNull(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.tenant_id, t.id] }),
    foreignKey({
      columns: [t.tenant_id, t.feierabend_id],
      foreignColumns: [feierabende.tenant_id, feierabende.id],
    }),
    foreignKey({
      columns: [t.tenant_id, t.pfandartikel_id],
      foreignColumns: [pfandartikel.tenant_id, pfandartikel.id],
    }),
    foreignKey({ columns: [t.tenant_id, t.geraet_id], foreignColumns: [geraete.tenant_id, geraete.id] }),
    unique("feierabend_positionen_reihe").on(t.tenant_id, t.feierabend_id, t.position),
    check("feierabend_positionen_art", sql`${t.art} IN ('leergut', 'ware')`),
    check("feierabend_positionen_eines", sql`(${t.pfandartikel_id} IS NULL) <> (${t.geraet_id} IS NULL)`),
    check("feierabend_positionen_mengen", sql`${t.erwartet} >= 0 AND ${t.gezaehlt} >= 0`),
  ],
)
