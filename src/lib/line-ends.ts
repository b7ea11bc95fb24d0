/** @returns the text with `\n` at the end of each line: programs write `\r\n`, or `\r` alone */
export const withLineEnds = (text: string): string => text.replaceAll(/\r\n?/g, "\n")
