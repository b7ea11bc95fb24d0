import { refresh } from "../../ui/state/query.ts"

/** After a decision: the ledger, the delivery and the lists may all be different. */
export const refreshDecided = (): Promise<void> =>
  refresh(
    "/api/klaerungen",
    "/api/lieferungen",
    "/api/touren",
    "/api/heute",
    "/api/kunden",
    "/api/pfandbuchungen",
    "/api/pfandsalden",
    "/api/geraete",
  )
