/** Message of the refusal when `X-Account-Id` names another account than the one that is logged in. */
export const ANOTHER_ACCOUNT = "Angemeldet ist ein anderes Konto"
