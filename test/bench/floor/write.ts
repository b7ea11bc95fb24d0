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
