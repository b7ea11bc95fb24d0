import type { InferSelectModel } from "drizzle-orm"
import type { mitarbeiter } from "./schema.ts"
import { AcrossTenants } from "./across-tenants.ts"
import type { Tenant } from "./all-tenants.ts"

export type Mitarbeiter = InferSelectModel<typeof mitarbeiter>

/** Columns of an account, and of its tenant, that every request with a session reads. */
export type SessionRow = Pick<
  Mitarbeiter,
  "name" | "rolle" | "aktiv" | "token_generation" | "token_ausnahme" | "token_beendet"
> & {
  tenant_status: Tenant["status"] | null
  tenant_typ: Tenant["typ"] | null
  demo_expires_at: string | null
}

/** The access of another program, as each of its requests looks it up. */
export type ProgramRow = {
  id: string
  tenant_id: string
  name: string
  rechte: string
  zuletzt_am: string | null
} & Pick<SessionRow, "tenant_status" | "tenant_typ" | "demo_expires_at">

export type AccountRow = Pick<
  Mitarbeiter,
  "id" | "email" | "name" | "rolle" | "tenant_id" | "erstellt_am"
> & {
  tenant_name: string | null
  tenant_slug: string | null
  tenant_typ: Tenant["typ"] | null
  demo_expires_at: string | null
  tenant_status: Tenant["status"] | null
}

/** Most ended sessions kept per account. They expire after a day, in which nobody ends that many. */
const ENDED_SESSIONS = 100

/** Queries on accounts and their sessions. They cross tenants, as the log-in does not know the tenant yet. */
export class Accounts extends AcrossTenants {
  session(id: string, tenantId: string | null): SessionRow | undefined {
    return this.get(
      `SELECT m.name, m.rolle, m.aktiv, m.token_generation, m.token_ausnahme, m.token_beendet,
              t.status AS tenant_status, t.typ AS tenant_typ, t.demo_expires_at
       FROM mitarbeiter m LEFT JOIN tenants t ON t.id = m.tenant_id
       WHERE m.id = +:id AND m.tenant_id IS +:tenantId`,
      { id, tenantId },
    )
  }

  /** @returns the access that has this key; undefined where it was revoked or has ended */
  program(token_hash: string): ProgramRow | undefined {
    return this.get(
      `SELECT p.id, p.tenant_id, p.name, p.rechte, p.zuletzt_am,
              t.status AS tenant_status, t.typ AS tenant_typ, t.demo_expires_at
       FROM programmzugaenge p JOIN tenants t ON t.id = p.tenant_id
       WHERE p.token_hash = +:token_hash AND p.widerrufen_am IS NULL AND p.endet_am > +:now`,
      { token_hash, now: this.now() },
    )
  }

  /** Notes that a program used its access just now. */
  noteProgramUse({ id, tenant_id }: ProgramRow): void {
    this.run("UPDATE programmzugaenge SET zuletzt_am = :now WHERE tenant_id = :tenant_id AND id = :id", {
      id,
      tenant_id,
      now: this.now(),
    })
  }

  /**
   * Finds the active account for a log-in. An e-mail address may exist in several tenants. Without a slug, a
   * super administrator comes before accounts of active tenants, and these before all others; then the oldest
   * comes first.
   */
  ofLogin(email: string, slug: string | undefined): Mitarbeiter | undefined {
    if (slug !== undefined) {
      return this.get(
        `SELECT m.* FROM mitarbeiter m JOIN tenants t ON t.id = m.tenant_id
         WHERE t.slug = +:slug AND m.email = +:email AND m.aktiv = 1`,
        { email, slug },
      )
    }
    return this.get(
      `SELECT m.* FROM mitarbeiter m LEFT JOIN tenants t ON t.id = m.tenant_id
       WHERE m.email = +:email AND m.aktiv = 1
       ORDER BY m.tenant_id IS NOT NULL, t.status IS NOT 'aktiv', m.erstellt_am, m.id LIMIT 1`,
      { email },
    )
  }

  /** Finds an account, active or not: this tenant's, or, if no slug is given, a super administrator's. */
  byEmail(email: string, slug: string | undefined): Mitarbeiter | undefined {
    if (slug === undefined) {
      return this.get("SELECT * FROM mitarbeiter WHERE tenant_id IS NULL AND email = +:email", { email })
    }
    return this.get(
      `SELECT m.* FROM mitarbeiter m JOIN tenants t ON t.id = m.tenant_id
       WHERE t.slug = +:slug AND m.email = +:email`,
      { email, slug },
    )
  }

