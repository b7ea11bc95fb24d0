/** How a line of text looks. */
export type Style = {
  /** Points. */
  size?: number
  bold?: boolean
  /** 0 is black, 1 is white. */
  grey?: number
  align?: "left" | "right" | "center"
}

/** Height of a line, in sizes of its font. */
export const LEADING = 1.32

/** @param grey 0 is black, 1 is white */
export const shade = (grey: number): string =>
  `#${Buffer.of(Math.round(grey * 255))
    .toString("hex")
    .repeat(3)}`
