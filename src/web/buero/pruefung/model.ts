import type { Answer } from "../../ui/api/call.ts"

/** What a proof found. */
export type Pruefung = Answer<"get", "/api/pfandpruefung">