  withTenant(id: string, tenantId: string | null): AccountRow | undefined {
    return this.get(
      `SELECT m.id, m.email, m.name, m.rolle, m.tenant_id, m.erstellt_am, t.name AS tenant_name,
              t.slug AS tenant_slug, t.typ AS tenant_typ, t.demo_expires_at, t.status AS tenant_status
       FROM mitarbeiter m LEFT JOIN tenants t ON t.id = m.tenant_id
       WHERE m.id = +:id AND m.tenant_id IS +:tenantId`,
      { id, tenantId },
    )
  }

  passwordHash(id: string, tenantId: string | null): string | undefined {
    const row = this.get<{ password_hash: string }>(
      "SELECT password_hash FROM mitarbeiter WHERE id = +:id AND tenant_id IS +:tenantId",
      { id, tenantId },
    )
    return row?.password_hash
  }

  /**
   * Stores a password hash and revokes all tokens of the account.
   *
   * @param keepToken id of the one token that stays valid, or null
   * @param onlyIf hash and generation that must still be stored; left out when an administrator sets the
   *   password
   * @returns whether it was stored
   */
  setPassword(
    account: { id: string; tenant_id: string | null },
    hash: string,
    keepToken: string | null,
    onlyIf?: { hash: string; generation: number },
  ): boolean {
    return (
      this.run(
        `UPDATE mitarbeiter SET password_hash = :hash, token_generation = token_generation + 1,
           token_ausnahme = :keepToken, aktualisiert_am = :now, version = version + 1
         WHERE id = :id AND tenant_id IS :tenantId AND (:oldHash IS NULL OR (password_hash = :oldHash AND token_generation = :generation))`,
        {
          hash,
          keepToken,
          oldHash: onlyIf?.hash ?? null,
          generation: onlyIf?.generation ?? null,
          id: account.id,
          tenantId: account.tenant_id,
          now: this.now(),
        },
      ) === 1
    )
  }

  /** Stores a new hash of the same password, of a newer scheme. Keeps all tokens, and the version. */
  renewHash(account: Mitarbeiter, hash: string): void {
    this.run(
      `UPDATE mitarbeiter SET password_hash = :hash
       WHERE id = :id AND tenant_id IS :tenantId AND password_hash = :old`,
      { hash, id: account.id, tenantId: account.tenant_id, old: account.password_hash },
    )
  }

  /** Ends all sessions of an account. That makes the list of sessions that ended one by one superfluous. */
  revokeTokens(id: string, tenantId: string | null): void {
    this.run(
      `UPDATE mitarbeiter SET token_generation = token_generation + 1, token_ausnahme = NULL, token_beendet = ''
       WHERE id = :id AND tenant_id IS :tenantId`,
      { id, tenantId },
    )
  }

  /**
   * Ends one session of an account. Expired entries of `token_beendet` are dropped; if too many remain, all
   * sessions of the account end.
   *
   * @param session id of the session (api/auth/tokens.ts)
   * @param until expiry of its last token, in seconds since 1970
   * @param now in seconds since 1970
   */
  endSession(
    owner: { id: string; tenant_id: string | null },
    session: string,
    until: number,
    now: number,
  ): void {
    const { id, tenant_id: tenantId } = owner
    const kept = (this.session(id, tenantId)?.token_beendet ?? "")
      .split(" ")
      .filter((entry) => Number(entry.split("@")[1] ?? 0) > now)
    if (kept.length >= ENDED_SESSIONS) return this.revokeTokens(id, tenantId)
    this.run("UPDATE mitarbeiter SET token_beendet = :ended WHERE id = :id AND tenant_id IS :tenantId", {
      ended: [...kept, `${session}@${until}`].join(" "),
      id,
      tenantId,
    })
  }

  superadmins(): Pick<Mitarbeiter, "id" | "email" | "name" | "aktiv" | "erstellt_am">[] {
    return this.all(
      `SELECT id, email, name, aktiv, erstellt_am FROM mitarbeiter
         WHERE tenant_id IS NULL ORDER BY erstellt_am, id`,
      {},
    )
  }

  insertSuperadmin(values: { email: string; name: string; password_hash: string }): string {
    const id = Bun.randomUUIDv7()
    this.run(
      `INSERT INTO mitarbeiter (id, email, name, rolle, password_hash, erstellt_am, aktualisiert_am)
       VALUES (:id, :email, :name, 'superadmin', :password_hash, :now, :now)`,
      { id, ...values, now: this.now() },
    )
    return id
  }
}
