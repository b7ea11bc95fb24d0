import { type DropItem, isFileDropItem } from "react-aria-components"
import { PICTURE_TYPES } from "./picture-types.ts"

/** For a place where pictures may be dropped, and nothing else. */
export const takesPictures = (types: { has: (type: string) => boolean }): "copy" | "cancel" =>
  PICTURE_TYPES.some((type) => types.has(type)) ? "copy" : "cancel"

export const filesOf = (items: DropItem[]): Promise<File[]> =>
  Promise.all(items.filter(isFileDropItem).map((item) => item.getFile()))
