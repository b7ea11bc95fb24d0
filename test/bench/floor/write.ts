import type { Database } from "bun:sqlite"

type Job = { work: () => unknown; done: (result: never) => void; failed: (error: unknown) => void }

/**
 * Writes durably, in one transaction for all that came in one turn of the event loop: a server that pays for an
 * fsync with each request would be no measure where several write at once.
 */
export function writer(db: Database): <T>(work: () => T) => Promise<T> {
  const [begin, commit, rollback] = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"].map((sql) => db.prepare(sql))
  let jobs: Job[] = []
  const flush = (): void => {
    const batch = jobs
    jobs = []
    try {
      begin?.run()
      const results = batch.map(({ work }) => work())
      commit?.run()
      for (const [i, { done }] of batch.entries()) done(results[i] as never)
    } catch (error) {
      if (db.inTransaction) rollback?.run()
      for (const { failed } of batch) failed(error)
    }
  }
  return (work) =>
    new Promise((done, failed) => {
      if (jobs.push({ work, done, failed }) === 1) setImmediate(flush)
    })
}

/** Remembers a client's id, so that the same request again would be known; the table refuses it twice. */
export function remembering(db: Database) {
  const insert = db.prepare(
    `INSERT INTO anfragen (tenant_id, art, id, inhalt_hash, erstellt_am, aktualisiert_am, version)
     VALUES (:tenant, :art, :id, :hash, :now, :now, 1)`,
  )
  return (tenant: string, art: string, id: string, content: object, now: string): void => {
    const hash = new Bun.CryptoHasher("sha256").update(JSON.stringify(content)).digest("hex")
    insert.run({ tenant, art, id, hash, now })
  }
}

/** Tells programs that follow what happened, by the company's next number. */
export function telling(db: Database) {
  const latest = db.prepare<{ nummer: number }, [string]>(
    "SELECT nummer FROM ereignisse WHERE tenant_id = +? ORDER BY nummer DESC LIMIT 1",
  )
  const insert = db.prepare(
    `INSERT INTO ereignisse (tenant_id, id, nummer, art, datensatz_id, datensatz_version, erstellt_am, aktualisiert_am)
     VALUES (:tenant, :id, :nummer, :art, :record, :version, :now, :now)`,
  )
  return (tenant: string, art: string, record: string, version: number | null, now: string): void => {
    const nummer = (latest.get(tenant)?.nummer ?? 0) + 1
    insert.run({ tenant, id: Bun.randomUUIDv7(), nummer, art, record, version, now })
  }
}

export type Author = { id: string; name: string }

/** Writes down who did what. */
export function logging(db: Database) {
  const insert = db.prepare(
    `INSERT INTO protokoll (tenant_id, id, mitarbeiter_id, mitarbeiter_name, aktion, tabelle, datensatz_id,
       aenderungen, erstellt_am, aktualisiert_am, version)
     VALUES (:tenant, :id, :author, :name, :aktion, :tabelle, :record, :changes, :now, :now, 1)`,
  )
  type Entry = {
    aktion: string
    tabelle: string
    record: string
    changes: Record<string, unknown>
    now: string
  }
  return (tenant: string, { id: author, name }: Author, entry: Entry): void => {
    const changes = JSON.stringify(entry.changes)
    insert.run({ ...entry, tenant, author, name, id: Bun.randomUUIDv7(), changes })
  }
}
