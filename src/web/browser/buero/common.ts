/**
 * Small modules that many screens need, loaded with the office itself: else a screen would ask for twenty small files.
 * Nothing here may bring in a part of React Aria that the frame does without.
 */
import "../ui/records/answer-state.tsx"
import "../ui/api/file.ts"
import "../ui/parts/badge.tsx"
import "../ui/state/drivers.ts"
import "../ui/fields/faults.tsx"
import "../ui/parts/figure-head.tsx"
import "../ui/parts/file-button.tsx"
import "../ui/values/contents.ts"
import "../ui/values/format.ts"
import "../ui/values/ids.ts"
import "../ui/page/in-order.tsx"
import "../ui/values/month.ts"
import "../ui/state/people.ts"
import "../ui/state/thing.ts"
import "../ui/tables/use-window.ts"
