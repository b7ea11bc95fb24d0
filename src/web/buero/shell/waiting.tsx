import { Button } from "../../ui/button.tsx"

/** Before it is known who is logged in: the frame, and nothing that would jump. */
export function Waiting({ problem }: { problem: string | undefined }) {
  return (
    <div className="office">
      <header className="side" />
      <main className="main">
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
