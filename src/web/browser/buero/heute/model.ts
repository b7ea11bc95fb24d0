import type { Answer } from "../../ui/api/call.ts"

export type Today = Answer<"get", "/api/heute">
