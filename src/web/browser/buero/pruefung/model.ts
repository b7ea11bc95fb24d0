import type { Answer } from "../../ui/api/call.ts"

/** Result of a proof. */
export type Pruefung = Answer<"get", "/api/pfandpruefung">
