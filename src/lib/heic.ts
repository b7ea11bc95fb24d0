/** Advice for people whose telephone takes such pictures. */
export const HEIC_ADVICE =
  "HEIC- und AVIF-Bilder werden nicht unterstützt. Bitte als JPEG senden. iPhone: Einstellungen → Kamera → Formate → „Maximale Kompatibilität“. Android: in den Einstellungen der Kamera-App „HEIF“ oder „Hohe Effizienz“ ausschalten."

/** Whether these are the first bytes of a picture in HEIC or AVIF: name and declared type prove nothing. */
export function isHeic(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes.subarray(4, 12))
  return /^ftyp(?:hei|hev|mif|msf|avi)/.test(text)
}
