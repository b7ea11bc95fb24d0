/** Tones of a reminder: `stufe` of the interface. */
export const tones = [
  { id: "1", label: "Freundlich" },
  { id: "2", label: "Bestimmt" },
  { id: "3", label: "Letzte" },
] as const

export type Tone = (typeof tones)[number]["id"]

/** Smallest age of what a reminder tells where none is asked for, in days. */
export const OLD = 31
/** Label of the field for it. */
export const HOW_OLD = "Nur was mindestens so viele Tage dort ist"

type Asked = { stufe: Tone; frist: string | null; nur_leergut: boolean }

/** @returns what the interface is asked for, but for the age */
export const reminderOf = ({ stufe, frist, nur_leergut }: Asked) => ({
  stufe: Number(stufe),
  ...(nur_leergut && { nur_leergut }),
  ...(frist !== null && { frist }),
})
