import { NUMBER_OF_FILES, RECORD_OF_FILE, type RecordOfFile } from "./pictures.ts"
import { AcrossTenants } from "./across-tenants.ts"

/** Queries for the uploaded files that records refer to. */
export class NamedFiles extends AcrossTenants {
  /** @returns the record, of any tenant, that refers to this file. @param path below uploads/ */
  recordOf(path: string): RecordOfFile | undefined {
    return this.get(RECORD_OF_FILE, { path })
  }

  /** @returns how many uploaded files the records of all tenants refer to */
  count(): number {
    return this.get<{ n: number }>(NUMBER_OF_FILES, {})?.n ?? 0
  }
}
