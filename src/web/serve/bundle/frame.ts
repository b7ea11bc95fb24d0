/**
 * Markup of the office before its program has loaded: its frame, and the screen's title. shell/waiting.tsx goes
 * on showing it until it is known who is logged in. For eyes alone: screen readers wait for the screen itself.
 */
export const frame = (label: string): string =>
  `<div class="office"><header class="side"></header><main class="main"><div class="page-head" aria-hidden="true"><div class="page-title"><p class="frame-title">${label}</p></div></div></main></div>`
