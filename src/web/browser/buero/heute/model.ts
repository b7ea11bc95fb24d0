import type { Answer } from "../../ui/api/call.ts"

export type Heute = Answer<"get", "/api/heute">
