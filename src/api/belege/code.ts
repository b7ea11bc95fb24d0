import { renderSVG } from "uqr"

/** @returns a link with its QR code, for a telephone to look at */
export const withCode = <L extends { url: string }>(link: L): L & { qr: string } => ({
  ...link,
  qr: renderSVG(link.url, { border: 4, ecc: "M" }),
})
