import { NUMBER_OF_FILES, RECORD_OF_FILE, type RecordOfFile } from "./pictures.ts"
import { AcrossTenants } from "./across-tenants.ts"

/** Files below the uploads folder that records name. */
export class NamedFiles extends AcrossTenants {
  /** @returns the record of any tenant that names this file below the uploads folder */
  recordOf(path: string): RecordOfFile | undefined {
    return this.get(RECORD_OF_FILE, { path })
  }

  /** @returns how many files below the uploads folder records name, of all tenants */
  count(): number {
    return this.get<{ n: number }>(NUMBER_OF_FILES, {})?.n ?? 0
  }
}
