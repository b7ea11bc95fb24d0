import { createContext } from "react"

/** Name of the record whose page it is: a panel says it where it covers that page. */
export const Subject = createContext<string | undefined>(undefined)
