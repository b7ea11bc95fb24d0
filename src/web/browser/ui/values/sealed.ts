import { xchacha20poly1305 } from "@noble/ciphers/chacha.js"
import { managedNonce } from "@noble/ciphers/utils.js"
import { browserStore, tabStore } from "./stores.ts"

/**
 * Encrypts what people typed before the browser stores it, so that only its own account can read it, while logged in. The
 * key comes with the log-in, and is stored nowhere. crypto.subtle would not do: it is asynchronous, while a form needs its
 * draft when it is first drawn, and it is missing on pages without TLS.
 */
let cipher: ReturnType<typeof cipherOf> | undefined
/** Of what an earlier version stored. */
let earlier: typeof cipher

const cipherOf = (key: string) => managedNonce(xchacha20poly1305)(bytesOf(key))

/**
 * @param key of the account that is logged in, 32 bytes as base64
 * @param before the key that the account had in an earlier version, if it had one
 */
export function unlock(key: string, before: string | null = null): void {
  cipher = cipherOf(key)
  earlier = before === null ? undefined : cipherOf(before)
}

/** From now on nothing is read or stored: one more key press must not store again what was just deleted. */
export function lock(): void {
  cipher = earlier = undefined
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))

/** Text that an older version stored unencrypted. */
const isPlain = (text: string): boolean => /^[{[]/.test(text)

/** @returns null for text that another account encrypted, or nobody */
function unsealed(text: string): string | null {
  if (isPlain(text)) return text
  for (const one of [cipher, earlier]) {
    try {
      if (one) return new TextDecoder().decode(one.decrypt(bytesOf(text)))
    } catch {}
  }
  return null
}

const sealing = (store: typeof browserStore) => ({
  keys: store.keys,
  remove: store.remove,
  get(key: string): string | null {
    const text = cipher && store.get(key)
    return text ? unsealed(text) : null
  },
  /** @returns whether the browser keeps it, and not this page alone */
  set: (key: string, text: string): boolean =>
    !cipher || store.set(key, base64Of(cipher.encrypt(new TextEncoder().encode(text)))),
})

/** Sealed in the store of this browser. */
export const sealedBrowserStore = sealing(browserStore)
/** Sealed in the store of this tab. */
export const sealedTab = sealing(tabStore)
