/**
 * Loads what certificates are made with, which costs more than all the rest of a start. tsyringe, on which it is
 * built, must find reflect-metadata loaded; the bundler keeps that order only with `await` between them.
 */
export async function loadAuthority(): Promise<typeof import("./authority.ts")> {
  await import("reflect-metadata")
  return import("./authority.ts")
}
