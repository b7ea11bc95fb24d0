/** Time between two questions how far a job is. In ms. */
export const OFTEN = 500

type Status = "wartet" | "laeuft" | "fertig" | "gescheitert"

/** @returns whether a job (Auftrag) waits or is at work */
export const isOpen = ({ status }: { status: Status }): boolean => status === "wartet" || status === "laeuft"
