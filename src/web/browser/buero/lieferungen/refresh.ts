import { refresh } from "../../ui/state/query.ts"

/** After anything that changes a delivery. */
export const refreshDelivery = (): Promise<void> =>
  refresh(
    "/api/lieferungen",
    "/api/touren",
    "/api/heute",
    "/api/protokoll",
    "/api/pfandbuchungen",
    "/api/pfandsalden",
    "/api/kunden",
    "/api/geraete",
  )
