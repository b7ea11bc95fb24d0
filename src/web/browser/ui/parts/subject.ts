import { createContext } from "react"

/** Name of the record that the page is about: a panel that covers the page repeats it. */
export const Subject = createContext<string | undefined>(undefined)
