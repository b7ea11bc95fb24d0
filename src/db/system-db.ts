import type { Connection } from "./connection.ts"
import type { WorkElsewhere } from "./group-commit.ts"
import { Accounts } from "./accounts.ts"
import { Links } from "./links.ts"
import { Uploads } from "./uploads.ts"
import { AllTenants } from "./all-tenants.ts"
import { TenantDb } from "./tenant-db.ts"

/**
 * Queries across tenants. Only the log-in, the session, the tenants, the command line, the demo and the modules
 * that hand it to them may import this: test/architecture.test.ts has the list.
 */
export class SystemDb {
  readonly #connection: Connection
  readonly accounts: Accounts
  readonly tenants: AllTenants
  readonly uploads: Uploads
  readonly links: Links

  constructor(connection: Connection) {
    this.#connection = connection
    this.accounts = new Accounts(connection)
    this.tenants = new AllTenants(connection)
    this.uploads = new Uploads(connection)
    this.links = new Links(connection)
  }

  tenant(id: string): TenantDb {
    return new TenantDb(this.#connection, id)
  }

  now(): string {
    return this.#connection.now()
  }

  /** See `Connection.write`. */
  write<T>(work: () => T, owner?: string): Promise<T> {
    return this.#connection.write(work, owner)
  }

  /** See `Connection.writeElsewhere`. */
  writeElsewhere<T>(work: WorkElsewhere<T>, owner: string): Promise<T> {
    return this.#connection.writeElsewhere(work, owner)
  }

  /** Empties the WAL, in which erased data could still be read. See `WalTruncation.soon`. */
  truncateWal(): void {
    this.#connection.truncateWal()
  }

  /** See `Probe.run`. */
  probe(): void {
    this.#connection.probe("SELECT 1 FROM tenants LIMIT 1")
  }

  /** See `WriteProbe.run`. */
  probeWriting(): Promise<void> {
    return this.#connection.probeWriting()
  }

  /** @returns how many jobs of all companies wait or run */
  countAuftraege(): number {
    const found = this.#connection.statement(
      `SELECT count(*) AS n FROM auftraege INDEXED BY auftraege_offen
       WHERE status IN ('wartet', 'laeuft') AND erstellt_am > ''`,
    )
    return (found.get() as { n: number }).n
  }

  /**
   * Finds the next job, round robin by tenant.
   *
   * @param after tenant of the previous job
   * @returns the oldest unfinished job of the next tenant
   */
  nextAuftrag(after = ""): { tenant_id: string; id: string } | undefined {
    const found = this.#connection.statement(
      `SELECT tenant_id, id FROM auftraege INDEXED BY auftraege_offen
       WHERE status IN ('wartet', 'laeuft') AND erstellt_am > '' ORDER BY tenant_id <= +:after, tenant_id, erstellt_am, id LIMIT 1`,
    )
    return (found.get({ after }) as { tenant_id: string; id: string } | null) ?? undefined
  }
}
