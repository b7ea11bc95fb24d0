import type { ComponentProps } from "react"
import { unprintableIn } from "../parts/unprintable.tsx"
import { TextField } from "./field.tsx"

/** Text that ends on paper: says while it is typed which signs no document can show. */
export function PrintedField({ hint, ...props }: ComponentProps<typeof TextField>) {
  const told = unprintableIn([props.value])
  return <TextField {...props} hint={told ? [hint, told].filter(Boolean).join(". ") : hint} />
}
