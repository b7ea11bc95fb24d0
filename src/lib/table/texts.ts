import { withLineEnds } from "../line-ends.ts"
import type { Handler } from "./parts.ts"

/** Text of `t` inside, but for how it is pronounced (`rPh`). */
export function textCollector(): Required<Handler> & { take: () => string } {
  let collected = ""
  let isText = false
  let isSound = false
  return {
    open: (name) => {
      if (name === "rPh") isSound = true
      isText = name === "t"
    },
    close: (name) => {
      if (name === "rPh") isSound = false
      isText = false
    },
    text: (text) => {
      if (isText && !isSound) collected += text
    },
    take: () => {
      const taken = collected
      collected = ""
      return unescaped(taken)
    },
  }
}

/** Signs that XML cannot hold are written by their number; one of them ends lines, as databases have them. */
const unescaped = (text: string): string =>
  text.includes("_x")
    ? withLineEnds(
        text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        ),
      )
    : text
