import { version as ours } from "../package.json" with { type: "json" }

/** The version of this executable, fixed when it is built. */
export const version: string = ours
