import { Button } from "../../ui/parts/button.tsx"

/** Before it is known who is logged in: the frame, as the shell has it, and nothing that would jump. */
export function Waiting({ title, problem }: { title: string; problem: string | undefined }) {
  return (
    <div className="office">
      <header className="side" />
      <main className="main">
        {title && (
          <div className="page-head" aria-hidden="true">
            <div className="page-title">
              <p className="frame-title">{title}</p>
            </div>
          </div>
        )}
        {problem && (
          <div className="empty">
            <p role="alert">{problem}</p>
            <Button onPress={() => window.location.reload()}>Noch einmal versuchen</Button>
          </div>
        )}
      </main>
    </div>
  )
}
