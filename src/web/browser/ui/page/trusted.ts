/**
 * The pages' policy refuses all text that would become HTML. Only the empty text is let through, with which React Aria
 * clears its announcements to screen readers.
 */
type Policies = {
  createPolicy: (name: "default", rules: { createHTML: (text: string) => string | null }) => void
}

const { trustedTypes } = window as unknown as { trustedTypes?: Policies }
trustedTypes?.createPolicy("default", { createHTML: (text) => (text === "" ? text : null) })
