import { once } from "./format.ts"

const clock = once(
  () =>
    new Intl.DateTimeFormat("de-DE", {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
    }),
)

/** @returns `21.11.2026, 14:05 MEZ`: an instant in the server's own time zone, in which its backups are planned, and its name */
export const serverTime = (at: Date): string => clock().format(at)
