import type { InferSelectModel } from "drizzle-orm"
import type { tenants } from "./schema.ts"
import { AcrossTenants } from "./across-tenants.ts"

export type Tenant = InferSelectModel<typeof tenants>

/** Tenants per page of `each`. */
const PAGE = 200

/** Tenants themselves. */
export class AllTenants extends AcrossTenants {
  byId(id: string): Tenant | undefined {
    return this.get("SELECT * FROM tenants WHERE id = +:id", { id })
  }

  bySlug(slug: string): Tenant | undefined {
    return this.get("SELECT * FROM tenants WHERE slug = +:slug", { slug })
  }

  /** @returns one page in the order of name and id, after the given key */
  byName(after: { name: string; id: string } | undefined, limit: number): Tenant[] {
    return this.all(
      "SELECT * FROM tenants WHERE (name, id) > (+:name, +:id) ORDER BY name, id LIMIT +:limit",
      { name: after?.name ?? "", id: after?.id ?? "", limit },
    )
  }

  /** @returns all in the order of name and id, read a page at a time */
  *each(): Generator<Tenant, void> {
    for (let page = this.byName(undefined, PAGE); page.length > 0; page = this.byName(page.at(-1), PAGE))
      yield* page
  }

  count(): number {
    return this.get<{ n: number }>("SELECT count(*) AS n FROM tenants", {})?.n ?? 0
  }

  /** Stores that a demo's time is over, as the log-in notices. */
  expireDemo(id: string): void {
    this.run(
      `UPDATE tenants SET status = 'abgelaufen', aktualisiert_am = :now, version = version + 1
       WHERE id = :id AND status = 'aktiv'`,
      { id, now: this.now() },
    )
  }

  /** @returns the slugs of demos that were stored as expired and whose end lies ahead; they are active again */
  reviveDemos(): string[] {
    const now = this.now()
    const found = this.all<{ id: string; slug: string }>(
      `SELECT id, slug FROM tenants
         WHERE status = 'abgelaufen' AND typ = 'demo' AND demo_expires_at > :now ORDER BY slug`,
      { now },
    )
    for (const { id } of found)
      this.run(
        `UPDATE tenants SET status = 'aktiv', aktualisiert_am = :now, version = version + 1 WHERE id = :id`,
        { id, now },
      )
    return found.map(({ slug }) => slug)
  }
}
