import { unavailable } from "../../../lib/refusal.ts"
import { queue } from "../../../lib/queue.ts"

/** Each picture needs up to 160 MB while it is decoded: two at a time, whatever comes. */
export const decoding = queue(2, 16, () =>
  unavailable("Zu viele Bilder gleichzeitig. Bitte gleich noch einmal versuchen.", 5),
)
