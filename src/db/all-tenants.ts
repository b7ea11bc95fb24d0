import type { InferSelectModel } from "drizzle-orm"
import type { tenants } from "./schema.ts"
import { AcrossTenants } from "./across-tenants.ts"

export type Tenant = InferSelectModel<typeof tenants>

/** Tenants per page of `each`. */
const PAGE = 200

/** Queries on the tenants themselves: the table `tenants`. */
export class AllTenants extends AcrossTenants {
  byId(id: string): Tenant | undefined {
    return this.get("SELECT * FROM tenants WHERE id = +:id", { id })
  }

  bySlug(slug: string): Tenant | undefined {
    return this.get("SELECT * FROM tenants WHERE slug = +:slug", { slug })
  }

  /** @returns a page of tenants by name and id, after the given one */
  pageByName(after: { name: string; id: string } | undefined, limit: number): Tenant[] {
    return this.all(
      "SELECT * FROM tenants WHERE (name, id) > (+:name, +:id) ORDER BY name, id LIMIT +:limit",
      { name: after?.name ?? "", id: after?.id ?? "", limit },
    )
  }

  /** @returns all tenants by name and id, read page by page */
  *each(): Generator<Tenant, void> {
    for (
      let page = this.pageByName(undefined, PAGE);
      page.length > 0;
      page = this.pageByName(page.at(-1), PAGE)
    )
      yield* page
  }

  count(): number {
    return this.get<{ n: number }>("SELECT count(*) AS n FROM tenants", {})?.n ?? 0
  }

  /** Marks a demo as expired; called by the log-in that notices it. */
  expireDemo(id: string): void {
    this.run(
      `UPDATE tenants SET status = 'abgelaufen', aktualisiert_am = :now, version = version + 1
       WHERE id = :id AND status = 'aktiv'`,
      { id, now: this.now() },
    )
  }

  /** Reactivates expired demos whose end was moved into the future. @returns their slugs */
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
