import { NUMBER_OF_FILES, RECORD_OF_FILE, type RecordOfFile } from "./upload-paths.ts"
import { AcrossTenants } from "./across-tenants.ts"

/** Queries for the uploaded files that records of any tenant refer to. */
export class Uploads extends AcrossTenants {
  /** @returns the record that refers to this file. @param path below uploads/ */
  recordOf(path: string): RecordOfFile | undefined {
    return this.get(RECORD_OF_FILE, { path })
  }

  /** @returns the number of files that records refer to */
  count(): number {
    return this.get<{ n: number }>(NUMBER_OF_FILES, {})?.n ?? 0
  }
}
