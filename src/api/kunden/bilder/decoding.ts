import { unavailable } from "../../../lib/refusal.ts"
import { queue } from "../../../lib/queue.ts"

/** Decoding a picture takes up to 160 MB, so only two are decoded at a time. */
export const decoding = queue(2, 16, () =>
  unavailable("Zu viele Bilder gleichzeitig. Bitte gleich noch einmal versuchen.", 5),
)
