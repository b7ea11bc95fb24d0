import { type DropItem, isFileDropItem } from "react-aria-components"

/** Pictures to choose from: of a kind that the service does not take, it says what to do. */
export const PICTURE_TYPES = ["image/*"]

/** The last is what a system calls a picture that it does not know, as Windows does of a telephone's. */
export const DROPPED_TYPES = ["jpeg", "png", "webp", "heic", "heif", "avif", "gif"]
  .map((kind) => `image/${kind}`)
  .concat("application/octet-stream")

/** For a place where pictures may be dropped, and nothing else. */
export const takesPictures = (types: { has: (type: string) => boolean }): "copy" | "cancel" =>
  DROPPED_TYPES.some((type) => types.has(type)) ? "copy" : "cancel"

export const filesOf = (items: DropItem[]): Promise<File[]> =>
  Promise.all(items.filter(isFileDropItem).map((item) => item.getFile()))
