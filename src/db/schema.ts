/**
 * Columns of every table, for row types and for the statements that drizzle writes. Column names are the
 * API's field names, so rows need no mapping. References, checks, indexes, triggers and composite keys are in
 * migrations/ only; `bun run schema` prints their present state.
 *
 * Nearly every table has the primary key `(tenant_id, id)`, not `id`: clients may choose ids, and with a
 * global key one tenant could find out that another uses an id. Foreign keys are composite too, so that the
 * database itself refuses a reference across tenants (test/db/migrations.test.ts).
 */
export * from "./schema/firma.ts"
export * from "./schema/kunden.ts"
export * from "./schema/geraete.ts"
export * from "./schema/lieferungen.ts"
export * from "./schema/pfandbuchungen.ts"
export * from "./schema/pfandkonten.ts"
export * from "./schema/abrechnungen.ts"
export * from "./schema/belege.ts"
export * from "./schema/auftraege.ts"
export * from "./schema/versand.ts"
export * from "./schema/lager.ts"
