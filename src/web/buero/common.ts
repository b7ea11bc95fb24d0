/**
 * What is small and what many screens need: with the office itself, not in a file for each of it, of which a screen
 * would ask for twenty. Nothing of React Aria that the frame does without.
 */
import "../ui/answer-state.tsx"
import "../ui/api/file.ts"
import "../ui/badge.tsx"
import "../ui/beleg.ts"
import "../ui/drivers.ts"
import "../ui/faults.tsx"
import "../ui/figure-head.tsx"
import "../ui/file-button.tsx"
import "../ui/focus.ts"
import "../ui/format.ts"
import "../ui/ids.ts"
import "../ui/in-order.tsx"
import "../ui/month.ts"
import "../ui/people.ts"
import "../ui/sache.ts"
import "../ui/use-window.ts"
