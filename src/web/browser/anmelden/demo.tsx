import { useEffect, useState } from "react"

type Account = { email: string; name: string; rolle: string; password: string; tenant_slug: string }
type Props = { busy: boolean; logIn: (account: Account) => Promise<void> }

const roles: Record<string, string> = {
  admin: "Verwaltung: sieht und darf alles",
  user: "Büro: Kunden, Touren, Buchungen",
  fahrer: "Fahrer: der eigene Tag",
}

/** The accounts of the demo company, to click; there only while the service was started to be tried out. */
export function Demo({ busy, logIn }: Props) {
  const [accounts, setAccounts] = useState<Account[]>([])
  useEffect(() => {
    if (document.body.dataset["demo"] === undefined) return
    fetch("/api/demo")
      .then(async (reply) => (reply.ok ? ((await reply.json()) as Account[]) : []))
      .then(setAccounts, () => {})
  }, [])
  if (accounts.length === 0) return null
  return (
    <section className="card" aria-label="Ausprobieren">
      <h2>Ausprobieren</h2>
      <p className="muted">Eine Vorführfirma mit drei Monaten Geschäft. Anmelden als:</p>
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              className="button trial"
              aria-disabled={busy}
              onClick={() => void logIn(account)}
            >
              <strong>{account.name}</strong>
              <span className="muted">{roles[account.rolle]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
