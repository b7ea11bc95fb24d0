import { unavailable } from "../../lib/refusal.ts"
import { queue } from "../../lib/queue.ts"

/** Decoding a picture takes up to 160 MB, so only two are decoded at a time, and of one company only one. */
export const decoding = queue({ parallel: 2, waiting: 16, each: 1 }, () =>
  unavailable("Zu viele Bilder gleichzeitig. Bitte gleich noch einmal versuchen.", 5),
)
