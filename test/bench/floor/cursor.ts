/** Rows per page, as the service has it where nothing else is asked for. */
export const PAGE = 50

export const cursor = (...key: unknown[]): string => Buffer.from(JSON.stringify(key)).toString("base64url")
