import { withLineEnds } from "../line-ends.ts"
import type { Handler } from "./parts.ts"

/** Raised digits mark footnotes: a 12 with a raised 1 behind it is not 121. */
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
export const raisedDigits = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => RAISED.charAt(Number(digit)))

/** Collects the text of `t` elements, without phonetic text (`rPh`). */
export function textCollector(): Required<Handler> & { take: () => string } {
  let collected = ""
  let isText = false
  let isSound = false
  let isRaised = false
  return {
    open: (name, { val }) => {
      if (name === "rPh") isSound = true
      if (name === "r") isRaised = false
      if (name === "vertAlign") isRaised = val === "superscript"
      isText = name === "t"
    },
    close: (name) => {
      if (name === "rPh") isSound = false
      if (name === "r") isRaised = false
      isText = false
    },
    text: (text) => {
      if (isText && !isSound) collected += isRaised ? raisedDigits(text) : text
    },
    take: () => {
      const taken = collected
      collected = ""
      return unescaped(taken)
    },
  }
}

/** Workbooks write signs that XML cannot hold by their number; one of them ends lines. */
const unescaped = (text: string): string =>
  text.includes("_x")
    ? withLineEnds(
        text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        ),
      )
    : text
