import type { Connection } from "./connection.ts"
import { Accounts } from "./accounts.ts"
import { NamedFiles } from "./named-files.ts"
import { AllTenants } from "./all-tenants.ts"
import { TenantDb } from "./tenant-db.ts"

/**
 * The few queries across tenants. A test fails when anyone but the log-in, the session, the tenants and the command
 * line imports this.
 */
export class SystemDb {
  readonly #connection: Connection
  readonly accounts: Accounts
  readonly tenants: AllTenants
  readonly files: NamedFiles

  constructor(connection: Connection) {
    this.#connection = connection
    this.accounts = new Accounts(connection)
    this.tenants = new AllTenants(connection)
    this.files = new NamedFiles(connection)
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
  writeElsewhere<T>(work: () => Promise<T>, owner: string): Promise<T> {
    return this.#connection.writeElsewhere(work, owner)
  }

  /** Empties SQLite's log of writes, in which erased data can still be read (wal-truncation.ts). */
  truncateWal(): void {
    this.#connection.truncateWal()
  }

  /** @throws SQLiteError when the database does not answer */
  probe(): void {
    this.#connection.probe("SELECT 1 FROM tenants LIMIT 1")
  }

  /**
   * @param after the tenant whose job was done last: the others have their turn first
   * @returns a tenant's oldest job that is not done
   */
  openAuftrag(after = ""): { tenant_id: string; id: string } | undefined {
    const found = this.#connection.statement(
      `SELECT tenant_id, id FROM auftraege INDEXED BY auftraege_offen
       WHERE status IN ('wartet', 'laeuft') AND erstellt_am > '' ORDER BY tenant_id <= :after, tenant_id, erstellt_am, id LIMIT 1`,
    )
    return (found.get({ after }) as { tenant_id: string; id: string } | null) ?? undefined
  }
}
