/**
 * Every table of the service: its columns, for the types of rows and for the statements that drizzle writes. Column names
 * are the API's field names, so rows need no mapping. Keys, references, checks, indexes and triggers stand in migrations/
 * alone; `bun run schema` prints all of them as they are today.
 *
 * The key is `(tenant_id, id)` and never `id` alone: clients may choose ids, and a global key would tell one
 * tenant that another already uses an id. References are composite for the same reason: the database itself
 * refuses a reference across tenants (test/db/migrations.test.ts).
 */
export * from "./schema/tenants.ts"
export * from "./schema/mitarbeiter.ts"
export * from "./schema/kunden.ts"
export * from "./schema/geraete.ts"
export * from "./schema/pfandartikel.ts"
export * from "./schema/lieferungen.ts"
export * from "./schema/bewegungen.ts"
export * from "./schema/pfandbuchungen.ts"
export * from "./schema/pfandkonten.ts"
export * from "./schema/abrechnungen.ts"
export * from "./schema/belege.ts"
export * from "./schema/auftraege.ts"
export * from "./schema/protokoll.ts"
export * from "./schema/fahrer.ts"
export * from "./schema/lieferbilder.ts"
export * from "./schema/importe.ts"
export * from "./schema/pruefungen.ts"
export * from "./schema/lager.ts"
