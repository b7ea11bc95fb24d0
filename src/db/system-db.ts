import type { Connection } from "./connection.ts"
import type { WorkElsewhere } from "./group-commit.ts"
import { Accounts } from "./accounts.ts"
import { AcrossTenants } from "./across-tenants.ts"
import { AllTenants, type Tenant } from "./all-tenants.ts"
import { TenantDb } from "./tenant-db.ts"
import { NUMBER_OF_FILES, RECORD_OF_FILE, type RecordOfFile } from "./upload-paths.ts"

/** Where a customer's link leads, and whether its company may still be asked. */
type LinkRow = { tenant_id: string; beleg_id: string } & Pick<Tenant, "typ" | "demo_expires_at">

/** What waits, of a company. */
type Waiting = { tenant_id: string; id: string }

/**
 * Queries across tenants. Only the log-in, the session, the tenants, the command line, the demo and the modules
 * that hand it to them may import this: test/architecture.test.ts has the list.
 */
export class SystemDb extends AcrossTenants {
  readonly #connection: Connection
  readonly accounts: Accounts
  readonly tenants: AllTenants

  constructor(connection: Connection) {
    super(connection)
    this.#connection = connection
    this.accounts = new Accounts(connection)
    this.tenants = new AllTenants(connection)
  }

  tenant(id: string): TenantDb {
    return new TenantDb(this.#connection, id)
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

  /** @returns the record that refers to this uploaded file. @param path below uploads/ */
  findRecordOf(path: string): RecordOfFile | undefined {
    return this.get(RECORD_OF_FILE, { path })
  }

  /** @returns the number of uploaded files that records refer to */
  countFiles(): number {
    return this.get<{ n: number }>(NUMBER_OF_FILES, {})?.n ?? 0
  }

  /**
   * @returns where a customer's link leads: whoever opens it names no company. Undefined if there is no such link, it
   *   was revoked or has ended, or its company is not active
   */
  findLink(token_hash: string): LinkRow | undefined {
    return this.get(
      `SELECT l.tenant_id, l.beleg_id, t.typ, t.demo_expires_at
       FROM antwortlinks l JOIN tenants t ON t.id = l.tenant_id
       WHERE l.token_hash = +:token_hash AND l.endet_am > +:now AND t.status = 'aktiv'`,
      { token_hash, now: this.now() },
    )
  }

  /** @returns how many jobs wait or run, of all companies that may work */
  countAuftraege(): number {
    const found = this.get<{ n: number }>(
      `SELECT count(*) AS n FROM auftraege a INDEXED BY auftraege_offen CROSS JOIN tenants t ON t.id = a.tenant_id
       WHERE a.status IN ('wartet', 'laeuft') AND a.erstellt_am > ''
         AND t.status = 'aktiv' AND (t.typ <> 'demo' OR t.demo_expires_at IS NULL OR t.demo_expires_at > +:now)`,
      { now: this.now() },
    )
    return found?.n ?? 0
  }

  /** @returns whether the company is neither blocked nor a demo that has ended */
  mayWork(tenant_id: string): boolean {
    const found = this.get(
      `SELECT t.id FROM tenants t WHERE t.id = :tenant_id
         AND t.status = 'aktiv' AND (t.typ <> 'demo' OR t.demo_expires_at IS NULL OR t.demo_expires_at > +:now)`,
      { tenant_id, now: this.now() },
    )
    return found !== undefined
  }

  /**
   * @param installation as for `dueNachrichten`
   * @returns how many messages the operator's mail server is to take, now or later. What waits in companies that may not
   *   work, or send nothing from here, waits for somebody else
   */
  countNachrichten(installation: string): number {
    const found = this.get<{ n: number }>(
      `SELECT count(*) AS n
       FROM versand_einstellungen v CROSS JOIN tenants t ON t.id = v.tenant_id
         CROSS JOIN nachrichten n INDEXED BY nachrichten_offen
           ON n.tenant_id = v.tenant_id AND n.status IN ('wartet', 'laeuft')
       WHERE v.tenant_id > '' AND v.sendet = 1 AND v.freigabe = +:installation
         AND t.status = 'aktiv' AND (t.typ <> 'demo' OR t.demo_expires_at IS NULL OR t.demo_expires_at > +:now)
         AND NOT EXISTS (SELECT 1 FROM mailserver m WHERE m.tenant_id = v.tenant_id)`,
      { now: this.now(), installation },
    )
    return found?.n ?? 0
  }

  /**
   * @returns how many messages by the operator's mail server are unclear and still undecided, counted to 1000. Only
   *   companies that may work count: in others nobody can decide
   */
  countUnclear(): number {
    const found = this.get<{ n: number }>(
      `SELECT count(*) AS n FROM (
         SELECT 1 FROM nachrichten n INDEXED BY nachrichten_sorgen CROSS JOIN tenants t ON t.id = n.tenant_id
         WHERE n.tenant_id > '' AND n.erledigt_am IS NULL AND n.status IN ('teilweise', 'abgelehnt', 'unklar')
           AND +n.status = 'unklar' AND NOT EXISTS (SELECT 1 FROM mailserver m WHERE m.tenant_id = n.tenant_id)
           AND t.status = 'aktiv' AND (t.typ <> 'demo' OR t.demo_expires_at IS NULL OR t.demo_expires_at > +:now)
         LIMIT 1000)`,
      { now: this.now() },
    )
    return found?.n ?? 0
  }

  /**
   * Finds the next job, round robin by tenant. Those of companies that may not work wait until they may.
   *
   * @param after tenant of the previous job
   * @returns the oldest unfinished job of the next tenant
   */
  nextAuftrag(after = ""): Waiting | undefined {
    return this.get(
      `SELECT a.tenant_id, a.id FROM auftraege a INDEXED BY auftraege_offen CROSS JOIN tenants t ON t.id = a.tenant_id
       WHERE a.status IN ('wartet', 'laeuft') AND a.erstellt_am > ''
         AND t.status = 'aktiv' AND (t.typ <> 'demo' OR t.demo_expires_at IS NULL OR t.demo_expires_at > +:now)
       ORDER BY a.tenant_id <= +:after, a.tenant_id, a.erstellt_am, a.id LIMIT 1`,
      { after, now: this.now() },
    )
  }

  /**
   * Finds for each company its message that is due first. Only companies count that may work, and send from this
   * installation.
   *
   * @param installation this one, which a company must have allowed to send
   */
  dueNachrichten(installation: string): Waiting[] {
    // Company by company: of one with thousands that wait, only the first is read.
    return this.all(
      `SELECT tenant_id, id FROM (
         SELECT v.tenant_id, (
           SELECT n.id FROM nachrichten n INDEXED BY nachrichten_offen
           WHERE n.tenant_id = v.tenant_id AND n.status IN ('wartet', 'laeuft') AND n.naechster_versuch_am <= +:now
             AND +n.status = 'wartet' ORDER BY n.naechster_versuch_am, n.id LIMIT 1
         ) AS id
         FROM versand_einstellungen v CROSS JOIN tenants t ON t.id = v.tenant_id
         WHERE v.tenant_id > '' AND v.sendet = 1 AND v.freigabe = +:installation
           AND t.status = 'aktiv' AND (t.typ <> 'demo' OR t.demo_expires_at IS NULL OR t.demo_expires_at > +:now)
       ) WHERE id IS NOT NULL`,
      { now: this.now(), installation },
    )
  }

  /** @returns messages that are marked as running, of all companies */
  runningNachrichten(): Waiting[] {
    return this.all(
      `SELECT n.tenant_id, n.id FROM nachrichten n INDEXED BY nachrichten_offen
       WHERE n.tenant_id > '' AND n.status IN ('wartet', 'laeuft') AND +n.status = 'laeuft'`,
      {},
    )
  }

  /**
   * Finds receivers for which a message is due, or there are events without a message yet (`isBehind`). Only companies
   * count that may work; one company comes after the other.
   *
   * @param installation this one, which a company must have allowed to send
   */
  dueWebhooks(installation: string) {
    const due = this.all<Waiting & { adresse: string; behind: 0 | 1 }>(
      `SELECT w.tenant_id, w.id, w.adresse, w.bis_nummer < coalesce(
           (SELECT max(e.nummer) FROM ereignisse e WHERE e.tenant_id = w.tenant_id), 0) AS behind,
         EXISTS (SELECT 1 FROM webhookzustellungen z INDEXED BY webhookzustellungen_offen
           WHERE z.tenant_id = w.tenant_id AND z.webhook_id = w.id AND z.status = 'wartet'
             AND z.naechster_versuch_am <= +:now) AS due
       FROM webhooks w INDEXED BY webhooks_an CROSS JOIN tenants t ON t.id = w.tenant_id
       WHERE w.aktiv = 1 AND w.freigabe = +:installation AND (behind OR due)
         AND t.status = 'aktiv' AND (t.typ <> 'demo' OR t.demo_expires_at IS NULL OR t.demo_expires_at > +:now)
       ORDER BY w.tenant_id, w.id`,
      { now: this.now(), installation },
    )
    return due.map(({ behind, ...webhook }) => ({ ...webhook, isBehind: behind === 1 }))
  }
}
